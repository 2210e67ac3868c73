// How users are shown, and what can go wrong with single fields of them.
import { type Ctx, type Doc, iso } from './kernel.ts';
import type { User } from './world.ts';

export interface Row<T> {
  item: T;
  /** where it stands on the page */
  at: number;
  /** the one shown before it on this page */
  before?: T;
}

export type Fault<T> = (doc: Doc, row: Row<T>, ctx: Ctx) => void;
export type Faults<T> = Readonly<Record<string, Fault<T>>>;

/** The faults of a table that are on in this request. */
export function active<T>(ctx: Ctx, table: Faults<T>): Fault<T>[] {
  const found: Fault<T>[] = [];
  for (const [kind, fault] of Object.entries(table)) if (ctx.f(kind)) found.push(fault);
  return found;
}

export const escapeMarkup = (value: unknown): unknown =>
  typeof value === 'string'
    ? value
        .replaceAll('&', '&amp;')
        .replaceAll('<', '&lt;')
        .replaceAll("'", '&#39;')
        .replaceAll('"', '&quot;')
    : value;

export const garble = (value: unknown): unknown =>
  typeof value === 'string' ? Buffer.from(value, 'utf8').toString('latin1') : value;

export const questionMarks = (value: unknown): unknown =>
  typeof value === 'string' ? value.replace(/[^\u0020-\u024f]/gu, '?') : value;

const set = (doc: Doc, name: string, value: unknown): void => {
  if (name in doc) doc[name] = value;
};
const change = (doc: Doc, name: string, how: (value: unknown) => unknown): void => {
  if (name in doc) doc[name] = how(doc[name]);
};
const fill = (doc: Doc, name: string, value: unknown): void => {
  if (!(name in doc)) doc[name] = value;
};
export const alter = { set, change, fill };

export const withoutMs = (value: unknown): unknown =>
  typeof value === 'string' ? value.replace(/\.\d{3}Z$/, 'Z') : value;
const withoutZeroMs = (value: unknown): unknown =>
  typeof value === 'string' ? value.replace(/\.000Z$/, 'Z') : value;

interface Style {
  groups: boolean;
  sorted: boolean;
  fullName: 'own' | 'none' | 'comma';
}

function styleOf(ctx: Ctx, groups: boolean): Style {
  const none = ctx.on('m-full-name-left-out');
  const comma = ctx.on('m-full-name-comma');
  return {
    groups,
    sorted: groups && ctx.on('m-member-ids-sorted'),
    fullName: none ? 'none' : comma ? 'comma' : 'own',
  };
}

function userDoc(ctx: Ctx, user: User, style: Style): Doc {
  const doc: Doc = { userId: user.id };
  const put = (name: string, value: string | undefined): void => {
    if (value !== undefined && value !== '') doc[name] = value;
  };
  put('username', user.username);
  put('upn', user.upn);
  if (user.roles.length > 0) doc['roles'] = [...user.roles];
  put('externalId', user.externalId);
  put('fullName', fullNameOf(user, style));
  put('firstName', user.firstName);
  put('lastName', user.lastName);
  if (user.emails.length > 0) doc['emails'] = [...user.emails];
  put('gender', user.gender);
  put('dateOfBirth', user.dob);
  doc['state'] = user.disabled ? 'DISABLED' : 'ENABLED';
  doc['createdAt'] = iso(user.created);
  doc['updatedAt'] = iso(user.updated);
  if (!style.groups) return doc;
  const { classIds, cohortIds } = ctx.views.groupsOf(ctx.op.tag, user);
  const ids = { classIds: [...classIds], cohortIds: [...cohortIds] };
  if (ids.classIds.length > 0) doc['classIds'] = ids.classIds;
  if (ids.cohortIds.length > 0) doc['cohortIds'] = ids.cohortIds;
  if (style.sorted) {
    ids.classIds.sort().reverse();
    ids.cohortIds.sort().reverse();
  }
  return doc;
}

