import { Inconclusive } from '../judging/outcome.ts';
import type { Answer, Sent } from './answer.ts';
import type { Kind } from './budget.ts';
import { notYetOwn, openGatewayTrouble, requestKey } from './gateway-trouble.ts';
import { openInDoubtWrites, passing } from './in-doubt-writes.ts';
import type { Clock } from './pace.ts';
import type { ConfirmationPolicy } from './retry-policy.ts';
import { type Trouble, troubleOf } from './trouble.ts';

/** Finds out whether trouble passes, or is the target's own answer to a request. */
export interface Confirmation {
  /**
   * Repeats a request that met trouble, with a control between. Returns the answer that came in the end, or the trouble
   * itself where it came each time while the controls got their proper answers. A status in `sees` is an answer,
   * whatever it says otherwise.
   *
   * @throws Inconclusive when the controls get no answer either, or when a write met trouble that passed
   */
  confirm(first: Answer, trouble: Trouble, kind: Kind, sees?: readonly number[]): Promise<Answer>;
  /** Waits while an operation is in trouble whose end is not known yet. */
  admit(operation: string): Promise<void>;
  /** Sends again, at the end of a run, what met the trouble of a gateway on an operation: {@link GatewayTrouble}. */
  review(operation: string): Promise<Answer | undefined>;
  /** The deadline for an operation: shorter once it is known to hang. @throws Inconclusive when it is given up */
  deadlineFor(operation: string): number;
  /** Notes an answer without trouble. */
  answered(operation: string, kind: Kind): void;
}

/** What a confirmation is made of. */
export interface ConfirmationParts {
  readonly policy: ConfirmationPolicy;
  readonly deadlineMs: number;
  /** Sends the request again. */
  readonly repeat: (sent: Sent, kind: Kind) => Promise<Answer>;
  /** Whether the run judges the row that accuses an operation of giving no answer of its own. */
  readonly judges: (row: string) => boolean;
  /** Whether the body of a request keeps the contract, so that a refusal of it may be about what an earlier one did. */
  readonly isSound: (sent: Sent) => boolean;
  readonly clock: Clock;
  /** Sends a control beside a request in trouble; the problem where none gets its proper answer. */
  readonly control: (sent: Sent) => Promise<Inconclusive | undefined>;
}

/** What is known of the trouble of one operation. */
interface Record {
  /** Requests of the operation whose trouble is known to be the target's own answer. */
  readonly own: Set<string>;
  /** Ends when all trouble of the operation so far is confirmed or has passed. */
  ended: Promise<unknown>;
  /** Whether the operation is known to hang, and how many requests have since been waited for in vain. */
  hangs: boolean;
  vain: number;
}

/** A request that met trouble, and what would be an answer to it. */
interface TroubledRequest {
  readonly first: Answer;
  readonly trouble: Trouble;
  readonly kind: Kind;
  readonly sees: readonly number[];
}

/** Opens the confirmation of a run. */
export function openConfirmation(parts: ConfirmationParts): Confirmation {
  const { policy, deadlineMs, repeat, control, judges, clock } = parts;
  const repeated = repetitionOf(parts);
  const records = new Map<string, Record>();
  const inDoubt = openInDoubtWrites(parts);
  const again = (sent: Sent, kind: Kind) => needControl(control, sent).then(() => repeat(sent, kind));
  const gateway = openGatewayTrouble({ policy, clock, again });

  function recordOf(operation: string): Record {
    const known = records.get(operation) ?? {
      own: new Set(),
      ended: Promise.resolve(),
      hangs: false,
      vain: 0,
    };
    records.set(operation, known);
    return known;
  }

  /** Leaves the trouble of a gateway to the end of the run, or looks again at once where the run has no such row. */
  async function spread(first: Answer, trouble: Trouble, kind: Kind): Promise<Answer> {
    const { sent } = first;
    const row = rowOfTrouble(sent.operation);
    gateway.suspect(first, kind);
    if (judges(row)) throw notYetOwn(sent, trouble, row);
    await gateway.review(sent.operation);
    return first;
  }

  async function confirmOne(
    { first, trouble, kind, sees }: TroubledRequest,
    record: Record,
  ): Promise<Answer> {
    const { sent } = first;
    const key = keyOf(sent, trouble);
    if (record.own.has(key)) return first;
    const isDeferred = trouble.kind === 'gateway' && policy.spreadMs > 0;
    if (isDeferred && gateway.has(sent)) return spread(first, trouble, kind);
    if (record.hangs && trouble.kind === 'hang') {
      record.vain += 1;
      throw hanging(sent.operation);
    }
    // Once it is known how an operation fails, its other requests are repeated once, and without a pause.
    const isKnown = record.own.size + gateway.count(sent.operation) >= policy.pausedFor;
    const answer = await repeated({ first, trouble, kind, sees }, isKnown ? [0] : undefined);
    if (answer !== first) return inDoubt.outcome(first, answer, trouble, kind);
    if (isDeferred) await spread(first, trouble, kind);
    record.own.add(key);
    if (trouble.kind === 'hang') record.hangs = true;
    return first;
  }

  return {
    confirm(first, trouble, kind, sees = []) {
      const record = recordOf(first.sent.operation);
      // Requests of one operation are confirmed one after the other, so that the later ones can use what the first one
      // showed.
      const result = record.ended.then(() => confirmOne({ first, trouble, kind, sees }, record));
      record.ended = result.catch(() => undefined);
      return result;
    },
    async admit(operation) {
      await records.get(operation)?.ended;
    },
    async review(operation) {
      const own = await gateway.review(operation);
      const trouble = own && troubleOf(own);
      if (own && trouble) recordOf(operation).own.add(keyOf(own.sent, trouble));
      return own;
    },
    deadlineFor(operation) {
      const record = records.get(operation);
      if (!record?.hangs) return deadlineMs;
      if (record.vain >= policy.vain) throw hanging(operation);
      return Math.min(deadlineMs, policy.shortDeadlineMs);
    },
    answered(operation, kind) {
      if (kind !== 'read') inDoubt.confirmed(operation);
    },
  };
}

/** Repeats a request until something else than trouble comes; the first answer when trouble came each time. */
function repetitionOf({ policy, clock, control, repeat }: ConfirmationParts) {
  return async (
    { first, trouble, kind, sees }: TroubledRequest,
    waits?: readonly number[],
  ): Promise<Answer> => {
    for (const pause of waits ?? policy.pausesMs[trouble.kind === 'gateway' ? 'gateway' : 'own']) {
      if (pause > 0) await clock.sleep(pause);
      await needControl(control, first.sent);
      const answer = await repeat(first.sent, kind);
      const again = troubleOf(answer);
      if (again === undefined || sees.includes(answer.status)) return answer;
      if (again.kind === 'rate-limit' || again.kind === 'network') throw passing(again);
    }
    await needControl(control, first.sent);
    return first;
  };
}

async function needControl(control: ConfirmationParts['control'], sent: Sent): Promise<void> {
  const problem = await control(sent);
  if (problem) throw problem;
}

/** The same request with the same kind of trouble. */
function keyOf(sent: Sent, { kind }: Trouble): string {
  return `${kind} ${requestKey(sent)}`;
}

/** The row that fails where an operation meets a request with nothing but trouble. */
function rowOfTrouble(operation: string): string {
  return `errors.answered @ ${operation}`;
}

/** The reason of a row that needs an operation which hangs: the row that says so fails. */
function hanging(operation: string): Inconclusive {
  return new Inconclusive(
    `${operation} hangs while others answer, so that it is not waited for again`,
    'other-row',
    rowOfTrouble(operation),
  );
}
