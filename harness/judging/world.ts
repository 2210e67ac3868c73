import type { Journal } from '../run/journal.ts';
import type { Fixtures } from '../run/profile.ts';
import { Inconclusive } from './outcome.ts';
import { uuidFor } from './random.ts';
import type { Blame } from './verdict.ts';

/** What is to blame for failures that a later request may not meet. */
const passing: readonly Blame[] = ['network', 'rate-limit'];

/** Something that this run made on the target and that stays there. */
export interface Created {
  /** Which kind of thing, in the words of the interface. */
  readonly kind: string;
  readonly id: string;
}

/** Ids that the target's owner lends, by the word that the profile has for their kind. */
export type Lent = Readonly<Record<string, readonly string[] | undefined>>;

/** What a world is told before anything is sent. */
interface Told {
  readonly mark?: string;
  readonly lent?: Lent;
  readonly fixtures?: Fixtures;
}

/**
 * What the run knows about the target: shared observations, the things it made, the ids it invented.
 * An observation is fetched once and then shared by all checks that ask for it.
 */
export class World {
  readonly #memo = new Map<string, Promise<unknown>>();
  readonly #made: Created[];
  readonly #invented = new Set<string>();
  readonly #seed: number;
  readonly #journal: Journal;
  readonly #lent: Lent;
  /** What the names of created things have in common, the same from run to run, whatever the seed. */
  readonly mark: string;
  /** What the profile knows about the data of the target. */
  readonly fixtures: Fixtures;

  constructor(seed: number, journal: Journal, told: Told = {}) {
    const { mark = '', lent = {}, fixtures = {} } = told;
    this.#seed = seed;
    this.#journal = journal;
    this.#lent = lent;
    this.fixtures = fixtures;
    this.mark = this.synthetic(uuidFor(0, `mark of ${mark}`).slice(0, 8));
    this.#made = journal.read('made').map(({ kind, id }) => ({ kind: String(kind), id: String(id) }));
  }

  /** The value that `look` gave when it was first asked for; a failure is remembered as well, unless it may pass. */
  once<T>(key: string, look: () => Promise<T>): Promise<T> {
    const known = this.#memo.get(key) as Promise<T> | undefined;
    if (known) return known;
    const promise = look();
    this.#memo.set(key, promise);
    promise.catch((error: unknown) => {
      if (error instanceof Inconclusive && passing.includes(error.blame)) this.#memo.delete(key);
    });
    return promise;
  }

  /** Drops a shared observation that a write has made stale. */
  forget(key: string): void {
    this.#memo.delete(key);
  }

  /** A UUID that names nothing on the target, the same for the same words in every run with this seed. */
  unknownId(purpose: string): string {
    const id = uuidFor(this.#seed, purpose);
    this.#invented.add(id);
    return id;
  }

  /** Declares a text as coined by the run: it may be shown in evidence, for nobody's data is in it. */
  synthetic<T extends string>(text: T): T {
    this.#invented.add(text.toLowerCase());
    return text;
  }

  /** Whether a text is the run's own: invented, coined, or the id of something that it made. */
  isOurs(text: string): boolean {
    return this.#invented.has(text.toLowerCase()) || this.isMade(text);
  }

  /** The ids that are lent of a kind. */
  lent(kind: string): readonly string[] {
    return this.#lent[kind] ?? [];
  }

  /** Remembers what was made, at once and on disk, so that nothing is left behind unlisted. */
  record(made: Created): void {
    if (this.isMade(made.id)) return;
    this.#made.push(made);
    this.#journal.append('made', { ...made });
  }

  /** Everything made by this run, in order. */
  get made(): readonly Created[] {
    return this.#made;
  }

  /** Whether this run made the thing with this id. */
  isMade(id: string): boolean {
    const sought = id.toLowerCase();
    return this.#made.some((made) => made.id.toLowerCase() === sought);
  }
}
