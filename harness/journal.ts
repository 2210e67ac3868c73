import { appendFileSync, existsSync, readFileSync } from 'node:fs';

/** One line of a journal without its topic. */
export type Entry = Readonly<Record<string, unknown>>;

/** An append-only list of what must survive a crash or a new worker, one topic a line. */
export interface Journal {
  append(topic: string, entry: Entry): void;
  read(topic: string): readonly Entry[];
}

/** A journal that lives as long as the process: for runs against a service in this process. */
export function memoryJournal(): Journal {
  const lines: [string, Entry][] = [];
  return {
    append: (topic, entry) => {
      lines.push([topic, entry]);
    },
    read: (topic) => lines.filter(([name]) => name === topic).map(([, entry]) => entry),
  };
}

/** A journal in a file of JSON lines. A last line that a crash cut short is passed over. */
export function fileJournal(file: string): Journal {
  return {
    append: (topic, entry) => appendFileSync(file, `${JSON.stringify({ topic, ...entry })}\n`),
    read: (topic) => (existsSync(file) ? readLines(file).filter((entry) => entry['topic'] === topic) : []),
  };
}

function readLines(file: string): Entry[] {
  const text = readFileSync(file, 'utf8');
  const whole = text.slice(0, text.lastIndexOf('\n') + 1);
  return whole
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as Entry);
}