function fullNameOf(user: User, style: Style): string | undefined {
  if (style.fullName === 'none') return undefined;
  if (style.fullName === 'comma' && user.lastName && user.firstName)
    return `${user.lastName}, ${user.firstName}`;
  return user.fullName;
}

export const USER_FAULTS: Faults<User> = {
  'dob-time': (doc) => change(doc, 'dateOfBirth', (value) => `${value}T00:00:00.000Z`),
  'dob-day-first': (doc) =>
    change(doc, 'dateOfBirth', (value) => String(value).split('-').reverse().join('/')),
  'dob-leap': (doc) =>
    change(doc, 'dateOfBirth', (v) => (String(v).endsWith('-02-29') ? `${String(v).slice(0, 4)}-02-30` : v)),
  'dob-unpadded': (doc) => change(doc, 'dateOfBirth', (value) => String(value).replace(/-0(\d)$/, '-$1')),
  'created-seconds': (doc) => change(doc, 'createdAt', withoutMs),
  'created-zero-ms': (doc) => change(doc, 'createdAt', withoutZeroMs),
  'created-offset': (doc) => change(doc, 'createdAt', (value) => String(value).replace('Z', '+00:00')),
  'created-epoch': (doc, { item }) => set(doc, 'createdAt', item.created),
  'updated-zero-ms': (doc) => change(doc, 'updatedAt', withoutZeroMs),
  'updated-seconds': (doc) => change(doc, 'updatedAt', withoutMs),
  'updated-null-untouched': (doc, { item }) => {
    if (item.updated === item.created) doc['updatedAt'] = null;
  },
  'updated-space': (doc) => change(doc, 'updatedAt', (value) => String(value).replace('T', ' ')),
  'roles-text': (doc) => change(doc, 'roles', (value) => (Array.isArray(value) ? value.join(',') : value)),
  'roles-one': (doc) => change(doc, 'roles', (value) => (Array.isArray(value) ? value.slice(0, 1) : value)),
  'roles-alone-text': (doc) =>
    change(doc, 'roles', (value) => (Array.isArray(value) && value.length === 1 ? value[0] : value)),
  'roles-two-text': (doc) =>
    change(doc, 'roles', (value) => (Array.isArray(value) && value.length > 1 ? [value.join('|')] : value)),
  'emails-text': (doc) => change(doc, 'emails', (value) => (Array.isArray(value) ? value[0] : value)),
  'emails-objects': (doc) =>
    change(doc, 'emails', (value) => (Array.isArray(value) ? value.map((address) => ({ address })) : value)),
  'emails-first': (doc) =>
    change(doc, 'emails', (value) => (Array.isArray(value) ? value.slice(0, 1) : value)),
  'emails-plus': (doc) =>
    change(doc, 'emails', (value) =>
      Array.isArray(value) ? value.map((one) => String(one).replace('+', ' ')) : value,
    ),
  'emails-empty': (doc) => fill(doc, 'emails', null),
  'emails-before': (doc, { before }) => {
    if (before && before.emails.length > 0) fill(doc, 'emails', [...before.emails]);
  },
  'upn-null': (doc) => fill(doc, 'upn', null),
  'upn-empty': (doc) => fill(doc, 'upn', ''),
  'upn-number': (doc) => change(doc, 'upn', (value) => (/^\d+$/.test(String(value)) ? Number(value) : value)),
  'upn-before': (doc, { before }) => {
    if (before?.upn !== undefined) fill(doc, 'upn', before.upn);
  },
  'external-null': (doc) => fill(doc, 'externalId', null),
  'external-empty': (doc) => fill(doc, 'externalId', ''),
  'external-number': (doc) =>
    change(doc, 'externalId', (value) => (/^\d+$/.test(String(value)) ? Number(value) : value)),
  'external-cut': (doc) => change(doc, 'externalId', (value) => String(value).split(/[ /]/)[0]),
  'external-before': (doc, { before }) => {
    if (before?.externalId !== undefined) fill(doc, 'externalId', before.externalId);
  },
  'gender-null': (doc) => fill(doc, 'gender', null),
  'gender-number': (doc) => change(doc, 'gender', (value) => (value === 'OTHER' ? 9 : value)),
  'dob-null': (doc) => fill(doc, 'dateOfBirth', null),
  'dob-empty': (doc) => fill(doc, 'dateOfBirth', ''),
  'last-null': (doc) => fill(doc, 'lastName', null),
  'last-empty': (doc) => fill(doc, 'lastName', ''),
  'last-dash': (doc, { before }) => fill(doc, 'lastName', before?.lastName ?? 'undefined'),
  'full-escaped': (doc) => change(doc, 'fullName', escapeMarkup),
  'last-escaped': (doc) => change(doc, 'lastName', escapeMarkup),
  'first-garbled': (doc) => change(doc, 'firstName', garble),
  'last-questions': (doc) => change(doc, 'lastName', questionMarks),
  'full-questions': (doc) => change(doc, 'fullName', questionMarks),
  'first-word': (doc) => change(doc, 'firstName', (value) => String(value).split(/[ -]/)[0]),
  'last-ascii': (doc) =>
    change(doc, 'lastName', (value) => String(value).normalize('NFD').replace(/\p{M}/gu, '')),
  'groups-missing': (doc) => {
    delete doc['classIds'];
    delete doc['cohortIds'];
  },
  'cohorts-missing': (doc) => {
    delete doc['cohortIds'];
  },
  'cohorts-are-classes': (doc) => change(doc, 'cohortIds', () => doc['classIds'] ?? []),
  'classes-first': (doc) =>
    change(doc, 'classIds', (value) => (Array.isArray(value) ? value.slice(0, 1) : value)),
  'classes-twice': (doc) =>
    change(doc, 'classIds', (value) =>
      Array.isArray(value) && value.length > 2 ? [...value, value[0]] : value,
    ),
  'classes-text': (doc) =>
    change(doc, 'classIds', (value) => (Array.isArray(value) ? value.join(' ') : value)),
  'classes-null': (doc) => fill(doc, 'classIds', null),
  'cohorts-null': (doc) => fill(doc, 'cohortIds', null),
  'classes-before': (doc, { before }) => {
    if (before && before.classIds.size > 0) fill(doc, 'classIds', [...before.classIds]);
  },
  'classes-of-teachers': (doc, { item }) => {
    if (item.roles.includes('TEACHER')) delete doc['classIds'];
  },
  'cohorts-disabled': (doc, { item }) => {
    if (item.disabled) delete doc['cohortIds'];
  },
  'id-upn': (doc, { item }) => {
    if (item.upn !== undefined && item.roles.length === 1 && !item.lastName) doc['userId'] = item.upn;
  },
  'id-before': (doc, { at, before }) => {
    if (before && at % 20 === 19) doc['userId'] = before.id;
  },
  'username-disabled': (doc, { item }) => {
    if (item.disabled) doc['username'] = null;
  },
  'username-eight': (doc) => change(doc, 'username', (value) => String(value).slice(0, 8)),
};

/** Users as an operation shows them. */
export function showUsers(ctx: Ctx, users: readonly User[], groups: boolean): Doc[] {
  const faults = active(ctx, USER_FAULTS);
  const style = styleOf(ctx, groups);
  return users.map((item, at) => {
    const doc = userDoc(ctx, item, style);
    if (faults.length > 0) {
      const before = users[at - 1];
      const row: Row<User> = before ? { item, at, before } : { item, at };
      for (const fault of faults) fault(doc, row, ctx);
    }
    return doc;
  });
}

export function showUser(ctx: Ctx, user: User, groups: boolean): Doc {
  return showUsers(ctx, [user], groups)[0] ?? {};
}
