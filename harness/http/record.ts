import type { Contract } from '../../spec/contract.ts';
import { shownHeaders } from '../privacy/shown-headers.ts';
import type { StandIns } from '../privacy/stand-ins.ts';
import type { Keys } from '../run/settings.ts';
import type { BrowserPort, Seen } from './browser.ts';
import { addedSigns } from './compose.ts';
import { decode } from './decode.ts';
import { givenKeys, nameOfRole } from './key-role.ts';
import {
  type Incoming,
  type Outgoing,
  type Transport,
  TransportError,
  type TransportFault,
} from './transport.ts';

/** What came of a recorded request. `t` stands for a body that is not JSON, by its length. */
export type Outcome =
  | { readonly fault: TransportFault }
  | {
      readonly status: number;
      readonly headers: Readonly<Record<string, string>>;
      readonly json?: unknown;
      readonly t?: number;
      readonly ms: number;
    };

/** One exchange as it is recorded: redacted, and with the key by its role. */
export interface Recorded {
  readonly request: string;
  readonly outcome?: Outcome;
  readonly seen?: Seen;
}

/** What a recording is made of. */
export interface RecordParts {
  readonly contract: Contract;
  readonly baseUrl: string;
  readonly keys: Keys;
  readonly standIns: StandIns;
  readonly write: (exchange: Recorded) => void;
}

/** Records every exchange of a transport. An exchange is written in the order in which requests are sent. */
export function recorded(transport: Transport, parts: RecordParts): Transport {
  const inOrder = openOrder(parts.write);
  return async (request, deadlineMs) => {
    const started = performance.now();
    const put = inOrder(requestText(request, parts));
    try {
      const incoming = await transport(request, deadlineMs);
      const ms = incoming.ms ?? performance.now() - started;
      put({ outcome: { ...outcomeOf(request, incoming, parts), ms: Math.round(ms) } });
      return incoming;
    } catch (error) {
      if (error instanceof TransportError) put({ outcome: { fault: error.fault } });
      throw error;
    }
  };
}

/** Records what a browser saw. Its text is not needed again. */
export function recordedBrowser(port: BrowserPort, parts: RecordParts): BrowserPort {
  const inOrder = openOrder(parts.write);
  return async (request) => {
    const put = inOrder(`browser ${requestText(request, parts)}`);
    const seen = await port(request);
    put({ seen: typeof seen === 'string' ? seen : { status: seen.status, text: '' } });
    return seen;
  };
}

type Rest = Omit<Recorded, 'request'>;

/** Writes exchanges in the order of their requests, whichever answer comes first. */
function openOrder(write: (exchange: Recorded) => void): (request: string) => (rest: Rest) => void {
  const waiting: { readonly request: string; rest?: Rest }[] = [];
  return (request) => {
    const place: { readonly request: string; rest?: Rest } = { request };
    waiting.push(place);
    return (rest) => {
      place.rest = rest;
      while (waiting[0]?.rest !== undefined) {
        const next = waiting.shift();
        if (next?.rest) write({ request: next.request, ...next.rest });
      }
    };
  };
}

/** A request as text: method, path, key by its role, other headers and body, redacted. Replays look it up by this. */
export function requestText(
  { url, method, headers, body }: Outgoing,
  { baseUrl, keys, standIns }: Pick<RecordParts, 'baseUrl' | 'keys' | 'standIns'>,
): string {
  const others = Object.entries(headers)
    .filter(([name]) => name !== 'cookie')
    .map(([name, value]) => [name, isKeyName(name) ? roleOf(value, keys) : withoutKeys(value, keys)] as const)
    .sort(([a], [b]) => (a < b ? -1 : 1));
  const words = others.map(([name, value]) => `${name}: ${value}`).join('; ');
  const text = standIns.body(body);
  const path = standIns.path(withoutKeysInAddress(url.slice(baseUrl.length), keys));
  return `${method} ${path} (${words})${text === undefined ? '' : ` ${text}`}`;
}

/** An address in which a check tried a key: the key's role stands for it. */
function withoutKeysInAddress(path: string, keys: Keys): string {
  return givenKeys(keys).reduce(
    (text, [role, key]) => text.replaceAll(encodeURIComponent(key), `{${nameOfRole(role)}-key}`),
    path,
  );
}

/** The value of another header. A check chose it, and the target had no part in it. */
function withoutKeys(value: string, keys: Keys): string {
  const holdsKey = givenKeys(keys).some(([, key]) => value.toLowerCase().includes(key.toLowerCase()));
  return holdsKey ? 'a key' : value;
}

function isKeyName(name: string): boolean {
  return name.toLowerCase() === 'x-api-key';
}

function roleOf(value: string, keys: Keys): string {
  const given = givenKeys(keys).find(([, key]) => key === value);
  if (given) return nameOfRole(given[0]);
  const { full } = keys;
  if (value === '') return 'empty';
  if (full !== undefined && value === full.slice(0, -1)) return 'shortened';
  if (full !== undefined && value === full + addedSigns) return 'lengthened';
  return 'wrong';
}

function outcomeOf(request: Outgoing, incoming: Incoming, parts: RecordParts) {
  const { contract, baseUrl, standIns } = parts;
  const { status, headers } = incoming;
  const { text, json } = decode(incoming);
  const shown = shownHeaders(headers, (value) => standIns.text(value) === value);
  if (text === '') return { status, headers: shown };
  if (json === undefined) return { status, headers: shown, t: text.length };
  const operation = operationOf(contract, request.method, request.url.slice(baseUrl.length));
  const isPublic = (pointer: string) =>
    operation !== undefined && contract.isPublic(operation, status, pointer);
  return { status, headers: shown, json: standIns.answer(json, isPublic) };
}

/** The operation that a request is to; the fixed path before one with a parameter. */
function operationOf({ operations }: Contract, method: string, path: string): string | undefined {
  const steps = (path.split('?')[0] ?? '').split('/');
  const fits = operations.filter((op) => {
    const own = op.path.split('/');
    return (
      op.method === method &&
      own.length === steps.length &&
      own.every((step, index) => step.startsWith('{') || step === steps[index])
    );
  });
  return (fits.find(({ path: one }) => !one.includes('{')) ?? fits[0])?.id;
}
