import type { Answer } from '../http/answer.ts';
import type { Params } from '../http/place.ts';
import type { Journal } from '../run/journal.ts';
import type { Fixtures } from '../run/profile.ts';
import { canonical } from '../safety/ids.ts';
import { type Listed, ListedPages } from './listed.ts';
import { Inconclusive } from './outcome.ts';
import { uuidFor } from './random.ts';
import { beginShared, joinShared, type Shared } from './scope.ts';
import { ToldThings } from './told.ts';
import type { Cause } from './verdict.ts';

/** Causes of failures that a later request may not meet again. */
const temporary: readonly Cause[] = ['network', 'rate-limit'];

/** An observation, and how far the run had come when it began. */
interface Kept {
  readonly at: number;
  readonly shared: Shared<unknown>;
}

/** Something that this run created on the target, where it stays. */
export interface Created {
  /** The kind of the thing, as the interface calls it: `class`, `cohort`, `student`, … */
  readonly kind: string;
  readonly id: string;
}

/** Ids that the owner of the target lends, by the name that the profile has for their kind. */
export type Lent = Readonly<Record<string, readonly string[] | undefined>>;

/** What the profile says about the data of the target. */
interface ProfileFacts {
  readonly mark?: string;
  readonly lent?: Lent;
  readonly fixtures?: Fixtures;
}

/**
 * What a run knows about the target: shared observations, the things that it created, and its synthetic texts. All
 * checks share an observation, so that it is requested once.
 */
export class World {
  readonly #observations = new Map<string, Shared<unknown>>();
  readonly #kept = new Map<string, Kept>();
  /** How often the run has begun or ended to send what may change something. */
  #changes = 0;
  /** When it last did, in milliseconds of `performance.now`. */
  #changedAt = Number.NEGATIVE_INFINITY;
  readonly #created: Created[];
  readonly #madeIds: Set<string>;
  /** The ids of things of others that a creation was answered with, and the row that fails for it. */
  readonly #taken: Map<string, string>;
  readonly #synthetic = new Set<string>();
  readonly #seed: number;
  readonly #journal: Journal;
  readonly #lent: Lent;
  readonly #listed = new ListedPages();
  /** What the writes of the run told each thing that they name. */
  readonly told = new ToldThings();
  /** A text that the names of all created things contain. It is the same in every run with this profile. */
  readonly mark: string;
  /** What the profile says about existing data of the target. */
  readonly fixtures: Fixtures;

  constructor(seed: number, journal: Journal, facts: ProfileFacts = {}) {
    const { mark = '', lent = {}, fixtures = {} } = facts;
    this.#seed = seed;
    this.#journal = journal;
    this.#lent = lent;
    this.fixtures = fixtures;
    this.mark = this.synthetic(uuidFor(0, `mark of ${mark}`).slice(0, 8));
    this.#created = journal.read('made').map(({ kind, id }) => ({ kind: String(kind), id: String(id) }));
    this.#madeIds = new Set(this.#created.map(({ id }) => canonical(id)));
    this.#taken = new Map(journal.read('taken').map(({ id, row }) => [String(id), String(row)]));
  }

  /**
   * Makes an observation the first time, and shares its result afterwards; rows that ask while it is being made wait for
   * it. A failed observation is shared as well, unless its cause is temporary.
   */
  once<T>(key: string, observe: () => Promise<T>): Promise<T> {
    const known = this.#observations.get(key) as Shared<T> | undefined;
    if (known) return joinShared(known);
    const begun = beginShared(key, observe);
    this.#observations.set(key, begun);
    begun.result.catch((error: unknown) => {
      if (error instanceof Inconclusive && temporary.includes(error.cause)) this.#observations.delete(key);
    });
    return joinShared(begun);
  }

  /** What was observed under a key, without observing it; `undefined` where nobody has. */
  shared<T>(key: string): Promise<T> | undefined {
    const known = this.#observations.get(key) as Shared<T> | undefined;
    return known && joinShared(known);
  }

  /** Drops a shared observation that is stale. */
  forget(key: string): void {
    this.#observations.delete(key);
  }

