import { Inconclusive } from '../judging/outcome.ts';
import type { Answer, Sent } from './answer.ts';
import { openBreaker } from './breaker.ts';
import type { Kind, Meter } from './budget.ts';
import { decode } from './decode.ts';
import { openPacer, type Pace } from './pace.ts';
import { type Patience, pauseAsked } from './patience.ts';
import { type Transport, TransportError } from './transport.ts';

/** Carries requests at the target's pace and within the budget, and stops when the target is gone. */
export interface Door {
  /**
   * The answer to a request. What a busy or broken target says is waited out and asked again where that is safe;
   * statuses in `sees` are given as they come.
   * @throws Inconclusive when no usable answer comes
   */
  carry(sent: Sent, kind: Kind, sees: readonly number[]): Promise<Answer>;
  /** Has the requests of `work` paid by the budget for shrinking. */
  shrink<T>(work: () => Promise<T>): Promise<T>;
  /** Lets through what somebody else carries, a browser for one. */
  pass<T>(kind: Kind, task: () => Promise<T>): Promise<T>;
  /** Lets nothing more through, whoever still asks; resolves when what may change something has its answer. */
  shut(): Promise<void>;
  /** Requests that went out so far, repeats included. */
  readonly requests: number;
}

/** What a door is made of. */
export interface DoorParts {
  readonly baseUrl: string;
  readonly transport: Transport;
  readonly pace: Pace;
  readonly patience: Patience;
  readonly meter: Meter;
  /** A plain request that only reads, to see whether the target is there. */
  readonly look: Sent;
  readonly say: (text: string) => void;
}

const gatewayFailures: readonly number[] = [502, 503, 504];

/** Opens the door to one target. */
export function openDoor(parts: DoorParts): Door {
  const { baseUrl, transport, patience, meter } = parts;
  const pacer = openPacer(parts.pace, patience.longestPauseMs);
  const breaker = openBreaker(patience.breaker, look, parts.say);
  const changing = new Set<Promise<unknown>>();
  let requests = 0;
  let isShut = false;

  function pass<T>(kind: Kind, task: () => Promise<T>): Promise<T> {
    return pacer.run(async () => {
      if (isShut) throw new Inconclusive('the run is over', 'rollcall');
      meter.spend(kind);
      requests += 1;
      const carried = task();
      if (kind !== 'read') keep(carried);
      return carried;
    });
  }

  function keep(carried: Promise<unknown>): void {
    const forget = () => changing.delete(carried);
    changing.add(carried);
    carried.then(forget, forget);
  }

  async function once(sent: Sent, kind: Kind, deadlineMs = patience.deadlineMs): Promise<Answer> {
    return pass(kind, async () => {
      const started = performance.now();
      const { method, headers, body } = sent;
      const incoming = await transport({ url: baseUrl + sent.path, method, headers, body }, deadlineMs);
      const ms = incoming.ms ?? performance.now() - started;
      return { sent, status: incoming.status, headers: incoming.headers, ...decode(incoming), ms };
    });
  }

  async function look(): Promise<Inconclusive | undefined> {
    try {
      const answer = await once(parts.look, 'read', patience.breaker.deadlineMs);
      return isBusy(answer) ? unusable(answer) : undefined;
    } catch (error) {
      return asInconclusive(error);
    }
  }

  /** Sends again after 429, which nothing was done for, and reads once more after a failure. */
  async function patiently(sent: Sent, kind: Kind, sees: readonly number[]): Promise<Answer> {
    for (let attempt = 1; ; attempt += 1) {
      const answer = await once(sent, kind);
      const tries = triesFor(answer.status, kind, patience.tries);
      if (sees.includes(answer.status) || attempt >= tries) return answer;
      if (isBusy(answer))
        pacer.hold(pauseAsked(answer.headers['retry-after'], patience.pauseMs * 2 ** (attempt - 1)));
    }
  }

  return {
    get requests() {
      return requests;
    },
    shrink: (work) => meter.shrink(work),
    async shut() {
      isShut = true;
      await Promise.allSettled(changing);
    },
    async pass(kind, task) {
      await breaker.admit();
      return pass(kind, task);
    },
    async carry(sent, kind, sees) {
      await breaker.admit();
      const answer = await patiently(sent, kind, sees).catch(async (error: unknown) => {
        const problem = asInconclusive(error);
        if (error instanceof TransportError) await breaker.failed(problem);
        throw problem;
      });
      if (kind === 'creation' && answer.status >= 400 && answer.status < 500) meter.giveBack();
      if (!isBusy(answer)) breaker.answered();
      if (answer.status < 500 && answer.status !== 429) return answer;
      if (sees.includes(answer.status)) return answer;
      if (isBusy(answer)) await breaker.failed(unusable(answer));
      throw unusable(answer);
    },
  };
}

function triesFor(status: number, kind: Kind, tries: number): number {
  if (status === 429) return tries;
  return status >= 500 && kind === 'read' ? 2 : 1;
}

/** Whether an answer says nothing about the service itself: it has no time, or what stands before it lost it. */
function isBusy({ status }: Answer): boolean {
  return status === 429 || gatewayFailures.includes(status);
}

function unusable({ status }: Answer): Inconclusive {
  if (status === 429) return new Inconclusive('the target answered 429 throughout', 'rate-limit');
  return new Inconclusive(`the target answered ${status}`, 'target');
}

/** What went wrong on the wire becomes a reason; any other error stays what it is. */
function asInconclusive(error: unknown): Inconclusive {
  if (error instanceof Inconclusive) return error;
  if (error instanceof TransportError) return new Inconclusive(error.message, 'network', error.fault);
  throw error;
}
