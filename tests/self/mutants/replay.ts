import type { Mutated } from './switched.ts';

/** A request of the clean run. */
export interface Call {
  /** The row that was being judged. */
  readonly row: string;
  readonly method: string;
  readonly url: string;
  readonly headers: readonly (readonly [string, string])[];
  readonly body: string;
  /** Whether it may have changed what the service holds or counts: it was no read that went well. */
  readonly changes: boolean;
  /** The mutants that ran for it: a place in the list of such sets, most of which are met often. */
  readonly reach: number;
}

/** Every request of the clean run, in order, and the sets of mutants that ran for one. */
export interface Recording {
  readonly calls: readonly Call[];
  readonly reaches: readonly (readonly string[])[];
}

/** What a service answers to a recording, in words that are the same for the same bytes. */
export type Answers = readonly Buffer[];

/** Asks a service a recorded request, and gives all of its answer. */
export async function answerTo({ fetch }: Pick<Mutated, 'fetch'>, call: Call): Promise<Buffer> {
  const { method, url, headers, body } = call;
  const init = { method, headers: headers.map(([name, value]): [string, string] => [name, value]) };
  try {
    const response = await fetch(new Request(url, body === '' ? init : { ...init, body }));
    const head = JSON.stringify([response.status, ...response.headers]);
    return Buffer.concat([Buffer.from(head), Buffer.from(await response.arrayBuffer())]);
  } catch {
    return Buffer.from('the connection broke');
  }
}

/**
 * The rows of the clean run that a mutant answers otherwise, the first one first: a service that answers every request
 * of a run as before is judged as before.
 *
 * @param chosen which requests are asked: what one leaves out must change nothing
 * @param most after so many rows no more are looked for
 */
export async function rowsAnsweredOtherwise(
  service: Pick<Mutated, 'fetch'>,
  { calls }: Recording,
  clean: Answers,
  chosen: (call: Call) => boolean = () => true,
  most = Number.POSITIVE_INFINITY,
): Promise<ReadonlySet<string>> {
  const rows = new Set<string>();
  for (const [at, call] of calls.entries()) {
    if (!chosen(call)) continue;
    const answer = await answerTo(service, call);
    if (clean[at]?.equals(answer) !== true) rows.add(call.row);
    if (rows.size >= most) break;
  }
  return rows;
}

/** Which requests have to be asked to see what one mutant does: those that run it, and those that change something. */
export function concerning(id: string, { reaches }: Recording): (call: Call) => boolean {
  const own = new Set(reaches.flatMap((ids, at) => (ids.includes(id) ? at : [])));
  return ({ changes, reach }) => changes || own.has(reach);
}
