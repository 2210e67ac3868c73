import { createHmac } from 'node:crypto';
import type { Journal } from '../run/journal.ts';

/** Names for values that must not be shown: the same name for the same value in the whole run. */
export interface Aliases {
  /** `user#3`: the kind under which the value was met first, and a number that says nothing. */
  of(kind: string, value: string): string;
}

const topic = 'alias';

/**
 * Aliases that the next worker of the run knows as well. The journal holds a digest of each value, and `secret`
 * (the key of the target) goes into it, so that nobody who only has the journal can guess values by trying.
 */
export function openAliases(journal: Journal, secret: string): Aliases {
  const names = new Map<string, string>();
  for (const { digest, name } of journal.read(topic)) names.set(String(digest), String(name));
  return {
    of(kind, value) {
      const digest = createHmac('sha256', secret).update(value.toLowerCase()).digest('base64');
      const known = names.get(digest);
      if (known) return known;
      const name = `${kind}#${names.size + 1}`;
      names.set(digest, name);
      journal.append(topic, { digest, name });
      return name;
    },
  };
}
