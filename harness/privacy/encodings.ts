/** An encoding of a text: its name in words, and the forms of the text in it, in lower case. */
export interface Encoding {
  readonly how: string;
  readonly forms: readonly string[];
}

/** Every encoding in which an output of Rollcall could hold a text. Forms are compared without regard to case. */
export function encodingsOf(text: string): Encoding[] {
  const bytes = Buffer.from(text);
  const all: Encoding[] = [
    { how: 'as it is', forms: [text] },
    { how: 'backwards', forms: [[...text].reverse().join('')] },
    { how: 'escaped in JSON', forms: [JSON.stringify(text).slice(1, -1), unicodeEscaped(text)] },
    { how: 'escaped in HTML or XML', forms: [markup(text)] },
    { how: 'percent-encoded', forms: [encodeURIComponent(text), everyByte(bytes, '%')] },
    { how: 'in hexadecimal', forms: [bytes.toString('hex')] },
    { how: 'in base64', forms: base64Cores(bytes) },
  ];
  const seen = new Set<string>();
  return all.flatMap(({ how, forms }) => {
    const fresh = forms.map((form) => form.toLowerCase()).filter((form) => !seen.has(form));
    for (const form of fresh) seen.add(form);
    return fresh.length > 0 ? [{ how, forms: [...new Set(fresh)] }] : [];
  });
}

/** The characters of the base64 text that do not depend on the bytes around it, for each of the three alignments. */
function base64Cores(bytes: Buffer): string[] {
  return [0, 1, 2].flatMap((before) => {
    const padded = Buffer.concat([Buffer.alloc(before), bytes]);
    const first = before === 0 ? 0 : before + 1;
    const last = Math.floor((padded.length * 8) / 6);
    const core = padded.toString('base64').slice(first, last);
    return [core, core.replaceAll('+', '-').replaceAll('/', '_')];
  });
}

function everyByte(bytes: Buffer, prefix: string): string {
  return [...bytes].map((byte) => prefix + byte.toString(16).padStart(2, '0')).join('');
}

function unicodeEscaped(text: string): string {
  return text.replace(
    /[^\x20-\x7e]/g,
    (letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}

function markup(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
}
