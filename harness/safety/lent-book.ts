import type { Journal } from '../run/journal.ts';
import { seal, unseal } from './sealed.ts';
import type { Undo } from './undo.ts';

/** What was changed on lent things and has to be put back, in a journal that outlives a crash. */
export interface LentBook {
  /** Writes down how a change is taken back, before the change is sent. */
  note(undo: Undo): void;
  /** Whether all that an undo puts back is put back already by what stands in the book. */
  covers(undo: Undo): boolean;
  /** What is still to be put back, the latest first; `undefined` for an entry that another key sealed. */
  readonly pending: readonly { readonly at: number; readonly undo: Undo | undefined }[];
  /** One of them was put back. */
  done(at: number): void;
}

const topics = { noted: 'lent', done: 'put-back' } as const;

/** Opens the book. Its entries hold old names and the like, so they are sealed with the key of the target. */
export function openLentBook(journal: Journal, secret: string): LentBook {
  let covered: Set<string> | undefined;
  const book: LentBook = {
    note(undo) {
      const at = journal.read(topics.noted).length;
      journal.append(topics.noted, { at, sealed: seal(JSON.stringify(undo), secret) });
      for (const put of undo.puts) covered?.add(put);
    },
    // The earliest change of a thing is the one that knows how it was.
    covers(undo) {
      covered ??= new Set(book.pending.flatMap((entry) => entry.undo?.puts ?? []));
      return undo.puts.every((put) => covered?.has(put));
    },
    get pending() {
      const done = new Set(journal.read(topics.done).map(({ at }) => at));
      const open = journal.read(topics.noted).filter(({ at }) => !done.has(at));
      return open.reverse().map(({ at, sealed }) => ({ at: Number(at), undo: read(String(sealed), secret) }));
    },
    done(at) {
      journal.append(topics.done, { at });
      covered = undefined;
    },
  };
  return book;
}

/** How many changes of lent things a journal says are not put back. */
export function pendingIn(journal: Journal): number {
  return openLentBook(journal, '').pending.length;
}

function read(sealed: string, secret: string): Undo | undefined {
  const text = unseal(sealed, secret);
  return text === undefined ? undefined : (JSON.parse(text) as Undo);
}
