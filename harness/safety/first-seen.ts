import { canonical } from './ids.ts';

/**
 * The ids that answers have shown, in the order in which they came. A creation that is answered with an id which was
 * there before has made nothing new, so nothing may be changed under that id.
 */
export interface FirstSeen {
  /** Collects the ids of an answer. */
  learn(json: unknown): void;
  /** The present moment, for {@link before}. */
  readonly now: number;
  /**
   * Whether an id was there before a moment, and not as something that an earlier run of this profile left.
   *
   * @param name the field of the id, such as `classId`: an id of another kind then does not count
   */
  before(id: string, moment: number, name?: string): boolean;
}

type Moments = Map<string, number>;

const uuid = /^[0-9a-f]{8}-?(?:[0-9a-f]{4}-?){3}[0-9a-f]{12}$/i;

/**
 * Opens the collection. Every UUID counts, and every text in a field that has the name of an id.
 *
 * @param known ids that are there from the beginning
 * @param mark the text that the names of all created things contain
 */
export function openFirstSeen(known: readonly string[], mark: string): FirstSeen {
  /** When each id was first seen, wherever, and when in each field; `Infinity` for what carries the mark. */
  const anywhere: Moments = new Map(known.map((id) => [canonical(id), -1]));
  const inFields = new Map<string, Moments>();
  let now = anywhere.size;

  function collect(value: unknown, name: string, isMarked: boolean): void {
    if (typeof value === 'string') {
      if (isId(value, name)) add(value, name, isMarked);
    } else if (Array.isArray(value)) {
      for (const item of value) collect(item, name, false);
    } else if (typeof value === 'object' && value !== null) {
      const marked = mark !== '' && Object.values(value).some((one) => isText(one) && one.includes(mark));
      for (const [key, inner] of Object.entries(value)) collect(inner, key, marked);
    }
  }

  /** The moments of a field; a list of ids has those of a single one. */
  function openField(name: string): Moments {
    const moments = inFields.get(fieldOf(name)) ?? new Map<string, number>();
    inFields.set(fieldOf(name), moments).set(name, moments);
    return moments;
  }

  function add(id: string, name: string, isMarked: boolean): void {
    const inField = inFields.get(name) ?? openField(name);
    // Nearly every id has been there before, in its canonical form.
    if (inField.has(id)) return;
    const moment = isMarked ? Number.POSITIVE_INFINITY : now;
    const own = canonical(id);
    for (const moments of [anywhere, inField]) {
      if (moments.has(own)) continue;
      moments.set(own, moment);
      now += 1;
    }
  }

  return {
    learn: (json) => collect(json, '', false),
    get now() {
      return now;
    },
    before(id, moment, name) {
      const moments = name === undefined ? anywhere : inFields.get(fieldOf(name));
      return (moments?.get(canonical(id)) ?? Number.POSITIVE_INFINITY) < moment;
    },
  };
}

function isId(text: string, name: string): boolean {
  return (text.length >= 32 && uuid.test(text)) || (name.endsWith('Id') && text !== '');
}

/** The field of an id; a list of ids has the plural of its name. */
function fieldOf(name: string): string {
  return name.endsWith('Ids') ? name.slice(0, -1) : name;
}

function isText(value: unknown): value is string {
  return typeof value === 'string';
}
