import { setTimeout as sleep } from 'node:timers/promises';
import { Inconclusive } from '../judging/outcome.ts';
import type { Answer, Sent } from './answer.ts';
import type { Kind } from './budget.ts';
import type { InsistencePolicy } from './patience.ts';
import { type Trouble, troubleOf } from './trouble.ts';

/** Finds out whether trouble passes, or is the target's own answer to a request. */
export interface Insistence {
  /**
   * Repeats a request that met trouble, with a control between. Returns the answer that came in the end, or the trouble
   * itself where it came each time while the controls got their proper answers.
   *
   * @throws Inconclusive when the controls get no answer either, or when a write met trouble that passed
   */
  settle(first: Answer, trouble: Trouble, kind: Kind): Promise<Answer>;
  /** Waits while an operation is in trouble whose end is not known yet. */
  admit(operation: string): Promise<void>;
  /** The deadline for an operation: shorter once it is known to hang. @throws Inconclusive when it is given up */
  deadlineFor(operation: string): number;
  /** Notes an answer without trouble. */
  answered(operation: string, kind: Kind): void;
}

/** What an insistence is made of. */
export interface InsistenceParts {
  readonly policy: InsistencePolicy;
  readonly deadlineMs: number;
  /** Sends the request again. */
  readonly repeat: (sent: Sent, kind: Kind) => Promise<Answer>;
  /** Sends a control beside a request in trouble; the problem where none gets its proper answer. */
  readonly control: (sent: Sent) => Promise<Inconclusive | undefined>;
}

/** What is known of the trouble of one operation. */
interface Record {
  /** Requests of the operation whose trouble is known to be the target's own answer. */
  readonly own: Set<string>;
  /** Creations in a row whose first answer was trouble, and that may have been carried out. */
  unheard: number;
  /** Ends when all trouble of the operation so far is settled. */
  settled: Promise<unknown>;
  /** Whether the operation is known to hang, and how many requests have since been waited for in vain. */
  hangs: boolean;
  vain: number;
}

/** Opens the insistence of a run. */
export function openInsistence({ policy, deadlineMs, repeat, control }: InsistenceParts): Insistence {
  const records = new Map<string, Record>();

  function recordOf(operation: string): Record {
    const known = records.get(operation) ?? {
      own: new Set(),
      unheard: 0,
      settled: Promise.resolve(),
      hangs: false,
      vain: 0,
    };
    records.set(operation, known);
    return known;
  }

  /** Repeats until something else comes; the trouble itself when it came each time. */
  async function insist(first: Answer, trouble: Trouble, kind: Kind, record: Record): Promise<Answer> {
    const pauses = policy.pausesMs[trouble.kind === 'gateway' ? 'gateway' : 'own'];
    // Once it is known how an operation fails, its other requests are repeated once, and without a pause.
    const waits = record.own.size >= policy.patientFor ? [0] : pauses;
    for (const pause of waits) {
      if (pause > 0) await sleep(pause);
      await needControl(first.sent);
      const answer = await repeat(first.sent, kind);
      const again = troubleOf(answer);
      if (again === undefined) return answer;
      if (again.kind === 'rate-limit' || again.kind === 'network') throw passing(again);
    }
    await needControl(first.sent);
    return first;
  }

  async function needControl(sent: Sent): Promise<void> {
    const problem = await control(sent);
    if (problem) throw problem;
  }

  /** What a write that met trouble once and not again says: nothing, unless that happens each time. */
  function passed(first: Answer, later: Answer, trouble: Trouble, record: Record, kind: Kind): Answer {
    const isRefusedNow = later.status >= 400;
    if (kind === 'read' || !isRefusedNow) return later;
    record.unheard += 1;
    if (record.unheard < policy.unheard) throw passing(trouble);
    return first;
  }

  async function settleOne(first: Answer, trouble: Trouble, kind: Kind, record: Record): Promise<Answer> {
    const { sent } = first;
    const key = keyOf(sent, trouble);
    if (record.own.has(key)) return first;
    if (record.hangs && trouble.kind === 'hang') {
      record.vain += 1;
      throw hanging(sent.operation);
    }
    const settled = await insist(first, trouble, kind, record);
    if (settled !== first) return passed(first, settled, trouble, record, kind);
    record.own.add(key);
    if (trouble.kind === 'hang') record.hangs = true;
    return first;
  }

  return {
    settle(first, trouble, kind) {
      const record = recordOf(first.sent.operation);
      // One after the other: what the first is found to be, the others need not find out again.
      const result = record.settled.then(() => settleOne(first, trouble, kind, record));
      record.settled = result.catch(() => undefined);
      return result;
    },
    async admit(operation) {
      await records.get(operation)?.settled;
    },
    deadlineFor(operation) {
      const record = records.get(operation);
      if (!record?.hangs) return deadlineMs;
      if (record.vain >= policy.vain) throw hanging(operation);
      return Math.min(deadlineMs, policy.hurriedMs);
    },
    answered(operation, kind) {
      const record = records.get(operation);
      if (record && kind !== 'read') record.unheard = 0;
    },
  };
}

/** The same request with the same kind of trouble. */
function keyOf({ method, path, body, key, headers }: Sent, { kind }: Trouble): string {
  return JSON.stringify([method, path, body, key, headers, kind]);
}

function passing({ kind, words }: Trouble): Inconclusive {
  if (kind === 'rate-limit') return new Inconclusive('the target answered 429 throughout', 'rate-limit');
  return new Inconclusive(`the target answered with trouble that passed: ${words}`, 'network');
}

/** The reason of a row that needs an operation which hangs: the row that says so fails. */
function hanging(operation: string): Inconclusive {
  return new Inconclusive(
    `${operation} hangs while others answer, so that it is not waited for again`,
    'other-row',
    `errors.answered @ ${operation}`,
  );
}
