import { stripVTControlCharacters } from 'node:util';

/** One thing that was checked: whether it holds, or `undefined` where it says what was not checked. */
export interface Point {
  readonly holds: boolean | undefined;
  /** While it is not checked, nobody can say whether the certificate holds. */
  readonly needed?: true;
  readonly text: string;
}

const signs = new Map<boolean | undefined, string>([
  [true, '✓'],
  [false, '✗'],
  [undefined, '–'],
]);

/** A point as a line of text. */
export function pointText({ holds, text }: Point): string {
  return `${signs.get(holds) ?? ''} ${text}`;
}

/** A text from elsewhere as a terminal may show it: one line, and nothing that a terminal obeys. */
export function plain(text: string, most = 200): string {
  const line = stripVTControlCharacters(text).replace(
    /[\p{Cc}\p{Cs}\p{Bidi_Control}\p{Zl}\p{Zp}]/gu,
    '\u{fffd}',
  );
  return line.length > most ? `${line.slice(0, most)}…` : line;
}
