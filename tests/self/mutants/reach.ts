import { judge } from '../../../harness/judging/judge.ts';
import { plan } from '../../../harness/judging/plan.ts';
import type { Row } from '../../../harness/judging/row.ts';
import type { Run } from '../../../harness/run/run.ts';
import type { Reference } from '../../../reference/service/index.ts';
import { catalogue } from '../../checks/index.ts';
import { trial } from '../proofs/judge-service.ts';
import type { Call, Recording } from './replay.ts';
import type { Load } from './switched.ts';

/** What the clean run shows: how each row ends, and which rows reach which mutants. */
export interface Reach {
  readonly verdicts: Readonly<Record<string, Row['verdict']>>;
  /** Mutants by row: those that run while the row is judged, or ran for an observation that the row shares. */
  readonly byRow: Readonly<Record<string, readonly string[]>>;
  /** By row, those whose observations it shares: judged without them, it may see another world. */
  readonly after: Readonly<Record<string, readonly string[]>>;
  /** Mutants that run when the service is loaded: every row may see them. */
  readonly whenLoaded: readonly string[];
  /** What the clean run asked. */
  readonly recording: Recording;
  readonly ms: number;
}

/** Judges the whole catalogue once, with no mutant switched on, and notes what each row reaches. */
export async function reachOf(load: Load, seed: number): Promise<Reach> {
  const began = performance.now();
  const notes = new Notes();
  const service = load({ isActive: () => false, cover: (...ids) => notes.note(ids) })();
  const whenLoaded = notes.take();
  const tape = new Tape(notes);
  const run = trial({ against: { keys: service.keys, fetch: tape.recorded(service.fetch) }, seed });
  const sharing = shareWith(notes, run);
  const after: Record<string, readonly string[]> = {};
  const verdicts: Record<string, Row['verdict']> = {};
  const byRow: Record<string, readonly string[]> = {};
  for (const { id, check, op } of plan(catalogue, run.contract)) {
    const sharedBy = sharing(id);
    tape.row = id;
    verdicts[id] = (await judge(run, check, op)).verdict;
    byRow[id] = notes.take();
    after[id] = [...sharedBy];
  }
  const recording = await tape.take();
  return { verdicts, byRow, after, whenLoaded, recording, ms: performance.now() - began };
}

/** Records what a service is asked, with the mutants that run for each request. */
class Tape {
  readonly #notes: Notes;
  readonly #calls: Promise<Call>[] = [];
  readonly #places = new Map<string, number>();
  row = '';

  constructor(notes: Notes) {
    this.#notes = notes;
  }

  recorded(fetch: Reference['fetch']): Reference['fetch'] {
    return (request) => {
      const body = request.clone().text();
      const seen = new Set<string>();
      const answer = this.#notes.during(() => fetch(request), seen);
      this.#calls.push(this.#callOf(this.row, request, body, answer, seen));
      return answer;
    };
  }

  async take(): Promise<Recording> {
    const calls = await Promise.all(this.#calls);
    return { calls, reaches: [...this.#places.keys()].map((ids) => ids.split(' ')) };
  }

  async #callOf(
    row: string,
    { method, url, headers }: Request,
    body: Promise<string>,
    answer: Promise<Response>,
    seen: ReadonlySet<string>,
  ): Promise<Call> {
    const { status } = await answer;
    const isRead = method === 'GET' || new URL(url).pathname.endsWith('/search');
    const ids = [...seen].sort().join(' ');
    const reach = this.#places.get(ids) ?? this.#places.size;
    this.#places.set(ids, reach);
    const changes = status !== 200 || !isRead;
    return { row, method, url, headers: [...headers], body: await body, changes, reach };
  }
}

/** What ran since it was asked last; and, for each observation, what ran for it. */
class Notes {
  readonly #open = new Set<Set<string>>();
  #row = new Set<string>();

  note(ids: readonly string[]): void {
    for (const id of ids) this.#row.add(id);
    for (const one of this.#open) for (const id of ids) one.add(id);
  }

  take(): readonly string[] {
    const ids = [...this.#row];
    this.#row = new Set();
    return ids;
  }

  /** Notes apart what runs while a promise is under way: too much rather than too little. */
  async during<T>(work: () => Promise<T>, seen: Set<string>): Promise<T> {
    this.#open.add(seen);
    try {
      return await work();
    } finally {
      this.#open.delete(seen);
    }
  }
}

/** Counts what an observation took for every row that shares it; told of a row, gives the rows that it shares with. */
function shareWith(notes: Notes, { world }: Run): (row: string) => ReadonlySet<string> {
  const once = world.once.bind(world);
  const taken = new Map<string, { readonly maker: string; readonly ids: Set<string> }>();
  let row = '';
  let makers = new Set<string>();
  world.once = <T>(key: string, observe: () => Promise<T>): Promise<T> => {
    const known = taken.get(key) ?? { maker: row, ids: new Set() };
    taken.set(key, known);
    if (known.maker !== row) makers.add(known.maker);
    notes.note([...known.ids]);
    return once(key, () => notes.during(observe, known.ids));
  };
  return (next) => {
    row = next;
    makers = new Set();
    return makers;
  };
}