  /**
   * Makes an observation, and keeps it under each of these keys for as long as the run sends nothing that may change
   * something: until then, the same request would show the same.
   */
  keep<T>(keys: readonly string[], observe: () => Promise<T>): Promise<T> {
    const kept: Kept = { at: this.#changes, shared: beginShared(keys.join(), observe) };
    for (const key of keys) this.#kept.set(key, kept);
    kept.shared.result.catch(() => {
      for (const key of keys) if (this.#kept.get(key) === kept) this.#kept.delete(key);
    });
    return joinShared(kept.shared as Shared<T>);
  }

  /** What was kept under a key; `undefined` where nothing was, or where the run may have changed something since. */
  kept<T>(key: string): Promise<T> | undefined {
    const kept = this.#kept.get(key);
    return kept?.at === this.#changes ? joinShared(kept.shared as Shared<T>) : undefined;
  }

  /** Sends what may change something. What was kept before or meanwhile is not taken for what is there afterwards. */
  async changing<T>(send: () => Promise<T>): Promise<T> {
    this.#noteChange();
    try {
      return await send();
    } finally {
      this.#noteChange();
    }
  }

  #noteChange(): void {
    this.#changes += 1;
    this.#changedAt = performance.now();
  }

  /** How long ago the run last began or ended to, in milliseconds; `Infinity` where it has changed nothing. */
  msSinceChange(): number {
    return performance.now() - this.#changedAt;
  }

  /** Notes a page that a list has answered with; `params` are missing where a row made the body itself. */
  noteListed(operation: string, params: Params | undefined, answer: Answer): void {
    this.#listed.note(operation, { params, answer, epoch: this.#changes });
  }

  /** The pages that a list has answered with so far, in their order and as far as memory allows. */
  listed(operation: string): readonly Listed[] {
    return this.#listed.of(operation);
  }

  /** A UUID that names nothing on the target. The same purpose gives the same UUID in every run with this seed. */
  unknownId(purpose: string): string {
    const id = uuidFor(this.#seed, purpose);
    this.#synthetic.add(id);
    return id;
  }

  /** Marks a text as synthetic: Rollcall generated it, so evidence may show it. Returns the text. */
  synthetic<T extends string>(text: T): T {
    this.#synthetic.add(text.toLowerCase());
    return text;
  }

  /** Whether a text is synthetic, or the id of something that this run created. */
  isOurs(text: string): boolean {
    return this.#synthetic.has(text.toLowerCase()) || this.isMade(text);
  }

  /** The ids that the profile lends of a kind. */
  lent(kind: string): readonly string[] {
    return this.#lent[kind] ?? [];
  }

  /** Whether the run made the thing with this id, or the profile lends it: the run may have changed it. */
  isMadeOrLent(id: string): boolean {
    const lent = Object.values(this.#lent).flatMap((ids) => ids ?? []);
    return this.isMade(id) || lent.some((one) => canonical(one) === canonical(id));
  }

  /** Records a created thing in memory and in the journal, so that the residue lists it even after a crash. */
  record(thing: Created): void {
    if (this.isMade(thing.id) || this.rowOfTaken(thing.id) !== undefined) return;
    this.#created.push(thing);
    this.#madeIds.add(canonical(thing.id));
    this.#journal.append('made', { ...thing });
  }

  /**
   * Notes an id that a creation was answered with and that something else had before: it is never this run's own.
   *
   * @param row the row that fails for it; empty where none does
   */
  noteTaken(id: string, row: string): void {
    if (this.#taken.has(canonical(id))) return;
    this.#taken.set(canonical(id), row);
    this.#journal.append('taken', { id: canonical(id), row });
  }

  /** The row that fails because a creation was answered with this id of something else, or an empty text; `undefined` for other ids. */
  rowOfTaken(id: string): string | undefined {
    return this.#taken.get(canonical(id));
  }

  /** Everything that this run created, in order. */
  get made(): readonly Created[] {
    return this.#created;
  }

  /** Whether this run created the thing with this id, however the target spells it. */
  isMade(id: string): boolean {
    return this.#madeIds.has(canonical(id));
  }
}
