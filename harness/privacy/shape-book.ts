import type { Contract, StatedPlaces } from '../../spec/contract.ts';
import { formats } from '../../spec/formats.ts';
import { escapeStep, isObject } from '../../spec/tree.ts';
import type { Answer } from '../http/answer.ts';
import type { Journal } from '../run/journal.ts';
import { type ObservedAnswer, otherLiteral, type Shapes } from './shapes.ts';
import { vocabularyOf } from './vocabulary.ts';

/** How much of an answer is looked at, and how much is kept. */
const most = { items: 25, laterItems: 5, levels: 12, places: 400, literals: 40, times: 400 };
/** After this many answers of one kind, fewer items of each list are looked at. */
const many = 50;
const topic = 'shape';
/** A name that a field can have. Other names may be ids, or somebody's. */
const fieldName = /^[a-z][A-Za-z0-9_]{0,39}$/;
const shortLiteral = /^\p{L}[\p{L}\p{N} _-]{0,39}$/u;

interface Seen {
  readonly pointer: string;
  /** The places below, by the steps that lead there: to join and look up a pointer for each value takes far longer. */
  readonly below: Map<string, Seen>;
  count: number;
  /** How many of the values are objects. */
  objects: number;
  readonly types: Set<string>;
  readonly literals: Set<string>;
}

interface Entry {
  readonly operation: string;
  readonly status: number;
  answers: number;
  readonly times: number[];
  readonly places: Map<string, Seen>;
  readonly stated: StatedPlaces;
}

/** Holds the shapes of all answers of a run: never a value, but for the literals of public enumerations. */
export class ShapeBook {
  readonly #contract: Contract;
  readonly #journal: Journal;
  readonly #entries = new Map<string, Entry>();

  constructor(contract: Contract, journal: Journal) {
    this.#contract = contract;
    this.#journal = journal;
    for (const shape of shapesIn(journal)) this.#restore(shape);
  }

  /** Notes the shape of an answer. */
  note({ sent, status, json, ms }: Answer): void {
    const key = `${sent.operation} ${status}`;
    const entry = this.#entries.get(key) ?? this.#fresh(sent.operation, status);
    this.#entries.set(key, entry);
    entry.answers += 1;
    if (entry.times.length < most.times) entry.times.push(ms);
    if (json !== undefined) this.#walk(entry, json, placeAt(entry, ''), 1);
    if (isMilestone(entry.answers)) this.#write(entry);
  }

  /** Writes to the journal what is not there yet. */
  flush(): void {
    for (const entry of this.#entries.values()) if (!isMilestone(entry.answers)) this.#write(entry);
  }

  /** The shapes so far, in the order of the interface. */
  shapes(): Shapes {
    return ordered([...this.#entries.values()].map((entry) => this.#shown(entry)));
  }

  #fresh(operation: string, status: number): Entry {
    const stated = this.#contract.places(operation, status);
    return { operation, status, answers: 0, times: [], places: new Map(), stated };
  }

  /** Goes on where an earlier process ended. How many objects a place had stands at the places below it. */
  #restore({ operation, status, answers, ms, places }: ObservedAnswer): void {
    const entry = this.#fresh(operation, status);
    for (const { place, types, seen, literals = [] } of places) {
      const below = places.find((one) => one.place.slice(0, one.place.lastIndexOf('/')) === place);
      const objects = types.includes('object') ? (below?.of ?? seen) : 0;
      const facts = { objects, types: new Set(types), literals: new Set(literals) };
      entry.places.set(place, { pointer: place, below: new Map(), count: seen, ...facts });
    }
    entry.answers = answers;
    entry.times.push(ms.median);
    this.#entries.set(`${operation} ${status}`, entry);
  }

  #write(entry: Entry): void {
    this.#journal.append(topic, { shape: this.#shown(entry) });
  }

