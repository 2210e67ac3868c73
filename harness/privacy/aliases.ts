import { createHmac } from 'node:crypto';
import type { Journal } from '../run/journal.ts';

/** Names that stand for values that must not be shown. A value has one alias in the whole run. */
export interface Aliases {
  /** The alias of a value, such as `user#3`: the kind of its first occurrence, and a running number. */
  of(kind: string, value: string): string;
  /** The alias that a value already has. */
  known(value: string): string | undefined;
}

const topic = 'alias';

/**
 * Opens the aliases of a run. They are stored in the journal, so that the next worker uses the same ones.
 *
 * @param secret the key of the target. The journal holds a keyed digest of each value, so that a reader of the journal
 * cannot find a value by guessing
 */
export function openAliases(journal: Journal, secret: string): Aliases {
  const names = new Map<string, string>();
  for (const { digest, name } of journal.read(topic)) names.set(String(digest), String(name));
  const digestOf = (value: string) =>
    createHmac('sha256', secret).update(value.toLowerCase()).digest('base64');
  return {
    known: (value) => names.get(digestOf(value)),
    of(kind, value) {
      const digest = digestOf(value);
      const known = names.get(digest);
      if (known) return known;
      const name = `${kind}#${names.size + 1}`;
      names.set(digest, name);
      journal.append(topic, { digest, name });
      return name;
    },
  };
}
