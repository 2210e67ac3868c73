import { Inconclusive } from '../judging/outcome.ts';
import type { Answer, Sent } from './answer.ts';
import { openBreaker } from './breaker.ts';
import type { Kind, Meter } from './budget.ts';
import { decode } from './decode.ts';
import { openGate } from './gate.ts';
import { openPacer, type Pace } from './pace.ts';
import { type Patience, pauseAsked } from './patience.ts';
import { type Transport, TransportError } from './transport.ts';

/** Sends requests at the target's pace and within the budget, with retries, and stops when the target is gone. */
export interface Door {
  /**
   * Sends a request and returns its answer. A 429 is retried after a pause; a read is retried once after a 5xx. An
   * answer whose status is in `sees` is returned without a retry.
   * @throws Inconclusive when no usable answer comes
   */
  carry(sent: Sent, kind: Kind, sees: readonly number[]): Promise<Answer>;
  /** Runs `work`; the budget for shrinking pays its requests. */
  shrink<T>(work: () => Promise<T>): Promise<T>;
  /** Carries out a task that sends one request by other means, such as a browser. */
  pass<T>(kind: Kind, task: () => Promise<T>): Promise<T>;
  /** Lets no further request through. Resolves when every write under way has its answer. */
  shut(): Promise<void>;
  /** Requests sent so far, retries included. */
  readonly requests: number;
}

/** What a door is made of. */
export interface DoorParts {
  readonly baseUrl: string;
  readonly transport: Transport;
  readonly pace: Pace;
  readonly patience: Patience;
  readonly meter: Meter;
  /** A read without parameters. The breaker sends it to learn whether the target answers. */
  readonly probe: Sent;
  /** Writes a message for the person who watches the run. */
  readonly say: (text: string) => void;
}

const gatewayFailures: readonly number[] = [502, 503, 504];

/** Opens the door to one target. */
export function openDoor(parts: DoorParts): Door {
  const { baseUrl, transport, patience, meter } = parts;
  const pacer = openPacer(parts.pace, patience.longestPauseMs);
  const gate = openGate(pacer, meter);
  const breaker = openBreaker(patience.breaker, probe, parts.say);

  function sendOnce(sent: Sent, kind: Kind, deadlineMs = patience.deadlineMs): Promise<Answer> {
    return gate.pass(kind, async () => {
      const { method, path, headers, body } = sent;
      const started = performance.now();
      const incoming = await transport(
        { url: baseUrl + path, method, headers, body, safe: kind === 'read' },
        deadlineMs,
      );
      const ms = incoming.ms ?? performance.now() - started;
      return { sent, status: incoming.status, headers: incoming.headers, ...decode(incoming), ms };
    });
  }

  async function probe(): Promise<Inconclusive | undefined> {
    try {
      const answer = await sendOnce(parts.probe, 'read', patience.breaker.deadlineMs);
      return isBusy(answer) ? unusable(answer) : undefined;
    } catch (error) {
      return asInconclusive(error);
    }
  }

  async function sendWithRetries(sent: Sent, kind: Kind, sees: readonly number[]): Promise<Answer> {
    for (let attempt = 1; ; attempt += 1) {
      const answer = await sendOnce(sent, kind);
      const tries = triesFor(answer.status, kind, patience.tries);
      if (sees.includes(answer.status) || attempt >= tries) return answer;
      const pauseMs = patience.pauseMs * 2 ** (attempt - 1);
      if (isBusy(answer)) pacer.hold(pauseAsked(answer.headers['retry-after'], pauseMs));
    }
  }

  return {
    get requests() {
      return gate.requests;
    },
    shrink: (work) => meter.shrink(work),
    shut: () => gate.close(),
    pass: (kind, task) => breaker.admit().then(() => gate.pass(kind, task)),
    async carry(sent, kind, sees) {
      await breaker.admit();
      const answer = await sendWithRetries(sent, kind, sees).catch(async (error: unknown) => {
        const problem = asInconclusive(error);
        if (error instanceof TransportError) await breaker.failed(problem);
        throw problem;
      });
      if (kind === 'creation' && answer.status >= 400 && answer.status < 500) meter.giveBack();
      if (!isBusy(answer)) breaker.answered();
      const isUsable = answer.status < 500 && answer.status !== 429;
      if (isUsable || sees.includes(answer.status)) return answer;
      if (isBusy(answer)) await breaker.failed(unusable(answer));
      throw unusable(answer);
    },
  };
}

/** How often a request is sent in all. A 429 did nothing, so every request is repeated; after a 5xx only a read is. */
function triesFor(status: number, kind: Kind, tries: number): number {
  if (status === 429) return tries;
  return status >= 500 && kind === 'read' ? 2 : 1;
}

/** Whether an answer says nothing about the service itself: a rate limit refused it, or a gateway failed. */
function isBusy({ status }: Answer): boolean {
  return status === 429 || gatewayFailures.includes(status);
}

function unusable({ status }: Answer): Inconclusive {
  if (status === 429) return new Inconclusive('the target answered 429 throughout', 'rate-limit');
  return new Inconclusive(`the target answered ${status}`, 'target');
}

/** A transport error as the reason for an inconclusive row. @throws any other error as it is */
function asInconclusive(error: unknown): Inconclusive {
  if (error instanceof Inconclusive) return error;
  if (error instanceof TransportError) return new Inconclusive(error.message, 'network', error.fault);
  throw error;
}
