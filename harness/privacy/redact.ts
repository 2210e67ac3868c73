import type { Contract } from '../../spec/contract.ts';
import type { Answer } from '../http/answer.ts';
import { curl } from '../http/curl.ts';
import type { Aliases } from './aliases.ts';
import { shownHeaders } from './shown-headers.ts';
import { vocabularyOf } from './vocabulary.ts';

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
/** Moments that a date filter is given; they belong to no person. */
const moment = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d[\d.:+Z-]*$/;
const number = /^-?\d{1,20}$/;
/** What the members of a generated value are called: words of the generator, never of the target. */
const memberName = /^[a-z][a-zA-Z]{0,23}$/;
const most = { items: 3, members: 40, levels: 12 };

/** Where a value stands, and whether it may be shown there. */
interface Place {
  readonly pointer: string;
  readonly name: string;
  readonly isPublic: (pointer: string) => boolean;
  /** Numbers of our own requests are shown. */
  readonly ours: boolean;
}

/**
 * Turns what was exchanged into what may be shown. An allow-list: a value is shown only where the contract marks
 * it public, where it is a word of the contract, or where the run made it itself; everything else becomes its
 * shape, and an identifier becomes an alias that stays the same for the run.
 */
export class Redactor {
  readonly #contract: Contract;
  readonly #isOurs: (text: string) => boolean;
  readonly #aliases: Aliases;
  readonly #words: ReadonlySet<string>;

  constructor(contract: Contract, isOurs: (text: string) => boolean, aliases: Aliases) {
    this.#contract = contract;
    this.#isOurs = isOurs;
    this.#aliases = aliases;
    this.#words = vocabularyOf(contract);
  }

  /** The exchange behind an answer, fit for a report. */
  evidence(answer: Answer): Evidence {
    const { sent } = answer;
    const path = this.path(sent.path);
    const requestBody = sent.body === undefined ? undefined : this.ownBody(sent.body);
    return {
      operation: sent.operation,
      request: `${sent.method} ${path}`,
      ...(requestBody === undefined ? {} : { requestBody }),
      status: answer.status,
      headers: shownHeaders(answer.headers, this.#isOurs),
      ...(answer.text === '' ? {} : { body: this.#body(answer) }),
      ms: Math.round(answer.ms),
      curl: curl({ method: sent.method, path, key: sent.key, body: requestBody }),
    };
  }

  /** A path with its query: what is neither ours nor a word of the contract becomes an alias. */
  path(path: string): string {
    const [base = '', ...query] = path.split('?');
    const steps = base
      .split('/')
      .map((step) => (this.#isPlain(decoded(step)) ? step : this.#hidden('id', decoded(step))));
    if (query.length === 0) return steps.join('/');
    const pairs = query
      .join('?')
      .split('&')
      .map((pair) => this.#pair(pair));
    return `${steps.join('/')}?${pairs.join('&')}`;
  }

  /** A value in words: what is harmless as it is, the rest as its shape. */
  show(value: unknown): string {
    if (value === undefined) return 'nothing';
    const shown = this.#own(value);
    return typeof value === 'string' && !this.#isPlain(value)
      ? String(shown)
      : (JSON.stringify(shown) ?? 'nothing');
  }

  /** A text of ours that quotes values, such as a counterexample: foreign ones become aliases or shapes. */
  text(text: string): string {
    return text
      .replace(/"((?:[^"\\]|\\.)*)"(:?)/g, (quoted, inside: string, colon: string) =>
        (colon !== '' && memberName.test(inside)) || this.#isPlain(unquoted(inside)) || moment.test(inside)
          ? quoted
          : `${this.#hidden('id', unquoted(inside))}${colon}`,
      )
      .replace(uuid, (id) => (this.#isOurs(id) ? id : this.#aliases.of('id', id)));
  }

  /** Ours, or a word of the contract. */
  #isPlain(text: string): boolean {
    return text === '' || this.#words.has(text) || this.#isOurs(text);
  }

  #pair(pair: string): string {
    const [name = '', ...rest] = pair.split('=');
    const value = decoded(rest.join('='));
    const [plain = ''] = decoded(name).split('[');
    const shownName = decoded(name)
      .split(/[[\]]/)
      .every((word) => this.#isPlain(word))
      ? name
      : 'name';
    const shown =
      this.#isPlain(value) || (this.#isImpersonal(plain) && (moment.test(value) || number.test(value)));
    return shown
      ? `${shownName}${rest.length > 0 ? '=' : ''}${rest.join('=')}`
      : `${shownName}=${this.#alias(plain, value)}`;
  }

  /** A parameter whose numbers and moments are bounds of a search, and not somebody's. */
  #isImpersonal(name: string): boolean {
    const named = this.#contract.operations.flatMap(({ parameters }) =>
      parameters.filter((one) => one.name === name),
    );
    const types = named.flatMap(({ schema }) => [schema['type']].flat());
    return named.length > 0 && !types.includes('string') && !types.includes('array');
  }

  /** A body of ours as it may be shown: texts that the run coined, and shapes. */
  ownBody(text = ''): unknown {
    try {
      return this.#own(JSON.parse(text));
    } catch {
      return this.#isOurs(text) ? text : `text of ${text.length} characters`;
    }
  }

  #body(answer: Answer): unknown {
    if (answer.json === undefined)
      return `text of ${answer.text.length} characters: ${answer.broken ?? answer.unjudged ?? 'no JSON'}`;
    const { operation } = answer.sent;
    const isPublic = (pointer: string) => this.#contract.isPublic(operation, answer.status, pointer);
    return this.#walk(answer.json, { pointer: '', name: '', isPublic, ours: false });
  }

  #own(value: unknown): unknown {
    return this.#walk(value, { pointer: '', name: '', isPublic: () => false, ours: true });
  }

