import { carries, type Meanings } from '../../../generators/body.ts';
import type { FilterName } from '../../../generators/filters.ts';
import type { Json } from '../body.ts';
import { fold } from '../users/fold.ts';
import { holdsEmail, sameText } from './user-fields.ts';

/** One thing that a creation can say of a user, and how it shows later. */
interface Said {
  readonly field: string;
  /** Whether a user shows what was said. */
  readonly shows: (user: Json, said: unknown) => boolean;
  /** The filter by which the user is found, where an exact one exists. */
  readonly filter?: FilterName;
}

const exactly = (field: string) => (user: Json, said: unknown) => sameText(user[field], said);

/** Servers write addresses, usernames and UPNs in one letter case. */
const inAnyCase = (field: string) => (user: Json, said: unknown) =>
  fold(String(user[field] ?? '')) === fold(String(said));

/** A service may sign users in by another name, and show none. */
const inAnyCaseOrNot = (field: string) => (user: Json, said: unknown) =>
  user[field] === undefined || inAnyCase(field)(user, said);

const everything: readonly Said[] = [
  { field: 'firstName', shows: exactly('firstName') },
  { field: 'lastName', shows: exactly('lastName') },
  { field: 'username', shows: inAnyCaseOrNot('username'), filter: 'username' },
  { field: 'upn', shows: inAnyCase('upn'), filter: 'upn' },
  { field: 'externalId', shows: exactly('externalId'), filter: 'externalId' },
  { field: 'emails', shows: (user, said) => holdsEmail(user, said), filter: 'email' },
  { field: 'dateOfBirth', shows: exactly('dateOfBirth') },
  { field: 'gender', shows: exactly('gender') },
];

/** What a body of this shape says of a user with these meanings. */
export function saidIn(body: Readonly<Record<string, unknown>>, meanings: Meanings): readonly Said[] {
  return everything.filter(({ field }) => meanings[field] !== undefined && carries(body, field));
}

/** The names of the fields that a user does not show as they were said. */
export function lostIn(user: Json, said: readonly Said[], meanings: Meanings): readonly string[] {
  return said.filter(({ field, shows }) => !shows(user, meanings[field])).map(({ field }) => `\`${field}\``);
}
