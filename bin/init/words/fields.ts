import { sentField, shownField } from '../../../spec/shapes/fields.ts';
import type { Words } from '../../../spec/shapes/words.ts';
import { readSource } from '../../../spec/source.ts';
import { isObject, type JsonObject, type JsonSchema } from '../../../spec/tree.ts';
import { meaningOf } from './meanings.ts';

/** Collects what a profile has to say of fields, beside naming them. */
export interface FieldBook {
  /** Notes a field of a body. @returns whether short words can name it */
  send(name: string, schema: JsonSchema): boolean;
  /** Notes a field of an answer. @returns whether short words can name it */
  show(name: string, schema: JsonSchema): boolean;
  /** The words below `texts` and `fields`. */
  readonly words: JsonObject;
}

/** Where words stand that nobody has written yet. */
const nowhere = readSource('profile.yaml', '{}');
const keywords = [
  ...['type', 'format', 'enum', 'const', 'pattern', 'minLength', 'maxLength', 'minItems', 'maxItems'],
  ...['minimum', 'maximum', 'items', 'properties', 'required', 'examples'],
];
const bounds = ['minLength', 'maxLength', 'pattern'];

/** Opens a book. `genders` are the values that the profile names for the gender of a user. */
export function openFieldBook(genders: readonly unknown[]): FieldBook {
  const names = new Map<string, { readonly means: string; readonly more: JsonObject }>();
  /** Those of which an answer has told the form. */
  const ofAnswers = new Set<string>();
  const bare = (said: JsonObject = {}): Words => ({
    place: { source: nowhere, path: [] },
    said: { values: { genders }, ...said },
    propertiesOf: () => [],
  });
  const knows = (field: typeof sentField, name: string) => {
    try {
      const schema = field(bare(), name, []);
      // A field of an answer with a name of its own may be named; nothing is known of it.
      return Object.keys(schema).length === 0 ? undefined : schema;
    } catch {
      return undefined;
    }
  };
  function note(field: typeof sentField, name: string, schema: JsonSchema, sent: boolean): boolean {
    const before = names.get(name);
    const own = knows(field, name);
    if (before !== undefined) {
      // Of two fields of one name with different forms, in a session and a study session, the name tells no form.
      const isOther = JSON.stringify(beyond(schema, own)) !== JSON.stringify(before.more);
      if (!sent && ofAnswers.has(name) && isOther) names.set(name, { means: before.means, more: {} });
      return true;
    }
    const means = own === undefined && sent ? meaningOf(name, schema) : undefined;
    const base = own ?? (means === undefined ? undefined : knows(field, means));
    const more = beyond(schema, base);
    if (base === undefined && Object.keys(more).length === 0) return false;
    // What short words know of the field of an answer, they say as it is, unless they leave its type open.
    if (base !== undefined && !sent && (!Array.isArray(base['type']) || Object.keys(more).length === 0))
      return true;
    if (!sent) ofAnswers.add(name);
    names.set(name, { means: means ?? name, more });
    return true;
  }
  return {
    send: (name, schema) => note(sentField, name, schema, true),
    show: (name, schema) => note(shownField, name, schema, false),
    get words() {
      const isText = (means: string) => knows(sentField, means)?.['pattern'] === '\\S';
      const texts = usualBounds([...names.values()].filter(({ means }) => isText(means)));
      const fields = [...names].flatMap(([name, { means, more }]): [string, unknown][] => {
        const rest = isText(means) ? without(more, texts) : more;
        if (Object.keys(rest).length > 0) return [[name, means === name ? rest : { means, ...rest }]];
        return means === name ? [] : [[name, means]];
      });
      return {
        ...(Object.keys(texts).length > 0 ? { texts } : {}),
        ...(fields.length > 0 ? { fields: Object.fromEntries(fields) } : {}),
      };
    },
  };
}

/** What a schema says that the usual one for the field does not. */
function beyond(schema: JsonSchema, base: JsonSchema | undefined): JsonObject {
  if ('$ref' in schema) return {};
  const entries = keywords.flatMap((key): [string, unknown][] => {
    const value = key === 'type' ? plainType(schema[key]) : schema[key];
    const isUsual = value === undefined || JSON.stringify(value) === JSON.stringify(base?.[key]);
    return isUsual || (base !== undefined && '$ref' in base) ? [] : [[key, value]];
  });
  return Object.fromEntries(entries);
}

/** A type without null, which a body need not send. */
function plainType(type: unknown): unknown {
  const types = [type].flat().filter((one) => one !== 'null' && one !== undefined);
  return types.length === 1 ? types[0] : type;
}

/** The bounds that most texts of bodies share. */
function usualBounds(texts: readonly { readonly more: JsonObject }[]): JsonObject {
  const counts = new Map<string, number>();
  for (const { more } of texts) {
    const own = JSON.stringify(
      Object.fromEntries(bounds.flatMap((key) => (key in more ? [[key, more[key]]] : []))),
    );
    counts.set(own, (counts.get(own) ?? 0) + 1);
  }
  const [most] = [...counts].sort(([, one], [, other]) => other - one);
  const shared: unknown = most === undefined || most[1] < 2 ? {} : JSON.parse(most[0]);
  return isObject(shared) ? shared : {};
}

function without(more: JsonObject, texts: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(more).filter(([key, value]) => texts[key] !== value));
}