  #walk(value: unknown, place: Place): unknown {
    if (place.pointer.split('/').length > most.levels) return '…';
    if (Array.isArray(value)) {
      const items = value
        .slice(0, most.items)
        .map((item, index) => this.#walk(item, below(place, String(index))));
      return value.length > most.items ? [...items, `… ${value.length} items`] : items;
    }
    if (typeof value === 'object' && value !== null) {
      const members = Object.entries(value).slice(0, most.members);
      return Object.fromEntries(
        members.map(([name, item]) => [this.#name(name), this.#walk(item, below(place, name))]),
      );
    }
    if (value === null || place.isPublic(place.pointer)) return short(value);
    if (typeof value === 'string') {
      const plain = place.ours ? this.#isPlain(value) : this.#isOurs(value);
      return plain ? short(value) : this.#hidden(place.name, value);
    }
    return place.ours ? value : `a ${typeof value}`;
  }

  /** The name of a member: names can hold data as well. */
  #name(name: string): string {
    return this.#isPlain(name) ? name : this.#alias('name', name);
  }

  #hidden(name: string, text: string): string {
    if (new RegExp(`^(?:${uuid.source})$`, 'i').test(text)) return this.#alias(name, text);
    return text === '' ? 'an empty string' : `a string of ${[...text].length} characters`;
  }

  #alias(name: string, value: string): string {
    const kind = this.#words.has(name) || name === 'name' ? name.replace(/Ids?$/, '') : 'id';
    return this.#aliases.of(kind, value);
  }
}

function below(place: Place, name: string): Place {
  const index = /^\d+$/.test(name);
  return {
    ...place,
    pointer: `${place.pointer}/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`,
    name: index ? place.name : name,
  };
}

/** A public value, unless it is longer than any value that the interface makes public. */
function short(value: unknown): unknown {
  return typeof value === 'string' && value.length > 200 ? `a string of ${value.length} characters` : value;
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

function unquoted(inside: string): string {
  try {
    return String(JSON.parse(`"${inside}"`));
  } catch {
    return inside;
  }
}
