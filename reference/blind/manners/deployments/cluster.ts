import { type Create, clock, type Deployment, type Machine, oneByOne, sleep, start } from './kit.ts';
import { isWrite, repeatable } from './messages.ts';

/** Something that is done to a machine. */
export type Deed<Given = unknown> = (machine: Machine) => Promise<Given>;

/** A machine that learns each change later than the leader. */
interface Copy {
  readonly machine: Machine;
  /** How late it learns a change that is made now, in milliseconds. */
  readonly lag: () => number;
  /** Done when it knows all that was changed. */
  tail: Promise<unknown>;
}

/** A leader and its copies. */
export interface Cluster {
  leader: Machine;
  copies: readonly Copy[];
  /** Changes the leader, in turn, and then each copy in the same order, each after its lag. */
  readonly write: <Given>(deed: Deed<Given>) => Promise<Given>;
  /** Does something between two writes. */
  readonly between: (task: () => Promise<void>) => Promise<void>;
}

/** Starts a leader, and a copy for each lag. */
export function cluster(create: Create, ...lags: readonly (() => number)[]): Cluster {
  const inTurn = oneByOne();
  const all: Cluster = {
    leader: start(create),
    copies: lags.map((lag) => ({ machine: start(create), lag, tail: Promise.resolve() })),
    write: (deed) =>
      inTurn(async () => {
        try {
          return await deed(all.leader);
        } finally {
          for (const copy of all.copies) ship(copy, deed);
        }
      }),
    between: inTurn,
  };
  return all;
}

/** Does to a copy what was done to the leader, when its lag is over. */
function ship(copy: Copy, deed: Deed): void {
  const due = clock() + copy.lag();
  copy.tail = copy.tail.then(async () => {
    const wait = due - clock();
    if (wait > 0) await sleep(wait);
    await deed(copy.machine).catch(() => undefined);
  });
}

/** Writes to a cluster. */
export async function replicated(to: Cluster, request: Request): Promise<Response> {
  const sent = await repeatable(request);
  return to.write((machine) => machine.answer(sent()));
}

/** A copy by its number; the leader for a number that none has. */
export function copyOf({ copies, leader }: Cluster, number: number): Machine {
  return copies[number]?.machine ?? leader;
}

/** Writes go to the leader and on to the copies; `route` says where a read goes. */
export function copies(
  lags: readonly (() => number)[],
  route: (request: Request, all: Cluster) => Machine | Promise<Machine>,
): Deployment['make'] {
  return (create) => {
    const all = cluster(create, ...lags);
    return {
      keys: all.leader.keys,
      fetch: async (request) =>
        isWrite(request) ? replicated(all, request) : (await route(request, all)).answer(request),
    };
  };
}

/** A request of somebody else, with a key that may do everything. */
export function call(method: string, path: string, body: unknown): Deed<Response> {
  return ({ answer, keys }) =>
    answer(
      new Request(`http://localhost/api/v1${path}`, {
        method,
        headers: { 'x-api-key': keys.full, 'content-type': 'application/json' },
        body: JSON.stringify(body),
      }),
    );
}
