import { comparable, type Json } from '../body.ts';

/** The fields of a User that the interface names, all but `updatedAt`, which moves with every change. */
export const lastingFields = [
  'userId',
  'username',
  'upn',
  'roles',
  'externalId',
  'fullName',
  'firstName',
  'lastName',
  'emails',
  'gender',
  'dateOfBirth',
  'createdAt',
  'classIds',
  'cohortIds',
] as const;

/**
 * The names of the fields in which two reads of a user differ. A field that holds an empty list counts as left out, and the
 * order of a list says nothing: no rule says in which one its items stand.
 */
export function changedFields(before: Json, after: Json, except: readonly string[] = []): readonly string[] {
  return lastingFields.filter((name) => !except.includes(name) && !sameValue(before[name], after[name]));
}

/** The same for the fields that both of them carry, as empty lists too: an answer may carry fewer than a list. */
export function contradictions(one: Json, other: Json): readonly string[] {
  const isLeftOut = (value: unknown) => value === undefined || value === null;
  const missing = lastingFields.filter((name) => isLeftOut(one[name]) || isLeftOut(other[name]));
  return changedFields(one, other, missing);
}

/** What is left to a target of a user who is disabled: it may hide any field, and take away roles and groups. */
const ofEnabled: readonly string[] = ['roles', 'classIds', 'cohortIds'];

/** The fields of a user who is disabled now that are shown, and are others than before. */
export function changedOfDisabled(before: Json, now: Json): readonly string[] {
  const hidden = lastingFields.filter((name) => isEmpty(now[name]));
  return changedFields(before, now, [...hidden, ...ofEnabled]);
}

/** Whether a user has an address; letter case aside, for servers may write addresses in lower case. */
export function holdsEmail(user: Json, address: unknown): boolean {
  const emails = Array.isArray(user['emails']) ? user['emails'] : [];
  return emails.some((email) => String(email).toLowerCase() === String(address).toLowerCase());
}

/** Whether two texts are the same to a reader, however their characters are composed. */
export function sameText(one: unknown, other: unknown): boolean {
  if (typeof one !== 'string' || typeof other !== 'string') return one === other;
  return one.normalize('NFC') === other.normalize('NFC');
}

/** The same where a letter may be small or a capital. */
export function sameButForCase(one: unknown, other: unknown): boolean {
  if (typeof one !== 'string' || typeof other !== 'string') return one === other;
  return sameText(one.toLowerCase(), other.toLowerCase());
}

function sameValue(one: unknown, other: unknown): boolean {
  if (isEmpty(one) && isEmpty(other)) return true;
  if (!Array.isArray(one) || !Array.isArray(other)) return sameText(comparable(one), comparable(other));
  const [left, right] = [one, other].map((list) => list.map((item) => JSON.stringify(comparable(item))));
  if (!left || !right) return false;
  return String(left.sort()) === String(right.sort());
}

function isEmpty(value: unknown): boolean {
  return value === undefined || value === null || (Array.isArray(value) && value.length === 0);
}
