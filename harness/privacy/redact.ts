import type { Contract } from '../../spec/contract.ts';
import type { Answer, Sent } from '../http/answer.ts';
import { curl, keyInAddress } from '../http/curl.ts';
import type { ExtraHeader } from '../run/headers.ts';
import type { Aliases } from './aliases.ts';
import type { Evidence } from './evidence.ts';
import { type TextRedactor, textRedactor, uuid } from './redact-text.ts';
import { shownHeaders } from './shown-headers.ts';
import { vocabularyOf } from './vocabulary.ts';

/** A date-time, as the bounds of date filters are written. It is not personal data. */
const dateTime = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d[\d.:+Z-]*$/;
const number = /^-?\d{1,20}$/;
/** The name of a member in a generated value. The generator chose it, not the target. */
const memberName = /^[a-z][a-zA-Z]{0,23}$/;
/** How much of a JSON value evidence shows. */
const most = { items: 3, ownItems: 120, members: 40, levels: 12 };

/** A place in a JSON value, with what may be shown there. */
interface Place {
  readonly pointer: string;
  readonly name: string;
  /** Whether the contract marks the value at a JSON Pointer as public. */
  readonly isPublic: (pointer: string) => boolean;
  /** The value is part of a request of ours, so its numbers are shown. */
  readonly ours: boolean;
}

/**
 * Redacts exchanges, by an allow-list. A value is shown only where the contract marks it as public, where it is a word
 * of the contract, or where the run generated it. Any other value becomes its shape, and an id becomes an alias that
 * stays the same for the run.
 */
export class Redactor {
  readonly #contract: Contract;
  readonly #texts: TextRedactor;
  readonly #headers: readonly ExtraHeader[];

  constructor(
    contract: Contract,
    isOurs: (text: string) => boolean,
    aliases: Aliases,
    headers: readonly ExtraHeader[] = [],
  ) {
    this.#headers = headers;
    this.#contract = contract;
    this.#texts = textRedactor(vocabularyOf(contract), isOurs, aliases);
  }

