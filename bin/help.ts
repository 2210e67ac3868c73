import { wrap } from '../reports/terminal/layout.ts';
import type { Command } from './command.ts';

const columns = { flag: 22, width: 80 };

/** The help text of a command. */
export function helpOf({ usage, about, flags }: Command): string {
  const lines = Object.entries({ ...flags, help: { help: 'This text.', value: undefined } }).flatMap(
    ([name, { value, help }]) => row(`  --${name}${value ? ` ${value}` : ''}`, help),
  );
  const paragraphs = about.split('\n\n').map((paragraph) => wrap(paragraph, columns.width).join('\n'));
  const head = wrap(`Usage: ${usage}`, columns.width - 7).join('\n       ');
  return [head, ...paragraphs, ['Flags', ...lines].join('\n')].join('\n\n');
}

/** The lines of a name and its text, in two columns. */
export function row(name: string, text: string): string[] {
  const lines = wrap(text, columns.width - columns.flag);
  const first = name.length < columns.flag ? [] : [name];
  return [
    ...first,
    ...lines.map((line, index) => {
      const label = index === 0 && first.length === 0 ? name : '';
      return `${label.padEnd(columns.flag)}${line}`;
    }),
  ];
}
