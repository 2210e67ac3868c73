import { existsSync, readFileSync } from 'node:fs';
import { type Appender, appendLine, openAppender } from './append.ts';

/** An entry of a journal, without its topic. */
export type Entry = Readonly<Record<string, unknown>>;

/** An append-only list of entries, each with a topic. It holds what must survive a crash or a change of worker. */
export interface Journal {
  append(topic: string, entry: Entry): void;
  read(topic: string): readonly Entry[];
}

/** A journal in memory, for runs that need not survive this process. */
export function memoryJournal(): Journal {
  const lines: [string, Entry][] = [];
  return {
    append: (topic, entry) => {
      lines.push([topic, entry]);
    },
    read: (topic) => lines.filter(([name]) => name === topic).map(([, entry]) => entry),
  };
}

/** A journal in a file, one JSON object a line. A line that a crash cut off is skipped. */
export function fileJournal(file: string): Journal {
  return journalIn(file, (line) => appendLine(file, line));
}

/** A journal in a file that stays open, for a process that writes an entry for each request. */
export function heldJournal(file: string): Journal {
  return journalIn(file, openAppender(file));
}

function journalIn(file: string, write: Appender): Journal {
  return {
    append: (topic, entry) => write(JSON.stringify({ topic, ...entry })),
    read: (topic) => (existsSync(file) ? readLines(file).filter((entry) => entry['topic'] === topic) : []),
  };
}

function readLines(file: string): Entry[] {
  return readFileSync(file, 'utf8')
    .split('\n')
    .flatMap((line) => {
      try {
        return line === '' ? [] : [JSON.parse(line) as Entry];
      } catch {
        return [];
      }
    });
}
