import type { Contract } from '../spec/contract.ts';
import type { Answer } from './answer.ts';
import { curl } from './curl.ts';

/** One exchange as a report may show it. */
export interface Evidence {
  readonly operation: string;
  readonly request: string;
  readonly requestBody?: unknown;
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: unknown;
  readonly ms: number;
  readonly curl: string;
}

const uuid = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/gi;
const shownHeaders = ['content-type', 'content-length', 'allow', 'retry-after', 'location'] as const;

/**
 * Turns what was exchanged into what may be shown. An allow-list: a field is shown only where the contract
 * marks it public, or where the run made the value itself; everything else becomes its shape, and an
 * identifier becomes an alias that stays the same for the run.
 */
export class Redactor {
  readonly #contract: Contract;
  readonly #isOurs: (text: string) => boolean;
  readonly #aliases = new Map<string, string>();

  constructor(contract: Contract, isOurs: (text: string) => boolean) {
    this.#contract = contract;
    this.#isOurs = isOurs;
  }

  /** The exchange behind an answer, fit for a report. */
  evidence(answer: Answer): Evidence {
    const { sent } = answer;
    const request = `${sent.method} ${this.path(sent.path)}`;
    const requestBody = sent.body === undefined ? undefined : this.#ownBody(sent.body);
    return {
      operation: sent.operation,
      request,
      ...(requestBody === undefined ? {} : { requestBody }),
      status: answer.status,
      headers: this.#headers(answer.headers),
      ...(answer.text === '' ? {} : { body: this.#body(answer) }),
      ms: Math.round(answer.ms),
      curl: curl({ method: sent.method, path: this.path(sent.path), key: sent.key, body: requestBody }),
    };
  }

  /** A path with its query: foreign identifiers and values become aliases. */
  path(path: string): string {
    const [base = '', query] = path.split('?');
    const shown = base.replace(uuid, (id) => (this.#isOurs(id) ? id : this.alias('id', id)));
    if (query === undefined) return shown;
    return `${shown}?${query
      .split('&')
      .map((pair) => this.#pair(pair))
      .join('&')}`;
  }

  /** A value in words: what is harmless as it is, the rest as its shape. */
  show(value: unknown): string {
    if (value === undefined) return 'nothing';
    if (typeof value !== 'string') return JSON.stringify(this.#plain(value)) ?? 'nothing';
    if (this.#isOurs(value)) return JSON.stringify(value);
    return shape(value, (id) => this.alias('id', id));
  }

  /** The alias of an identifier: stable within the run, and says nothing. */
  alias(kind: string, value: string): string {
    const key = value.toLowerCase();
    const known = this.#aliases.get(key);
    if (known) return known;
    const alias = `${kind}#${this.#aliases.size + 1}`;
    this.#aliases.set(key, alias);
    return alias;
  }

  #pair(pair: string): string {
    const [name = '', ...rest] = pair.split('=');
    const value = decodeURIComponent(rest.join('='));
    if (value === '' || this.#isOurs(value) || /^-?\d{1,9}$/.test(value)) return pair;
    return `${name}=${this.alias(decodeURIComponent(name), value)}`;
  }

  #ownBody(text: string): unknown {
    try {
      return this.#plain(JSON.parse(text));
    } catch {
      return this.#isOurs(text) ? text : `text of ${text.length} characters`;
    }
  }

  #headers(headers: Answer['headers']): Record<string, string> {
    const shown = Object.entries(headers).filter(([name]) => isShown(name));
    return Object.fromEntries(
      shown.map(([name, value]) => [name, name === 'location' ? 'an address' : value]),
    );
  }

  #body(answer: Answer): unknown {
    if (answer.json === undefined) return `text of ${answer.text.length} characters that is not JSON`;
    const { operation } = answer.sent;
    return this.#walk(answer.json, '', (pointer) =>
      this.#contract.isPublic(operation, answer.status, pointer),
    );
  }

  #plain(value: unknown): unknown {
    return this.#walk(value, '', () => false);
  }

  #walk(value: unknown, pointer: string, isPublic: (pointer: string) => boolean): unknown {
    if (Array.isArray(value)) {
      const shown = value.slice(0, 3).map((item, index) => this.#walk(item, `${pointer}/${index}`, isPublic));
      return value.length > 3 ? [...shown, `… ${value.length} items`] : shown;
    }
    if (typeof value === 'object' && value !== null) {
      const entries = Object.entries(value).map(([key, item]) => [
        key,
        this.#walk(item, `${pointer}/${key}`, isPublic),
      ]);
      return Object.fromEntries(entries);
    }
    if (typeof value !== 'string')
      return typeof value === 'number' && !isPublic(pointer) && Math.abs(value) > 1e6 ? 'a number' : value;
    if (isPublic(pointer) || this.#isOurs(value)) return value;
    return shape(value, (id) => this.alias('id', id));
  }
}

function isShown(name: string): boolean {
  return (shownHeaders as readonly string[]).includes(name) || name.startsWith('access-control-');
}

function shape(text: string, alias: (id: string) => string): string {
  if (new RegExp(`^(?:${uuid.source})$`, 'i').test(text)) return alias(text);
  return text === '' ? 'an empty string' : `a string of ${[...text].length} characters`;
}