  #walk(entry: Entry, value: unknown, seen: Seen | undefined, level: number): void {
    if (!seen) return;
    seen.count += 1;
    seen.types.add(typeOf(value));
    if (typeof value === 'string') this.#noteLiteral(entry, seen, value);
    if (level > most.levels) return;
    const items = entry.answers > many ? most.laterItems : most.items;
    if (Array.isArray(value))
      for (const item of value.slice(0, items))
        this.#walk(entry, item, placeBelow(entry, seen, '*'), level + 1);
    if (!isObject(value)) return;
    seen.objects += 1;
    for (const name of Object.keys(value))
      this.#walk(entry, value[name], placeBelow(entry, seen, name), level + 1);
  }

  /** Keeps a literal of an enumeration: one that the contract lists, or one at a public place whose list is open. */
  #noteLiteral({ stated: places }: Entry, { literals, pointer }: Seen, value: string): void {
    const stated = places.get(pointer);
    if (stated === undefined) return;
    const isOpen = stated.isPublic && stated.gaps.length > 0;
    if (stated.literals.length === 0 && !isOpen) return;
    const isShown = stated.literals.includes(value) || (stated.isPublic && shortLiteral.test(value));
    literals.add(isShown && literals.size < most.literals ? value : otherLiteral);
  }

  #shown({ operation, status, answers, times, places, stated }: Entry): ObservedAnswer {
    const words = vocabularyOf(this.#contract);
    const isShown = (pointer: string): boolean => {
      const at = pointer.lastIndexOf('/');
      const [holder, name] = [pointer.slice(0, at), pointer.slice(at + 1)];
      if (at < 0 || stated.has(pointer)) return true;
      if (!isShown(holder)) return false;
      if (name === '*' || words.has(name)) return true;
      // A name that nobody knows is that of a field where most of the records have it, and not somebody's.
      const [seen, of] = [places.get(pointer)?.count ?? 0, places.get(holder)?.objects ?? 0];
      return stated.has(holder) && fieldName.test(name) && seen > 1 && seen * 2 >= of;
    };
    const shown = [...places].filter(([pointer]) => isShown(pointer));
    return {
      operation,
      status,
      answers,
      ms: { median: quantile(times, 0.5), p95: quantile(times, 0.95) },
      places: shown.map(([place, { count, types, literals }]) => {
        const holder = places.get(place.slice(0, Math.max(0, place.lastIndexOf('/'))));
        const isField = place !== '' && !place.endsWith('/*');
        return {
          place,
          types: [...types].sort(),
          seen: count,
          of: isField ? Math.max(count, holder?.objects ?? 0) : count,
          ...(literals.size > 0 ? { literals: [...literals].sort() } : {}),
        };
      }),
    };
  }
}

/** The place at a pointer; `undefined` for a new one where there is no room for more. */
function placeAt({ places }: Entry, pointer: string): Seen | undefined {
  const known = places.get(pointer);
  if (known || places.size >= most.places) return known;
  const facts = { count: 0, objects: 0, types: new Set<string>(), literals: new Set<string>() };
  const seen = { pointer, below: new Map<string, Seen>(), ...facts };
  places.set(pointer, seen);
  return seen;
}

function placeBelow(entry: Entry, { pointer, below }: Seen, step: string): Seen | undefined {
  const known = below.get(step);
  if (known) return known;
  const place = placeAt(entry, `${pointer}/${escapeStep(step)}`);
  if (place) below.set(step, place);
  return place;
}

/** The shapes in the journal of a run, whichever process noted them. */
export function shapesIn(journal: Journal): Shapes {
  const last = new Map<string, ObservedAnswer>();
  for (const entry of journal.read(topic)) {
    const shape = entry['shape'] as ObservedAnswer;
    last.set(`${shape.operation} ${shape.status}`, shape);
  }
  return ordered([...last.values()]);
}

/** Shapes in the order of their operations' names, and then of their statuses, each with its places in order. */
function ordered(shapes: readonly ObservedAnswer[]): Shapes {
  return [...shapes].sort((a, b) =>
    a.operation === b.operation ? a.status - b.status : a.operation < b.operation ? -1 : 1,
  );
}

/** Whether the journal is written after this number of answers: 1, 4, 16, … A killed run keeps most of what it saw. */
function isMilestone(answers: number): boolean {
  return Number.isInteger(Math.log2(answers) / 2);
}

function typeOf(value: unknown): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'array';
  if (typeof value === 'number') return Number.isInteger(value) ? 'integer' : 'number';
  return typeof value === 'string' ? textType(value) : typeof value;
}

function textType(text: string): string {
  if (text.length === 36 && formats.uuid.is(text)) return 'string:uuid';
  if (!/^[\dP]/.test(text)) return 'string';
  const format = (['date-time', 'date', 'duration'] as const).find((name) => formats[name].is(text));
  return format === undefined ? 'string' : `string:${format}`;
}

function quantile(times: readonly number[], share: number): number {
  const sorted = [...times].sort((a, b) => a - b);
  return Math.round((sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0) * 10) / 10;
}
