/**
 * How many members the objects of a valid JSON text have, repeated keys included. A member is a string before a colon.
 */
export function countMembers(text: string): number {
  let members = 0;
  for (let start = text.indexOf('"'); start >= 0; ) {
    const end = endOfString(text, start + 1);
    let next = end + 1;
    while (isSpace(text.charCodeAt(next))) next += 1;
    if (text[next] === ':') members += 1;
    start = text.indexOf('"', end + 1);
  }
  return members;
}

/** The index of the quote that ends a string: the first quote after an even number of backslashes. */
function endOfString(text: string, from: number): number {
  for (let end = text.indexOf('"', from); end >= 0; end = text.indexOf('"', end + 1)) {
    let slashes = 0;
    while (text[end - 1 - slashes] === '\\') slashes += 1;
    if (slashes % 2 === 0) return end;
  }
  return text.length;
}

function isSpace(code: number): boolean {
  return code === 0x20 || code === 0x0a || code === 0x0d || code === 0x09;
}
