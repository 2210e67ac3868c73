import { judge } from '../../../harness/judging/judge.ts';
import type { Planned } from '../../../harness/judging/plan.ts';
import { currentScope } from '../../../harness/judging/scope.ts';
import type { Effort } from '../../../harness/run/effort.ts';
import type { Run } from '../../../harness/run/run.ts';
import { answerTo, type Call } from '../mutants/replay.ts';
import type { Mutated } from '../mutants/switched.ts';
import { lookingBack } from '../proofs/judge-service.ts';
import { type MutatedServer, readingRun } from './mutated-server.ts';
import { readableRows, wide } from './prices.ts';

/** A request of the clean run: the row or the shared observation that sent it, and what runs for it. */
interface Asked extends Call {
  readonly operation: string;
  readonly ids: ReadonlySet<string>;
  readonly answer: Buffer;
}

/** What reads of a server ask, with no mutant switched on. */
export interface CleanReads {
  /** Mutants that run for some request, and not already when the server is loaded. */
  readonly reached: ReadonlySet<string>;
  /** The rows that pass. */
  readonly passing: readonly Planned[];
  /** The rows that a server with this mutant answers otherwise, directly or by what they share. */
  touchedBy(service: Mutated, id: string): Promise<readonly Planned[]>;
}

/** Judges once all that a run of this effort could judge by reading, and notes who asked what. */
export async function readCleanly(server: MutatedServer, effort: Effort): Promise<CleanReads> {
  let running = new Set<string>();
  const { fetch, keys } = server.plain((...ids) => {
    for (const id of ids) running.add(id);
  });
  const whenLoaded = running;
  const asked: Asked[] = [];
  let sender = { scope: '', operation: '' };
  const run = readingRun(server, { fetch: noted, keys }, { effort, budget: wide });
  const reachedBy = usesOf(run);
  const { send } = run.exchange;
  run.exchange.send = (op, ...rest) => {
    sender = { scope: currentScope()?.name ?? '', operation: op.id };
    return send(op, ...rest);
  };

  async function noted(request: Request): Promise<Response> {
    const { method, url, headers } = request;
    const { scope: row, operation } = sender;
    const body = await request.clone().text();
    const ids = new Set<string>();
    running = ids;
    const call = { row, method, url, headers: [...headers], body, changes: false, reach: 0 };
    const response = await fetch(request);
    const answer = await answerTo({ fetch: async () => response.clone() }, call);
    asked.push({ ...call, operation, ids, answer });
    return response;
  }

  const passing: Planned[] = [];
  for (const row of readableRows(run.contract))
    if ((await judge(run, row.check, row.op)).verdict === 'pass') passing.push(row);
  const reached = new Set(asked.flatMap(({ ids }) => [...ids].filter((id) => !whenLoaded.has(id))));
  return {
    reached,
    passing,
    async touchedBy(service, id) {
      const scopes = new Set<string>();
      const operations = new Set<string>();
      for (const call of asked) {
        // What runs on and on takes seconds for each request, and any row shows it.
        if (service.hangs() > 0) break;
        const isKnown = scopes.has(call.row) && operations.has(call.operation);
        if (isKnown || !call.ids.has(id) || call.answer.equals(await answerTo(service, call))) continue;
        scopes.add(call.row);
        operations.add(call.operation);
      }
      return passing.filter(({ id: row, check, op }) =>
        lookingBack.test(check.id)
          ? operations.has(op.id)
          : [...reachedBy(row)].some((scope) => scopes.has(scope)),
      );
    },
  };
}

/** Notes which observations a run shares; told of a row, gives its name and those of all that it looks at. */
function usesOf({ world }: Run): (row: string) => ReadonlySet<string> {
  const uses = new Map<string, Set<string>>();
  const note = (by: string, what: string) => uses.set(by, (uses.get(by) ?? new Set()).add(what));
  const here = () => currentScope()?.name ?? '';
  const { once, keep, kept } = world;
  world.once = (key, observe) => {
    note(here(), key);
    return once.call(world, key, observe) as ReturnType<typeof observe>;
  };
  // What is kept has the name of all its keys together.
  world.keep = (keys, observe) => {
    note(here(), keys.join());
    for (const key of keys) note(`kept ${key}`, keys.join());
    return keep.call(world, keys, observe) as ReturnType<typeof observe>;
  };
  world.kept = <T>(key: string) => {
    const found = kept.call(world, key) as Promise<T> | undefined;
    if (found) note(here(), `kept ${key}`);
    return found;
  };
  return function reach(from: string, seen = new Set([from])): ReadonlySet<string> {
    for (const key of uses.get(from) ?? []) if (!seen.has(key)) reach(key, seen.add(key));
    return seen;
  };
}
