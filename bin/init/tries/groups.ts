import { objectAt, textAt } from '../../../spec/tree.ts';
import type { Findings } from './findings.ts';
import { bodyOf, searchBody } from './search.ts';

/** Creates a class or a cohort, and learns what its body holds. @returns its id; `undefined` where none was created */
export async function tryGroup(
  { trier, fresh, names, named, isOpen, found, missed }: Findings,
  operation: string,
  kind: 'class' | 'cohort',
): Promise<string | undefined> {
  const value = fresh();
  const shown = (answer: { json?: unknown }) => objectAt(answer.json, kind);
  const quest = {
    operation,
    params: {},
    wraps: [kind],
    value,
    known: names,
    shows: (answer: { json?: unknown }) => textAt(shown(answer), 'name') === value('name'),
  };
  const whole = await searchBody(trier, { ...quest, meanings: ['name', 'description'] });
  const result =
    typeof whole === 'string' ? await searchBody(trier, { ...quest, meanings: ['name'] }) : whole;
  if (typeof result === 'string') {
    missed(operation, result);
    return undefined;
  }
  const { candidate, answer } = result;
  named(candidate.names);
  if (!isOpen(operation)) return textAt(shown(answer), `${kind}Id`);
  // Without its name nothing is made that anybody could mistake; a server that takes this needs no name.
  const nameless = await trier.send(operation, {}, bodyOf({ wrap: kind, names: {} }, value));
  const needsName = typeof nameless !== 'string' && nameless.status === 400;
  const name = candidate.names['name'] ?? 'name';
  const about = candidate.names['description'];
  // The same once more is refused as such: a 400 is for what it leaves out.
  const undescribed =
    about === undefined
      ? 'nothing to leave out'
      : await trier.send(operation, {}, bodyOf({ wrap: kind, names: { name } }, value));
  const needsDescription = typeof undescribed !== 'string' && undescribed.status === 400;
  const required = [...(needsName ? [name] : []), ...(needsDescription && about ? [about] : [])];
  const more = Object.entries(candidate.names).flatMap(([meaning, one]) =>
    meaning !== 'name' && textAt(shown(answer), meaning) === value(meaning) ? [one] : [],
  );
  const optional = [name, ...more].filter((one) => !required.includes(one));
  found(operation, {
    ...(required.length > 0 ? { required } : {}),
    ...(optional.length > 0 ? { optional } : {}),
  });
  return textAt(shown(answer), `${kind}Id`);
}
