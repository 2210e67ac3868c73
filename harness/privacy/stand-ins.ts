import type { Contract } from '../../spec/contract.ts';
import { standIn, uuid } from './stand-in-forms.ts';
import { vocabularyOf } from './vocabulary.ts';

/**
 * Values that stand for those that must not be shown, in exchanges that are judged again. What evidence would show stays
 * as it is. Any other text becomes one of the same form; the same text becomes the same one in the whole run.
 */
export interface StandIns {
  /** A value of an answer. `isPublic` says what the contract marks as public, by JSON Pointer. */
  answer(value: unknown, isPublic: (pointer: string) => boolean): unknown;
  /** A path with its query. */
  path(path: string): string;
  /** The body of a request. */
  body(text: string | undefined): string | undefined;
  /** A text that is hidden wherever it occurs, unless it is a word of the contract. */
  text(text: string): string;
}

const anyDateTime = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d[\d.:+Z-]*$/;
const number = /^-?\d{1,20}$/;
const longestShown = 200;

/** Texts that checks send everywhere, and that say nothing of the target. */
const ownTexts: readonly string[] = [
  'not-a-uuid',
  'rollcall@example.org',
  '__proto__',
  'constructor',
  '%E0%A4%A',
];
const ownToken = 'rollcall';

/** Opens the stand-ins of a run. `isOurs` says which texts the run generated, or are ids of what it created. */
export function openStandIns(contract: Contract, isOurs: (text: string) => boolean): StandIns {
  const texts = new Texts(contract, isOurs);
  const impersonal = impersonalParameters(contract);

  function pair(one: string): string {
    const [name = '', ...rest] = one.split('=');
    const value = decoded(rest.join('='));
    const words = decoded(name).split(/[[\]]/);
    const isBound = impersonal.has(words[0] ?? '') && (anyDateTime.test(value) || number.test(value));
    return `${words.map((word) => texts.asked(word)).join('.')}=${isBound ? value : texts.asked(value)}`;
  }

  return {
    answer: (value, isPublic) => texts.answer(value, isPublic, ''),
    text: (value) => texts.answered(value, false),
    path(path) {
      const [base = '', ...query] = path.split('?');
      const steps = base.split('/').map((step) => texts.asked(decoded(step)));
      const pairs = query.join('?').split('&').map(pair);
      return [steps.join('/'), ...(query.length > 0 ? [pairs.join('&')] : [])].join('?');
    },
    body(body) {
      if (body === undefined) return undefined;
      try {
        return JSON.stringify(texts.sent(JSON.parse(body)));
      } catch {
        return texts.asked(body);
      }
    },
  };
}

/** Which texts are shown, and what stands for the others. What was hidden once stays hidden. */
class Texts {
  readonly #words: ReadonlySet<string>;
  readonly #isOurs: (text: string) => boolean;
  readonly #hidden = new Map<string, number>();
  readonly #shown = new Set<string>();
  /** Texts of requests that a check made up: they have nothing of what the target sent. */
  readonly #madeUp = new Set<string>(ownTexts);
  /** The words of all that is hidden, and the UUIDs: no other text is like one of those. */
  readonly #tokens = { words: new Set<string>(), uuids: new Set<string>() };

  constructor(contract: Contract, isOurs: (text: string) => boolean) {
    this.#words = vocabularyOf(contract);
    this.#isOurs = isOurs;
  }

  /** A text of an answer. */
  answered(value: string, isShown: boolean): string {
    // Our own name is that of things which earlier runs made, and of things that this run is about to make.
    if (value === '' || this.#words.has(value) || keyOf(value) === ownToken) return value;
    const isHidden = this.#hidden.has(keyOf(value));
    if (!isHidden && (isShown || this.#shown.has(value) || this.#isOurs(value))) {
      this.#shown.add(value);
      return value;
    }
    return standIn(value, (text) => this.#number(text));
  }

  /** A text of a request. */
  asked(value: string, isShown = false): string {
    if (this.#madeUp.has(value)) return value;
    if (!this.#hidden.has(keyOf(value)) && this.#isMadeUp(value)) return value;
    return this.answered(value, isShown);
  }

  /** A value of an answer. */
  answer(value: unknown, isPublic: (pointer: string) => boolean, pointer: string): unknown {
    const below = (name: string) => `${pointer}/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`;
    if (Array.isArray(value))
      return value.map((item, index) => this.answer(item, isPublic, below(String(index))));
    if (typeof value === 'object' && value !== null)
      return Object.fromEntries(
        Object.entries(value).map(([name, item]) => [
          this.answered(name, false),
          this.answer(item, isPublic, below(name)),
        ]),
      );
    const isShown = value === null || isPublic(pointer);
    if (typeof value === 'string') return this.answered(value, isShown && value.length <= longestShown);
    if (isShown) return value;
    return typeof value === 'number' ? 7 : true;
  }

  /** A value of the body of a request. */
  sent(value: unknown): unknown {
    if (Array.isArray(value)) return value.map((item) => this.sent(item));
    if (typeof value === 'object' && value !== null)
      return Object.fromEntries(
        Object.entries(value).map(([name, item]) => [this.asked(name), this.sent(item)]),
      );
    return typeof value === 'string' ? this.asked(value, anyDateTime.test(value)) : value;
  }

  #number(value: string): number {
    const key = keyOf(value);
    const known = this.#hidden.get(key);
    if (known !== undefined) return known;
    for (const token of tokensOf(key)) this.#tokens[uuid.test(token) ? 'uuids' : 'words'].add(token);
    this.#hidden.set(key, this.#hidden.size + 1);
    return this.#hidden.size;
  }

  /** Whether a text shares no word, and no part of a word, with anything that is hidden. */
  #isMadeUp(value: string): boolean {
    const isStrange = tokensOf(keyOf(value)).every((token) => token === ownToken || !this.#isLike(token));
    if (isStrange) this.#madeUp.add(value);
    return isStrange;
  }

  #isLike(token: string): boolean {
    const { words, uuids } = this.#tokens;
    if (uuid.test(token)) return uuids.has(token);
    if (words.has(token)) return true;
    for (const known of words)
      if (known.includes(token) || (known.length > 2 && token.includes(known))) return true;
    return false;
  }
}

/** The words of a text: UUIDs, and runs of letters and digits, without accents. */
function tokensOf(value: string): string[] {
  return (
    value
      .normalize('NFKD')
      .replace(/\p{M}/gu, '')
      .match(/[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}|[\p{L}\p{N}]+/gu) ?? []
  );
}

/** The parameters whose numbers and date-times are bounds of a search, and not personal data. */
function impersonalParameters({ operations }: Contract): ReadonlySet<string> {
  const all = operations.flatMap(({ parameters }) => parameters);
  const personal = all.filter(({ schema }) => {
    const types = [schema['type']].flat();
    return types.includes('string') || types.includes('array');
  });
  const names = new Set(personal.map(({ name }) => name));
  return new Set(all.flatMap(({ name }) => (names.has(name) ? [] : [name])));
}

function keyOf(value: string): string {
  return value.toLowerCase();
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
