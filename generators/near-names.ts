/**
 * Ways to miss a name narrowly: parts of it, more than it, and what databases and search engines read as a
 * pattern that fits it. Each gives another text than the name, or `''` when the name is too short for it.
 */
export const nearNames = {
  'without its last character': (name: string) => letters(name).slice(0, -1).join(''),
  'without its first character': (name: string) => letters(name).slice(1).join(''),
  'its first half': (name: string) => half(name)[0],
  'its second half': (name: string) => half(name)[1],
  'with a letter more': (name: string) => `${name}x`,
  'with a letter before it': (name: string) => `x${name}`,
  'with % for its end': (name: string) => `${half(name)[0]}%`,
  'with _ for its last character': (name: string) => `${letters(name).slice(0, -1).join('')}_`,
  'with . for its last character': (name: string) => `${letters(name).slice(0, -1).join('')}.`,
  'with * for its end': (name: string) => `${half(name)[0]}*`,
  'with .* for its end': (name: string) => `${half(name)[0]}.*`,
  'between quotation marks': (name: string) => `"${name}"`,
} as const;

export type NearName = keyof typeof nearNames;

function half(name: string): readonly [string, string] {
  const all = letters(name);
  const middle = Math.ceil(all.length / 2);
  if (all.length < 2) return ['', ''];
  return [all.slice(0, middle).join('').trim(), all.slice(middle).join('').trim()];
}

/** By code point, so that no character is cut in two. */
function letters(name: string): string[] {
  return [...name];
}
