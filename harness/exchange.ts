import { setTimeout as sleep } from 'node:timers/promises';
import type { Contract, Operation } from '../spec/contract.ts';
import type { Answer, KeyRole, Sent } from './answer.ts';
import type { Access } from './check.ts';
import { type Permissions, refusal } from './guard.ts';
import { Inconclusive } from './outcome.ts';
import { type Params, place } from './place.ts';
import type { Redactor } from './redact.ts';
import type { Settings } from './settings.ts';
import type { Sightings } from './sightings.ts';
import { type Transport, TransportError } from './transport.ts';

/** What a request may have besides its parameters. */
export interface SendOptions {
  /** Which key goes with it; the full one unless said otherwise. */
  readonly key?: KeyRole;
  /** A JSON body in place of the one made from the parameters. */
  readonly body?: unknown;
  /** A body as text, sent as it is. */
  readonly rawBody?: string;
  /** Query text appended as it is, without `?` or `&`. */
  readonly rawQuery?: string;
  /** A method in place of the operation's own. */
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/** The one door to the network. */
export interface Exchange {
  send(op: Operation, params: Params, options: SendOptions, access: Access): Promise<Answer>;
  /** Requests that went out so far, repeats included. */
  readonly requests: number;
}

/** The interface ends a request after 30 seconds with 504; what takes longer than this gives no answer at all. */
const deadlineMs = 35_000;
const patience = { rateLimited: 3, longestWaitMs: 5_000 };

/** Opens the door. Every answer is judged by the schemas of the contract on its way in. */
export function openExchange(parts: {
  readonly contract: Contract;
  readonly settings: Settings;
  readonly transport: Transport;
  readonly sightings: Sightings;
  readonly redactor: Redactor;
  readonly permissions: Permissions;
}): Exchange {
  const { settings, transport, sightings, redactor, permissions } = parts;
  let requests = 0;

  async function carry(sent: Sent): Promise<Answer> {
    const started = performance.now();
    const url = settings.baseUrl + sent.path;
    requests += 1;
    try {
      const { status, headers, body } = await transport({ url, ...pick(sent) }, deadlineMs);
      const text = new TextDecoder().decode(body);
      return { sent, status, headers, text, json: parse(text), ms: performance.now() - started };
    } catch (error) {
      if (error instanceof TransportError) throw new Inconclusive(error.message, 'network');
      throw error;
    }
  }

  async function carryPatiently(sent: Sent): Promise<Answer> {
    for (let attempt = 0; attempt < patience.rateLimited; attempt += 1) {
      const answer = await carry(sent);
      if (answer.status !== 429) return answer;
      await sleep(waitAfter(answer.headers['retry-after'], attempt));
    }
    throw new Inconclusive('the target answered 429 throughout', 'rate-limit');
  }

  return {
    get requests() {
      return requests;
    },
    async send(op, params, options, access) {
      const sent = compose(op, params, options, settings);
      const refused = refusal(op, sent, access, permissions);
      if (refused) throw new Error(`the guard refused a request: ${refused}`);
      let answer = await carryPatiently(sent);
      if (answer.status >= 500 && !op.writes) answer = await carryPatiently(sent);
      sightings.note(answer, () => [redactor.evidence(answer)]);
      if (answer.status >= 500) throw new Inconclusive(`the target answered ${answer.status}`, 'target');
      return answer;
    },
  };
}

function compose(op: Operation, params: Params, options: SendOptions, settings: Settings): Sent {
  const placed = place(op, params);
  const key = options.key ?? 'full';
  const body = options.rawBody ?? textOf(options.body ?? placed.body);
  const joint = placed.path.includes('?') ? '&' : '?';
  return {
    operation: op.id,
    method: options.method ?? op.method,
    path: options.rawQuery === undefined ? placed.path : `${placed.path}${joint}${options.rawQuery}`,
    headers: {
      accept: 'application/json, application/problem+json',
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...keyHeader(key, settings),
      ...options.headers,
    },
    body,
    key,
  };
}

function keyHeader(key: KeyRole, settings: Settings): Record<string, string> {
  if (key === 'none') return {};
  if (key === 'empty') return { 'x-api-key': '' };
  if (key === 'wrong') return { 'x-api-key': 'rollcall-not-a-key' };
  const value = settings.keys[key];
  if (value === undefined) throw new Inconclusive(`no ${key} key was given`, 'configuration');
  return { 'x-api-key': value };
}

function pick({ method, headers, body }: Sent): Pick<Sent, 'method' | 'headers' | 'body'> {
  return { method, headers, body };
}

function textOf(body: unknown): string | undefined {
  return body === undefined ? undefined : JSON.stringify(body);
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Retry-After in seconds or as a date; without it, a little longer each time. */
function waitAfter(header: string | undefined, attempt: number): number {
  const seconds = Number(header);
  const asked =
    header === undefined
      ? 250 * 2 ** attempt
      : Number.isFinite(seconds)
        ? seconds * 1000
        : Date.parse(header) - Date.now();
  return Math.min(Math.max(asked || 0, 0), patience.longestWaitMs);
}