  /** The redacted exchange behind an answer. */
  evidence(answer: Answer): Evidence {
    const { sent } = answer;
    const path = this.#pathOf(sent);
    const requestBody = sent.body === undefined ? undefined : this.ownBody(sent.body);
    return {
      operation: sent.operation,
      request: `${sent.method} ${path}`,
      ...(requestBody === undefined ? {} : { requestBody }),
      status: answer.fault === undefined ? answer.status : 0,
      headers: shownHeaders(answer.headers, (text) => this.#texts.isOurs(text)),
      ...(answer.text === '' ? {} : { body: this.#body(answer) }),
      ms: Math.round(answer.ms),
      curl: curl({
        method: sent.method,
        path,
        key: sent.key,
        keyAs: sent.keyAs,
        headers: this.#headers,
        body: requestBody,
        sent: sent.headers,
      }),
    };
  }

  /** The path of a request. Where a key was tried in its query, words stand for the key. */
  #pathOf({ path, keyAs }: Sent): string {
    if (keyAs === undefined || !('query' in keyAs)) return this.path(path);
    const begin = path.lastIndexOf(`${keyAs.query[0]}=`) - 1;
    const key = keyAs.query.map((name) => `${name}=${keyInAddress}`).join('&');
    return `${this.path(path.slice(0, begin))}${path[begin]}${key}`;
  }

  /** Redacts a path with its query. */
  path(path: string): string {
    const [base = '', ...query] = path.split('?');
    const steps = base
      .split('/')
      .map((step) => (this.#texts.isPlain(decoded(step)) ? step : this.#texts.hide('id', decoded(step))));
    if (query.length === 0) return steps.join('/');
    const pairs = query
      .join('?')
      .split('&')
      .map((pair) => this.#pair(pair));
    return `${steps.join('/')}?${pairs.join('&')}`;
  }

  /** Redacts a value and writes it in words. */
  show(value: unknown): string {
    if (value === undefined) return 'nothing';
    const shown = this.#own(value);
    return typeof value === 'string' && !this.#texts.isPlain(value)
      ? String(shown)
      : (JSON.stringify(shown) ?? 'nothing');
  }

  /** Redacts the quoted values and the ids in a text of ours, such as a counterexample. */
  text(text: string): string {
    return text
      .replace(/"((?:[^"\\]|\\.)*)"(:?)/g, (quoted, inside: string, colon: string) => {
        const isMember = colon !== '' && memberName.test(inside);
        const isShown = isMember || this.#texts.isPlain(unquoted(inside)) || dateTime.test(inside);
        return isShown ? quoted : `${this.#texts.hide('id', unquoted(inside))}${colon}`;
      })
      .replace(uuid, (id) => (this.#texts.isOurs(id) ? id : this.#texts.alias('id', id)));
  }

  /** Redacts the body of a request of ours. */
  ownBody(text = ''): unknown {
    try {
      return this.#own(JSON.parse(text));
    } catch {
      return this.#texts.isOurs(text) ? text : `text of ${text.length} characters`;
    }
  }

  /** Redacts one `name=value` of a query. */
  #pair(pair: string): string {
    const [name = '', ...rest] = pair.split('=');
    const value = decoded(rest.join('='));
    const [parameter = ''] = decoded(name).split('[');
    const words = decoded(name).split(/[[\]]/);
    const shownName = words.every((word) => this.#texts.isPlain(word)) ? name : 'name';
    const isBound = this.#isImpersonal(parameter) && (dateTime.test(value) || number.test(value));
    return isBound || this.#texts.isPlain(value)
      ? `${shownName}${rest.length > 0 ? '=' : ''}${rest.join('=')}`
      : `${shownName}=${this.#texts.alias(parameter, value)}`;
  }

  /** Whether the numbers and date-times of a parameter are bounds of a search, and not personal data. */
  #isImpersonal(name: string): boolean {
    const named = this.#contract.operations.flatMap(({ parameters }) =>
      parameters.filter((one) => one.name === name),
    );
    const types = named.flatMap(({ schema }) => [schema['type']].flat());
    return named.length > 0 && !types.includes('string') && !types.includes('array');
  }

  #body(answer: Answer): unknown {
    if (answer.json === undefined)
      return `text of ${answer.text.length} characters: ${answer.broken ?? answer.unjudged ?? 'no JSON'}`;
    const { operation } = answer.sent;
    const isPublic = (pointer: string) => this.#contract.isPublic(operation, answer.status, pointer);
    return this.#redacted(answer.json, { pointer: '', name: '', isPublic, ours: false });
  }

  #own(value: unknown): unknown {
    return this.#redacted(value, { pointer: '', name: '', isPublic: () => false, ours: true });
  }

  #redacted(value: unknown, place: Place): unknown {
    if (place.pointer.split('/').length > most.levels) return '…';
    if (Array.isArray(value)) {
      const limit = place.ours ? most.ownItems : most.items;
      const items = value
        .slice(0, limit)
        .map((item, index) => this.#redacted(item, below(place, String(index))));
      return value.length > limit ? [...items, `… ${value.length} items`] : items;
    }
    if (typeof value === 'object' && value !== null) {
      const members = Object.entries(value).slice(0, most.members);
      return Object.fromEntries(
        members.map(([name, item]) => [this.#name(name), this.#redacted(item, below(place, name))]),
      );
    }
    if (value === null || place.isPublic(place.pointer)) return shortened(value);
    if (typeof value === 'string') {
      const isShown = place.ours ? this.#texts.isPlain(value) : this.#texts.isOurs(value);
      if (isShown) return shortened(value);
      return (place.ours ? undefined : this.#texts.known(value)) ?? this.#texts.hide(place.name, value);
    }
    return place.ours ? value : `a ${typeof value}`;
  }

  /** Redacts the name of a member. A target may use personal data as a name. */
  #name(name: string): string {
    return this.#texts.isPlain(name) ? name : this.#texts.alias('name', name);
  }
}

function below(place: Place, name: string): Place {
  const isIndex = /^\d+$/.test(name);
  return {
    ...place,
    pointer: `${place.pointer}/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`,
    name: isIndex ? place.name : name,
  };
}

/** A value, or its shape where it is longer than any value that the interface makes public. */
function shortened(value: unknown): unknown {
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
