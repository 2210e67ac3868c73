import type { Shapes } from '../choices.ts';
import { invalid } from '../http/refusal.ts';
import type { Role, UserRow } from '../store/rows.ts';
import { checkEmail, checkLiteral, checkUuid } from './formats.ts';
import { type Payload, text, texts } from './property.ts';
import { one, several } from './query.ts';

/** The filters of GET `/users` and POST `/users/search`, past their checks. */
export interface UserFilters {
  readonly userIds: readonly string[] | undefined;
  readonly upns: readonly string[] | undefined;
  readonly externalIds: readonly string[] | undefined;
  readonly usernames: readonly string[] | undefined;
  readonly email: string | undefined;
  readonly name: string | undefined;
  readonly role: Role | undefined;
}

/** The filters as they came, with all values still texts. */
type SentFilters = Omit<UserFilters, 'role'> & { readonly role: string | undefined };

const most = 30;

/** The filters of a query; throws a Refusal with 400, also beyond 30 values of an array filter. */
export function userFiltersOfQuery(query: URLSearchParams, shapes: Shapes): UserFilters {
  return check(
    {
      userIds: several(query, 'userId', most),
      upns: several(query, 'upn', most),
      externalIds: several(query, 'externalId', most),
      usernames: several(query, 'username', most),
      email: one(query, 'email'),
      name: one(query, 'name'),
      role: one(query, 'role'),
    },
    shapes,
  );
}

/** The filters of a search body, which takes any number of values; throws a Refusal with 400. */
export function userFiltersOfSearch(search: Payload, shapes: Shapes): UserFilters {
  return check(
    {
      userIds: texts(search, 'userIds'),
      upns: texts(search, 'upns'),
      externalIds: texts(search, 'externalIds'),
      usernames: texts(search, 'usernames'),
      email: text(search, 'email'),
      name: text(search, 'name'),
      role: text(search, 'role'),
    },
    shapes,
  );
}

function check(sent: SentFilters, shapes: Shapes): UserFilters {
  if (sent.name === '') throw invalid('name must have at least 1 character.');
  return {
    ...sent,
    userIds: sent.userIds?.map((id) => checkUuid(id, 'Each user id')),
    email: sent.email === undefined ? undefined : checkEmail(sent.email, 'email'),
    role: sent.role === undefined ? undefined : checkLiteral(sent.role, shapes.roles, 'role'),
  };
}

/** Whether a user meets every filter; undefined when there is none. */
export function userChooser(filters: UserFilters, shapes: Shapes): ((user: UserRow) => boolean) | undefined {
  const tests = [
    among(filters.userIds, (user) => user.id),
    among(filters.upns, (user) => user.upn),
    among(filters.externalIds, (user) => user.externalId),
    among(filters.usernames, (user) => user.username),
    emailTest(filters.email),
    nameTest(filters.name, shapes),
    roleTest(filters.role),
  ].filter((test) => test !== undefined);
  return tests.length === 0 ? undefined : (user) => tests.every((test) => test(user));
}

type UserTest = (user: UserRow) => boolean;

function among(
  values: readonly string[] | undefined,
  of: (user: UserRow) => string | undefined,
): UserTest | undefined {
  if (!values) return undefined;
  const wanted = new Set<string | undefined>(values);
  return (user) => wanted.has(of(user));
}

function emailTest(email: string | undefined): UserTest | undefined {
  const wanted = email?.toLowerCase();
  return wanted === undefined ? undefined : (user) => user.emails.some((own) => own.toLowerCase() === wanted);
}

function nameTest(name: string | undefined, { nameMatches }: Shapes): UserTest | undefined {
  if (name === undefined) return undefined;
  const wanted = name.toLowerCase();
  return nameMatches === 'contains'
    ? (user) => fullNameOf(user).toLowerCase().includes(wanted)
    : (user) => fullNameOf(user).toLowerCase() === wanted;
}

function roleTest(role: Role | undefined): UserTest | undefined {
  return role === undefined ? undefined : (user) => user.roles.includes(role);
}

/** First and last name, of which the last may be absent. */
export function fullNameOf({ firstName, lastName }: Pick<UserRow, 'firstName' | 'lastName'>): string {
  return lastName === undefined ? firstName : `${firstName} ${lastName}`;
}
