/** A UUID as lenient servers read it: with or without hyphens, in either letter case, inside any other text. */
const uuidLike = /[0-9a-f]{8}-?(?:[0-9a-f]{4}-?){3}[0-9a-f]{12}/gi;

/** The form that nearly all ids come in, and keep. */
const alreadyCanonical = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/;

/** The canonical form of an id, in which ids are compared: lower case, a UUID with hyphens. */
export function canonical(id: string): string {
  if (alreadyCanonical.test(id)) return id;
  const hex = id.replaceAll('-', '').toLowerCase();
  if (!/^[0-9a-f]{32}$/.test(hex)) return id.toLowerCase();
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}

/** Every id in a text, in canonical form and as often as it occurs, even where percent or JSON escapes hide it. */
export function idsIn(text: string): string[] {
  return decodingsOf(text)
    .map((decoding) => [...decoding.matchAll(uuidLike)].map(([id]) => canonical(id)))
    .reduce(union, []);
}

/** The text itself, and every text that decoding its escapes gives, in any order and repeatedly; 16 or a few more. */
function decodingsOf(text: string): readonly string[] {
  const decodings = new Set([text]);
  for (const decoding of decodings) {
    if (decodings.size > 16) break;
    decodings.add(percentDecoded(decoding)).add(hyphensDecoded(decoding)).add(jsonUnescaped(decoding));
  }
  return [...decodings];
}

/** The union of two multisets: an id occurs as often as in the list that has it more often. */
function union(left: string[], right: string[]): string[] {
  const rest = [...right];
  for (const id of left) {
    const at = rest.indexOf(id);
    if (at >= 0) rest.splice(at, 1);
  }
  return [...left, ...rest];
}

/** Decodes percent escapes one by one, so that an invalid escape does not hide the others. */
function percentDecoded(text: string): string {
  return text.replace(/%([0-9a-f]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
}

/**
 * Decodes hyphens alone. A percent sign before an id may look like an escape, and decoding it would take two digits.
 */
function hyphensDecoded(text: string): string {
  return text.replaceAll(/%2d/gi, '-');
}

/** Decodes the `\u` escapes of JSON. */
function jsonUnescaped(text: string): string {
  return text.replace(/\\u([0-9a-f]{4})/gi, (_, hex: string) =>
    String.fromCharCode(Number.parseInt(hex, 16)),
  );
}
