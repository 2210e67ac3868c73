/** A UUID as some servers read it: with or without its hyphens, in either letter case, inside any other text. */
const uuidLike = /[0-9a-f]{8}-?(?:[0-9a-f]{4}-?){3}[0-9a-f]{12}/gi;

/** An id in the one form in which ids are compared. */
export function canonical(id: string): string {
  const hex = id.replaceAll('-', '').toLowerCase();
  if (!/^[0-9a-f]{32}$/.test(hex)) return id.toLowerCase();
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}

/** Every id that a text names, in canonical form and once for each time, whatever encodings hide it. */
export function idsIn(text: string): string[] {
  return readingsOf(text)
    .map((reading) => [...reading.matchAll(uuidLike)].map(([id]) => canonical(id)))
    .reduce(union, []);
}

/** The text as it is, and with its escapes resolved for as long as there are any, in either order. */
function readingsOf(text: string): readonly string[] {
  const readings = new Set([text]);
  for (const reading of readings) {
    if (readings.size > 16) break;
    readings.add(percentDecoded(reading)).add(hyphensDecoded(reading)).add(unescaped(reading));
  }
  return [...readings];
}

/** Both lists, where what is in both counts as often as in the one that has it more often. */
function union(left: string[], right: string[]): string[] {
  const rest = [...right];
  for (const id of left) {
    const at = rest.indexOf(id);
    if (at >= 0) rest.splice(at, 1);
  }
  return [...left, ...rest];
}

/** Percent escapes resolved one by one, so that a broken one does not hide the others. */
function percentDecoded(text: string): string {
  return text.replace(/%([0-9a-f]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
}

/** Hyphens alone resolved: a percent sign before an id may look like an escape that takes its first digits. */
function hyphensDecoded(text: string): string {
  return text.replaceAll(/%2d/gi, '-');
}

/** The escapes of JSON text resolved. */
function unescaped(text: string): string {
  return text.replace(/\\u([0-9a-f]{4})/gi, (_, hex: string) =>
    String.fromCharCode(Number.parseInt(hex, 16)),
  );
}
