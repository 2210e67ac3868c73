/** The most levels of nesting: more than any shape of the interface has, and few enough for recursive functions. */
export const deepest = 256;

/** What a JSON text holds, and whether it is nested more deeply than recursive functions can bear. */
interface Parsed {
  readonly json: unknown;
  readonly tooDeep: boolean;
}

/** So many characters of texts are remembered, with what was parsed of them. */
const most = 2_000_000;

/** The texts that came last, the oldest first. */
const remembered = new Map<string, Parsed>();
let characters = 0;

/**
 * Parses a JSON text. A run reads many pages again and again: the same text is the same value, so that what was found out
 * about it is known, and a run that keeps its answers keeps it once. It is frozen, for many have it.
 *
 * @throws SyntaxError
 */
export function parse(text: string): Parsed {
  const known = remembered.get(text);
  const parsed = known ?? parsedAnew(text);
  if (known) remembered.delete(text);
  else characters += text.length;
  remembered.set(text, parsed);
  for (const [oldest] of remembered) {
    if (characters <= most) break;
    remembered.delete(oldest);
    characters -= oldest.length;
  }
  return parsed;
}

function parsedAnew(text: string): Parsed {
  const json: unknown = JSON.parse(text);
  return { json, tooDeep: !freeze(json) };
}

/** Freezes a value, down to the levels that it may have. @returns whether it has no more */
function freeze(value: unknown, level = 1): boolean {
  if (typeof value !== 'object' || value === null) return true;
  if (level > deepest) return false;
  Object.freeze(value);
  return Object.values(value).every((inner) => freeze(inner, level + 1));
}
