import type { ObservedAnswer, Shapes } from '../../harness/privacy/shapes.ts';

type Place = ObservedAnswer['places'][number];

/** The shapes that several shards saw, as one run would have seen them; the medians are means of medians. */
export function mergeShapes(all: readonly Shapes[]): Shapes {
  const merged = new Map<string, ObservedAnswer>();
  for (const answer of all.flat()) {
    const key = `${answer.operation} ${answer.status}`;
    const known = merged.get(key);
    merged.set(key, known ? together(known, answer) : answer);
  }
  return [...merged.values()];
}

function together(a: ObservedAnswer, b: ObservedAnswer): ObservedAnswer {
  const answers = a.answers + b.answers;
  const median = (a.ms.median * a.answers + b.ms.median * b.answers) / Math.max(answers, 1);
  const places = new Map<string, Place>();
  for (const one of [...a.places, ...b.places]) {
    const known = places.get(one.place);
    places.set(one.place, known ? bothPlaces(known, one) : one);
  }
  return {
    ...a,
    answers,
    ms: { median: Math.round(median * 10) / 10, p95: Math.max(a.ms.p95, b.ms.p95) },
    places: [...places.values()],
  };
}

function bothPlaces(a: Place, b: Place): Place {
  const literals = [...new Set([...(a.literals ?? []), ...(b.literals ?? [])])];
  return {
    ...a,
    types: [...new Set([...a.types, ...b.types])],
    seen: a.seen + b.seen,
    of: a.of + b.of,
    ...(literals.length > 0 ? { literals } : {}),
  };
}
