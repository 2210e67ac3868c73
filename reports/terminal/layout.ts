import wrapAnsi from 'wrap-ansi';

/** The number of columns that the text of a run fits into. Only commands to copy may be longer. */
export const width = 80;

/**
 * A labelled paragraph: the label is written once, and the text is wrapped beside it.
 *
 * @param indent columns before the label
 * @param column columns between label and text, indent included
 */
export function labelled(label: string, text: string, indent = 2, column = 13): string[] {
  const lines = wrap(text, width - column);
  const first = `${' '.repeat(indent)}${label}`.padEnd(column);
  return lines.map((line, index) => `${index === 0 ? first : ' '.repeat(column)}${line}`.trimEnd());
}

/** Breaks a text at spaces into lines of at most `columns`. A word that is longer gets a line of its own. */
export function wrap(text: string, columns: number): string[] {
  return wrapAnsi(withoutControls(text).trim().replaceAll(/\s+/g, ' '), columns).split('\n');
}

/** Replaces the control characters of a text, so that it cannot control the terminal. */
export function withoutControls(text: string): string {
  return text.replaceAll(/[^\P{Cc}\n\t]/gu, '\u{fffd}');
}

/** A number in a table; 0 is a dot, so that other numbers stand out. */
export function cell(value: number): string {
  return value === 0 ? '·' : String(value);
}

/** A number with its noun: `1 row`, `2 rows`. */
export function plural(amount: number, noun: string, many = `${noun}s`): string {
  return `${amount} ${amount === 1 ? noun : many}`;
}
