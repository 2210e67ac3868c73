import type { Journal } from '../run/journal.ts';
import { seal, unseal } from './sealed.ts';
import type { Undo } from './undo.ts';

/** The undo log: how changes of lent things are undone. It is part of the journal, so it survives a crash. */
export interface UndoLog {
  /** Adds the undo of a change. It must be called before the change is sent. */
  note(undo: Undo): void;
  /** Whether the pending undos already restore everything that an undo would restore. */
  covers(undo: Pick<Undo, 'puts'>): boolean;
  /** The undos that are still to be sent, the latest first; `undefined` for an entry that another key encrypted. */
  readonly pending: readonly { readonly at: number; readonly undo: Undo | undefined }[];
  /** Marks a pending undo as sent. */
  done(at: number): void;
}

const topics = { noted: 'lent', done: 'put-back' } as const;

/** Opens the undo log. Its entries hold personal data, such as old names, so the target's key encrypts them. */
export function openLentBook(journal: Journal, secret: string): UndoLog {
  let covered: Set<string> | undefined;
  let noted: number | undefined;
  const log: UndoLog = {
    note(undo) {
      noted ??= journal.read(topics.noted).length;
      journal.append(topics.noted, { at: noted, sealed: seal(JSON.stringify(undo), secret) });
      noted += 1;
      for (const put of undo.puts) covered?.add(put);
    },
    // The undo of the first change holds the original state; the undos of later changes are not needed.
    covers(undo) {
      covered ??= new Set(log.pending.flatMap((entry) => entry.undo?.puts ?? []));
      return undo.puts.every((put) => covered?.has(put));
    },
    get pending() {
      const done = new Set(journal.read(topics.done).map(({ at }) => at));
      const open = journal.read(topics.noted).filter(({ at }) => !done.has(at));
      return open
        .reverse()
        .map(({ at, sealed }) => ({ at: Number(at), undo: parse(String(sealed), secret) }));
    },
    done(at) {
      journal.append(topics.done, { at });
      covered = undefined;
    },
  };
  return log;
}

/** How many changes of lent things are not undone, by the journal. */
export function pendingIn(journal: Journal): number {
  return openLentBook(journal, '').pending.length;
}

function parse(sealed: string, secret: string): Undo | undefined {
  const text = unseal(sealed, secret);
  return text === undefined ? undefined : (JSON.parse(text) as Undo);
}
