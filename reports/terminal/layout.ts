/** Columns of the terminal that every text of a run fits into, commands to copy excepted. */
export const width = 80;

/**
 * A labelled paragraph: the label stands once, the text is wrapped beside it.
 *
 * @param indent columns before the label
 * @param column columns between label and text, indent included
 */
export function labelled(label: string, text: string, indent = 2, column = 13): string[] {
  const lines = wrap(text, width - column);
  const first = `${' '.repeat(indent)}${label}`.padEnd(column);
  return lines.map((line, index) => `${index === 0 ? first : ' '.repeat(column)}${line}`.trimEnd());
}

/** Breaks a text at spaces into lines of at most so many columns; a longer word stands alone. */
export function wrap(text: string, columns: number): string[] {
  const lines: string[] = [];
  let line = '';
  for (const word of calm(text).split(/\s+/)) {
    if (line !== '' && line.length + 1 + word.length > columns) {
      lines.push(line);
      line = word;
    } else {
      line = line === '' ? word : `${line} ${word}`;
    }
  }
  return [...lines, line];
}

/** A text that can't steer the terminal: control characters are replaced. */
export function calm(text: string): string {
  return text.replaceAll(/[^\P{Cc}\n\t]/gu, '\u{fffd}');
}

/** A number in a column, or a dot that the eye passes over for 0. */
export function cell(value: number, columns: number): string {
  return (value === 0 ? '·' : String(value)).padStart(columns);
}

/** `1 row`, `2 rows`. */
export function plural(amount: number, noun: string, many = `${noun}s`): string {
  return `${amount} ${amount === 1 ? noun : many}`;
}
