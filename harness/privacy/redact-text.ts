import type { Aliases } from './aliases.ts';

/** A UUID anywhere in a text. */
export const uuid = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/gi;
const onlyUuid = new RegExp(`^(?:${uuid.source})$`, 'i');

/** What looks like a date or a moment, of which the shape is shown. */
const momentLike = /^\d[\d:.,/+ -]{3,15}(?:T[\d:.,+-]*Z?)?$/;

/** A text that means nothing to a reader, such as a cursor. */
const opaque = /^[\w+/=.~-]{8,}$/;

/** Decides whether a text may be shown, and what stands in its place. */
export interface TextRedactor {
  /** Whether the run generated the text, or it is the id of something that the run created. */
  isOurs(text: string): boolean;
  /** Whether a text may be shown: it is ours, or a word of the contract. */
  isPlain(text: string): boolean;
  /** Replaces a text: an id becomes an alias, a date `9999-99-99`, any other text its length. `name` is the field that held it. */
  hide(name: string, text: string): string;
  /** The alias that an opaque text already has, because a request held it: a cursor, for one. */
  known(text: string): string | undefined;
  /** The alias of a value. `name` is the field that held it. */
  alias(name: string, value: string): string;
}

/**
 * Makes a text redactor.
 *
 * @param words the words of the contract (see vocabulary.ts)
 */
export function textRedactor(
  words: ReadonlySet<string>,
  isOurs: (text: string) => boolean,
  aliases: Aliases,
): TextRedactor {
  function alias(name: string, value: string): string {
    const kind = words.has(name) || name === 'name' ? name.replace(/Ids?$/, '') : 'id';
    return aliases.of(kind, value);
  }

  return {
    isOurs,
    alias,
    known: (text) => (opaque.test(text) ? aliases.known(text) : undefined),
    isPlain: (text) => text === '' || words.has(text) || isOurs(text),
    hide(name, text) {
      if (onlyUuid.test(text)) return alias(name, text);
      if (momentLike.test(text)) return text.replaceAll(/\d/g, '9');
      return text === '' ? 'an empty string' : `a string of ${[...text].length} characters`;
    },
  };
}
