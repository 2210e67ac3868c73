/** A piece of HTML. Text becomes one only by way of {@link html}, which escapes it. */
export class Html {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }

  toString(): string {
    return this.text;
  }
}

/** What a template may hold: text is escaped, HTML stays, a list is joined, and `undefined` and `false` are nothing. */
export type Piece = Html | string | number | undefined | false | readonly Piece[];

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** Characters that no HTML text may hold, and those that turn the direction of the text around them. */
const unprintable = /(?![\t\n\r])[\p{Cc}\p{Cs}\p{Bidi_Control}\p{Noncharacter_Code_Point}]/gu;

/** Escapes a text for HTML, in an element or in a quoted attribute. */
export function escapeHtml(text: string): string {
  return text.replace(unprintable, '\u{fffd}').replace(/[&<>"']/g, (letter) => entities[letter] ?? '');
}

/** A template of HTML: every text that is put into it is escaped. Use it in elements and in quoted attributes. */
export function html(parts: TemplateStringsArray, ...pieces: readonly Piece[]): Html {
  return new Html(parts.reduce((text, part, index) => `${text}${written(pieces[index - 1])}${part}`));
}

function written(piece: Piece): string {
  if (piece === undefined || piece === false) return '';
  if (piece instanceof Html) return piece.text;
  if (typeof piece === 'string') return escapeHtml(piece);
  if (typeof piece === 'number') return String(piece);
  return piece.map(written).join('');
}
