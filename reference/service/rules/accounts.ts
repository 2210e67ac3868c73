import type { Shapes } from '../choices.ts';
import { invalid } from '../http/refusal.ts';
import type { Role, UserRow } from '../store/rows.ts';
import type { Store } from '../store/store.ts';
import { checkDate, checkEmail, checkLiteral } from './formats.ts';
import { type Payload, required, text } from './property.ts';

const longest = 255;

/** A text of 1 to 255 characters, not only spaces; throws a Refusal with 400. */
export function checkText(value: string, name: string): string {
  if (value.trim() !== '' && value.length <= longest) return value;
  throw invalid(`${name} must have 1 to ${longest} characters, and not only spaces.`);
}

/** The text of an optional property past `checkText`; throws a Refusal with 400. */
export function checkedText(payload: Payload, name: string): string | undefined {
  const value = text(payload, name);
  return value === undefined ? undefined : checkText(value, name);
}

/** A password of 8 to 128 characters, which is not kept; throws a Refusal with 400. */
export function checkPassword(payload: Payload, name: string): string | undefined {
  const password = text(payload, name);
  if (password !== undefined && (password.length < 8 || password.length > 128)) {
    throw invalid(`${name} must have 8 to 128 characters.`);
  }
  return password;
}

/** The first and last name of a payload, both required; throws a Refusal with 400. */
export function checkNames(payload: Payload, { properties }: Shapes) {
  return {
    firstName: required(checkedText(payload, properties.firstName), properties.firstName),
    lastName: required(checkedText(payload, properties.lastName), properties.lastName),
  };
}

/** The new account that a payload describes, not yet kept; throws a Refusal with 400. */
export function newAccount(payload: Payload, role: Role, store: Store, shapes: Shapes): UserRow {
  const { properties } = shapes;
  const email = text(payload, properties.email);
  const dateOfBirth = text(payload, properties.dateOfBirth);
  const gender = text(payload, properties.gender);
  const username = checkedText(payload, properties.username);
  const upn = checkedText(payload, properties.upn);
  checkPassword(payload, properties.password);
  const account = {
    ...checkNames(payload, shapes),
    upn,
    externalId: checkedText(payload, properties.externalId),
    emails: email === undefined ? [] : [checkEmail(email, properties.email)],
    gender: gender === undefined ? undefined : checkLiteral(gender, shapes.genders, properties.gender),
    dateOfBirth: dateOfBirth === undefined ? undefined : checkDate(dateOfBirth, properties.dateOfBirth),
  };
  refuseTaken(store, 'username', username, properties.username);
  refuseTaken(store, 'upn', upn, properties.upn);
  return begin(account, username ?? freeUsername(store, role), role, store);
}

type Described = Omit<
  UserRow,
  'id' | 'username' | 'roles' | 'createdAt' | 'updatedAt' | 'classIds' | 'cohortIds' | 'enabled'
>;

function begin(account: Described, username: string, role: Role, store: Store): UserRow {
  const now = store.tick();
  return {
    ...account,
    id: store.newId(),
    username,
    roles: [role],
    createdAt: now,
    updatedAt: now,
    classIds: [],
    cohortIds: [],
    enabled: true,
  };
}

function refuseTaken(store: Store, field: 'username' | 'upn', value: string | undefined, name: string) {
  if (value !== undefined && store.users.list().some((user) => user[field] === value)) {
    throw invalid(`${name} belongs to another user.`);
  }
}

/** The username of an account that came without one: the role's letter and the first free number. */
function freeUsername(store: Store, role: Role): string {
  const taken = new Set(store.users.list().map((user) => user.username));
  let number = taken.size + 1;
  const name = () => `${role.charAt(0)}${String(number).padStart(5, '0')}`;
  while (taken.has(name())) number += 1;
  return name();
}
