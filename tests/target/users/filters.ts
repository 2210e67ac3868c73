import type { FilterName, ListFilter } from '../../../generators/filters.ts';
import { type Json, text } from '../body.ts';
import { fold, words } from './fold.ts';
import * as stranger from './unknown.ts';

/** One filter of GET `/users` and POST `/users/search`, and what its values are compared with (chapter Users). */
export interface Filter {
  /** Its name in the query. */
  readonly name: FilterName;
  /** Its name in the search body. */
  readonly inSearch: string;
  /** The value by which a user is found in every reading of the interface, if the user has one. */
  readonly valueOf: (user: Json) => string | undefined;
  /** Whether a user fits a value in some reading: whoever doesn't may not be found by it. */
  readonly fits: (user: Json, value: string) => boolean;
  /** A well-formed value that nobody has, made from a UUID that the run invented. */
  readonly stranger: (uuid: string) => string;
}

const plainly = (field: string): Pick<Filter, 'valueOf' | 'fits'> => ({
  valueOf: (user) => trimmed(user[field]),
  fits: (user, value) => fold(text(user[field]) ?? '') === fold(value),
});

/** Every filter, in the order of the interface. */
export const filters: readonly Filter[] = [
  { name: 'userId', inSearch: 'userIds', ...plainly('userId'), stranger: (uuid) => uuid },
  { name: 'upn', inSearch: 'upns', ...plainly('upn'), stranger: stranger.upn },
  { name: 'externalId', inSearch: 'externalIds', ...plainly('externalId'), stranger: stranger.label },
  { name: 'username', inSearch: 'usernames', ...plainly('username'), stranger: stranger.label },
  {
    name: 'email',
    inSearch: 'email',
    // Of several addresses only one may be the one that is searched.
    valueOf: (user) => (listIn(user['emails']).length === 1 ? trimmed(listIn(user['emails'])[0]) : undefined),
    fits: (user, value) => listIn(user['emails']).some((own) => fold(text(own) ?? '') === fold(value)),
    stranger: stranger.email,
  },
  {
    name: 'name',
    inSearch: 'name',
    valueOf: (user) => namesOf(user)[0],
    fits: (user, value) => sharesAWord(nameTexts(user), value),
    stranger: stranger.word,
  },
  {
    name: 'role',
    inSearch: 'role',
    valueOf: (user) =>
      listIn(user['roles'])
        .map(trimmed)
        .find((role) => role !== undefined),
    fits: (user, value) => listIn(user['roles']).some((own) => fold(text(own) ?? '') === fold(value)),
    stranger: stranger.label,
  },
];

/** A filter by its name in the query. */
export function filterNamed(name: FilterName): Filter {
  const found = filters.find((filter) => filter.name === name);
  if (!found) throw new Error(`there is no filter \`${name}\``);
  return found;
}

/** Whether a filter takes several values. */
export function takesSeveral(name: FilterName): name is ListFilter {
  return name !== 'email' && name !== 'name' && name !== 'role';
}

/** The names of a user by any of which the user may be found: full name, first name, last name. */
export function namesOf(user: Json): readonly string[] {
  return ['fullName', 'firstName', 'lastName']
    .map((field) => trimmed(user[field]))
    .filter((name) => name !== undefined && words(name).length > 0) as string[];
}

/** Whether a user is found by a value in every reading, the way that `valueOf` gave it. */
export function isFoundBy(filter: Filter, user: Json, value: string): boolean {
  if (filter.name === 'name') return false;
  if (filter.name === 'role') return listIn(user['roles']).includes(value);
  return filter.valueOf(user) === value;
}

/** Everything that a name filter might look at. */
function nameTexts(user: Json): string {
  return ['fullName', 'firstName', 'lastName', 'username'].map((field) => text(user[field]) ?? '').join(' ');
}

/** A search engine finds by any of the words, a database by all of them as they stand. */
function sharesAWord(texts: string, value: string): boolean {
  const own = fold(texts);
  return words(value).some((word) => own.includes(word));
}

function listIn(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

/** A text that arrives as it was sent, whatever a server trims. */
function trimmed(value: unknown): string | undefined {
  const own = text(value);
  return own !== undefined && own !== '' && own.trim() === own ? own : undefined;
}
