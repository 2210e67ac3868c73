import { type FilterName, type ListFilter, listFilters } from '../../../generators/filters.ts';
import { type Json, text } from '../body.ts';
import { fold, words } from './fold.ts';
import * as unknown from './unknown-values.ts';

/** One filter of GET `/users` and POST `/users/search`, and what its values are compared with (chapter Users). */
export interface Filter {
  /** Its name in the query. */
  readonly name: FilterName;
  /** Its name in the search body. */
  readonly inSearch: string;
  /** The value by which a user is found in every reading of the interface, if the user has one. */
  readonly valueOf: (user: Json) => string | undefined;
  /** Whether a user fits a value in some reading: nobody else may be found by it. */
  readonly fits: (user: Json, value: string) => boolean;
  /** A well-formed value that nobody has, made from a UUID that the run invented. */
  readonly unknownValue: (uuid: string) => string;
}

/** Every filter, in the order of the interface. */
export const filters: readonly Filter[] = [
  { name: 'userId', inSearch: 'userIds', ...byField('userId'), unknownValue: (uuid) => uuid },
  { name: 'upn', inSearch: 'upns', ...byField('upn'), unknownValue: unknown.upn },
  { name: 'externalId', inSearch: 'externalIds', ...byField('externalId'), unknownValue: unknown.label },
  { name: 'username', inSearch: 'usernames', ...byField('username'), unknownValue: unknown.label },
  {
    name: 'email',
    inSearch: 'email',
    // Where a user has several addresses, a target may search only one of them.
    valueOf: ({ emails }) => (textsIn(emails).length === 1 ? untrimmed(textsIn(emails)[0]) : undefined),
    fits: ({ emails }, value) => textsIn(emails).some((email) => fold(email) === fold(value)),
    unknownValue: unknown.email,
  },
  {
    name: 'name',
    inSearch: 'name',
    valueOf: (user) => namesOf(user)[0],
    // The interface leaves open which names are compared, and how. A user who is found is never wrong.
    fits: () => true,
    unknownValue: unknown.word,
  },
  {
    name: 'role',
    inSearch: 'role',
    valueOf: (user) => rolesOf(user).find((role) => untrimmed(role) !== undefined),
    fits: (user, value) => rolesOf(user).some((role) => fold(role) === fold(value)),
    unknownValue: unknown.label,
  },
];

/** A filter by its name in the query. @throws Error for a name that is none */
export function filterNamed(name: FilterName): Filter {
  const found = filters.find((filter) => filter.name === name);
  if (!found) throw new Error(`there is no filter \`${name}\``);
  return found;
}

/** Whether a filter takes several values. */
export function takesSeveral(name: FilterName): name is ListFilter {
  return listFilters.some((list) => list === name);
}

/** The names of a user by any of which the user may be found: full name, first name, last name. */
export function namesOf(user: Json): readonly string[] {
  const names = [user['fullName'], user['firstName'], user['lastName']];
  return names.flatMap((name) => untrimmed(name) ?? []).filter((name) => words(name).length > 0);
}

/** The roles of a user, as far as they are text. */
export function rolesOf({ roles }: Json): readonly string[] {
  return textsIn(roles);
}

/** Whether a user is found by a value in every reading, where `valueOf` gave the value. */
export function isFoundBy(filter: Filter, user: Json, value: string): boolean {
  if (filter.name === 'name') return false;
  return filter.name === 'role' ? rolesOf(user).includes(value) : filter.valueOf(user) === value;
}

function byField(field: string): Pick<Filter, 'valueOf' | 'fits'> {
  return {
    valueOf: (user) => untrimmed(user[field]),
    fits: (user, value) => fold(text(user[field]) ?? '') === fold(value),
  };
}

function textsIn(list: unknown): readonly string[] {
  return Array.isArray(list) ? list.filter((item) => typeof item === 'string' && item !== '') : [];
}

/** A text that arrives as it was sent, whatever a server trims; `undefined` for any other value. */
export function untrimmed(value: unknown): string | undefined {
  const sent = text(value);
  return sent !== undefined && sent !== '' && sent.trim() === sent ? sent : undefined;
}
