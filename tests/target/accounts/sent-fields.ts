import { carries, type Meanings } from '../../../generators/body.ts';
import type { FilterName } from '../../../generators/filters.ts';
import type { Json } from '../body.ts';
import { fold } from '../users/fold.ts';
import { holdsEmail, sameButForCase, sameText } from './user-fields.ts';

/** One thing that a creation can say of a user, and how it shows later. */
interface SentField {
  readonly field: string;
  /** Whether a user shows what was sent. */
  readonly shows: (user: Json, sent: unknown) => boolean;
  /** The filter by which the user is found, where an exact one exists. */
  readonly filter?: FilterName;
}

const exactly = (field: string) => (user: Json, sent: unknown) => sameText(user[field], sent);

/** A service may write names with capitals. */
const named = (field: string) => (user: Json, sent: unknown) => sameButForCase(user[field], sent);

/** Servers write addresses, usernames and UPNs in one letter case. */
const inAnyCase = (field: string) => (user: Json, sent: unknown) =>
  fold(String(user[field] ?? '')) === fold(String(sent));

/** A service may sign users in by another name, and show none. */
const inAnyCaseOrNot = (field: string) => (user: Json, sent: unknown) =>
  user[field] === undefined || inAnyCase(field)(user, sent);

const everything: readonly SentField[] = [
  { field: 'firstName', shows: named('firstName') },
  { field: 'lastName', shows: named('lastName') },
  { field: 'username', shows: inAnyCaseOrNot('username'), filter: 'username' },
  { field: 'upn', shows: inAnyCase('upn'), filter: 'upn' },
  { field: 'externalId', shows: exactly('externalId'), filter: 'externalId' },
  { field: 'emails', shows: (user, sent) => holdsEmail(user, sent), filter: 'email' },
  { field: 'dateOfBirth', shows: exactly('dateOfBirth') },
  { field: 'gender', shows: exactly('gender') },
];

/** What a body of this shape says of a user with these meanings. */
export function sentFields(
  body: Readonly<Record<string, unknown>>,
  meanings: Meanings,
): readonly SentField[] {
  return everything.filter(({ field }) => meanings[field] !== undefined && carries(body, field));
}

/** The names of the fields that a user does not show as they were sent. */
export function unshownFields(user: Json, sent: readonly SentField[], meanings: Meanings): readonly string[] {
  return sent.filter(({ field, shows }) => !shows(user, meanings[field])).map(({ field }) => `\`${field}\``);
}
