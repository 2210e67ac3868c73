import { Inconclusive } from '../judging/outcome.ts';
import type { Answer, Sent } from './answer.ts';
import { openBreaker } from './breaker.ts';
import type { Kind, Meter } from './budget.ts';
import { openConfirmation } from './confirmation.ts';
import { openControls } from './controls.ts';
import { openGate } from './gate.ts';
import { openPacer, type Pace, wallClock } from './pace.ts';
import { openRetries } from './retries.ts';
import { pauseAsked, type RetryPolicy } from './retry-policy.ts';
import type { Transport } from './transport.ts';
import { type Trouble, troubleOf } from './trouble.ts';
import { openWire } from './wire.ts';

type Statuses = readonly number[];

/** Sends requests at the target's pace and within the budget, with retries, and stops when the target is gone. */
export interface Dispatcher {
  /**
   * Sends a request and returns its answer. A 429 is retried after a pause. Trouble that comes back each time, while
   * other requests get their proper answers, is the target's own answer and is returned; so is an answer whose status
   * is in `sees`, at once.
   * @throws Inconclusive when no usable answer comes
   */
  carry(sent: Sent, kind: Kind, sees: Statuses): Promise<Answer>;
  /**
   * Sends again what met the trouble of a gateway on an operation; the answer that is the target's own, if there is
   * one.
   */
  review(operation: string): Promise<Answer | undefined>;
  /** Runs `work`; the budget for shrinking pays its requests. */
  shrink<T>(work: () => Promise<T>): Promise<T>;
  /** Carries out a task that sends one request by other means, such as a browser. */
  pass<T>(kind: Kind, task: () => Promise<T>): Promise<T>;
  /** Lets no further request through. Resolves when every write under way has its answer. */
  shut(): Promise<void>;
  /** Requests sent so far, retries included. */
  readonly requests: number;
}

/** What a dispatcher is made of. */
export interface DispatcherParts {
  readonly baseUrl: string;
  readonly transport: Transport;
  readonly pace: Pace;
  readonly retryPolicy: RetryPolicy;
  readonly meter: Meter;
  /** Reads without parameters. They are sent to learn whether the target answers at all. */
  readonly probes: readonly Sent[];
  /** Whether the run judges the row with an id. */
  readonly judges: (row: string) => boolean;
  /** Whether the body of a request keeps the contract. */
  readonly isSound: (sent: Sent) => boolean;
  /** Looks at each refusal by the rate limit, before the request is sent again. */
  readonly limited: (answer: Answer) => void;
  /** Writes a message for the person who watches the run. */
  readonly say: (text: string) => void;
}

/** Opens the dispatcher to one target. */
export function openDispatcher(parts: DispatcherParts): Dispatcher {
  const { baseUrl, transport, retryPolicy, meter } = parts;
  const pacer = openPacer(parts.pace, retryPolicy.longestPauseMs);
  const gate = openGate(pacer, meter);
  const sendOnce = openWire(baseUrl, transport, gate, (answer) => {
    // Before another request gets the place of this one.
    pacer.hold(pauseAsked(answer.headers['retry-after'], retryPolicy.pauseMs));
    parts.limited(answer);
  });
  const sendAgain = openRetries(sendOnce, pacer, retryPolicy);
  const controls = openControls(parts.probes);
  let isUnresponsive = false;
  const breaker = openBreaker(retryPolicy.breaker, () => anyControl(undefined), parts.say);
  const confirmation = openConfirmation({
    ...parts,
    policy: retryPolicy.confirmation,
    deadlineMs: retryPolicy.deadlineMs,
    // The request is repeated alone, so that trouble which other requests cause is not taken for the answer to this
    // one.
    repeat: (sent, kind) => sendAgain(sent, kind, 'alone', confirmation.deadlineFor(sent.operation)),
    control: anyControl,
    clock: retryPolicy.clock ?? wallClock,
  });

  /** Whether the target answers any of a few reads properly; the problem of the last one where it answers none. */
  async function anyControl(troubled: Sent | undefined): Promise<Inconclusive | undefined> {
    let problem: Inconclusive | undefined = new Inconclusive('the target answers no other read', 'network');
    // A target that answered none of them the last time is asked one read until it answers again.
    for (const sent of controls.for(troubled).slice(0, isUnresponsive ? 1 : undefined)) {
      const answer = await sendAgain(sent, 'read', 'alone', retryPolicy.breaker.deadlineMs);
      const trouble = troubleOf(answer);
      isUnresponsive = trouble !== undefined;
      if (trouble === undefined) return undefined;
      problem = unusable(trouble);
    }
    return problem;
  }

  /** What becomes of trouble: the answer that came in the end, or the target's own. @throws Inconclusive for neither */
  async function confirmed(answer: Answer, trouble: Trouble, kind: Kind, sees: Statuses): Promise<Answer> {
    const isOfTarget = trouble.kind !== 'rate-limit' && trouble.kind !== 'network';
    const problem = isOfTarget
      ? await confirmation.confirm(answer, trouble, kind, sees).catch(asInconclusive)
      : unusable(trouble);
    if (problem !== answer) pacer.halve();
    if (!(problem instanceof Inconclusive)) return problem;
    // A problem of one operation alone says nothing of the target as a whole.
    const isOfAll = problem.because === undefined;
    if (isOfAll && (problem.cause === 'network' || problem.cause === 'rate-limit'))
      await breaker.failed(problem);
    throw problem;
  }

  return {
    get requests() {
      return gate.requests;
    },
    review: (operation) => confirmation.review(operation),
    shrink: (work) => meter.shrink(work),
    shut: () => gate.close(),
    pass: (kind, task) => breaker.admit().then(() => gate.pass(kind, task, 'alone')),
    async carry(sent, kind, sees) {
      await breaker.admit();
      await confirmation.admit(sent.operation);
      const first = await sendAgain(sent, kind, 'usual', confirmation.deadlineFor(sent.operation), sees);
      const trouble = sees.includes(first.status) ? undefined : troubleOf(first);
      const answer = trouble === undefined ? first : await confirmed(first, trouble, kind, sees);
      if (kind === 'creation' && answer.status >= 400 && answer.status < 500) meter.giveBack();
      breaker.answered();
      if (trouble === undefined) confirmation.answered(sent.operation, kind);
      if (troubleOf(answer) === undefined) {
        isUnresponsive = false;
        controls.remember(answer);
      }
      return answer;
    },
  };
}

function unusable({ kind, words }: Trouble): Inconclusive {
  if (kind === 'rate-limit') return new Inconclusive('the target answered 429 throughout', 'rate-limit');
  return new Inconclusive(`the target gave no usable answer: ${words}`, 'network');
}

/** An inconclusive row as a value. @throws any other error as it is */
function asInconclusive(error: unknown): Inconclusive {
  if (error instanceof Inconclusive) return error;
  throw error;
}
