// What the bugs of creating and changing people share.
import { answer, edit, fieldOf, firstOf, type Hooks, keeping, memo } from './hooks.ts';
import {
  type Command,
  type Ctx,
  type Filter,
  type Item,
  type Json,
  must,
  objectOf,
  type Patch,
  type Row,
  textOf,
  type UserRow,
} from './types.ts';

export const PS = 'POST /students';
export const PT = 'POST /teachers';
export const SD = 'PATCH /students/{userId}/details';
export const UN = 'PUT /users/{userId}/name';
export const UP = 'PUT /users/{userId}/password';
export const UE = 'PUT /users/{userId}/emails/primary';
export const UX = 'PUT /users/{userId}/external-id';
export const EN = 'POST /users/{userId}/enable';
export const DI = 'POST /users/{userId}/disable';
export const US = 'GET /users';
export const SU = 'POST /users/search';
export const stored = 'what was sent is stored and can be read';
export const wrapper = 'the answer carries the property user';
export const moved = 'updatedAt is when the user was last updated';
export const born = 'createdAt is when the user was created';
export const both = 'classIds and cohortIds are in this answer';
export const rest = 'an update changes what it is for, and nothing else';
export const found = 'filters find what is stored';
export const patch = (change: (p: Patch, v: Command, c: Ctx) => Patch): Hooks => ({
  write: (v, c) => ({ ...v, patch: change({ ...v.patch }, v, c) }),
});
export const bare: Hooks = { reply: answer((b) => b['user']) };
export const lacking = (...names: string[]): Hooks => ({
  reply: answer((b) => {
    const user = { ...objectOf(b['user']) };
    for (const name of names) delete user[name];
    return { user };
  }),
});
export const after = (act: (v: Command, c: Ctx) => void): Hooks => ({
  after: (v, c) => {
    act(v, c);
    return v;
  },
});
export const onUser = (act: (user: UserRow, c: Ctx) => void): Hooks =>
  after((v, c) => {
    if (v.user) act(v.user, c);
  });
export const fresh = (c: Ctx, name: string): Set<string> => memo(c, name, () => new Set<string>());
export const remember =
  (name: string) =>
  (v: Command, c: Ctx): Command => {
    fresh(c, name).add(v.target);
    return v;
  };
export const known =
  (name: string) =>
  (v: Row[], c: Ctx): Row[] =>
    v.filter((row) => !fresh(c, name).has(textOf(fieldOf(row, 'userId'))));
export const keptUnlessNew =
  (filter: string, name: string) =>
  (v: Filter, c: Ctx): Filter =>
    v.name === filter ? keeping(v, (row: UserRow) => v.keep(row) && !fresh(c, name).has(row.userId)) : v;
// What people had before they were changed first.
export const old = <T>(c: Ctx, name: string): Map<string, T> => memo(c, name, () => new Map<string, T>());
export const keepOld =
  <T>(name: string, what: (user: UserRow) => T) =>
  (v: Command, c: Ctx): Command => {
    const m = old<T>(c, name);
    if (v.user && !m.has(v.target)) m.set(v.target, what(v.user));
    return v;
  };
export const oldMails = (v: Filter, c: Ctx): Filter =>
  v.name === 'email'
    ? keeping(v, (row: UserRow) => {
        const mails = old<string[]>(c, 'mails').get(row.userId);
        return mails === undefined
          ? v.keep(row)
          : mails.some((e) => e.toLowerCase() === firstOf(v).toLowerCase());
      })
    : v;
export const oldExternal = (v: Filter, c: Ctx): Filter =>
  v.name === 'externalId'
    ? keeping(v, (row: UserRow) => {
        const m = old<string | undefined>(c, 'ext');
        return m.has(row.userId) ? v.values.some((x) => x === m.get(row.userId)) : v.keep(row);
      })
    : v;
export const dayBefore = (p: Patch): Patch =>
  p['dateOfBirth']
    ? {
        ...p,
        dateOfBirth: new Date(Date.parse(textOf(p['dateOfBirth'])) - 86400000).toISOString().slice(0, 10),
      }
    : p;
export const swapped = (p: Patch): Patch => ({ ...p, firstName: p['lastName'], lastName: p['firstName'] });
export const none: Hooks = {
  reply: (r) =>
    r.status === 200 || r.status === 201
      ? { status: 204, headers: { 'access-control-allow-origin': '*' } }
      : r,
};
export const before: Hooks = {
  write: (v, c) => {
    if (v.user) c.bag.before = { ...v.user };
    return v;
  },
};
export const untouched: Hooks = {
  ...before,
  ...onUser((user, c) => {
    user.updatedAt = must(c.bag.before).updatedAt;
  }),
};
export const shownBefore = (o: Json, user: UserRow): void => {
  for (const k of ['firstName', 'lastName', 'gender', 'dateOfBirth', 'externalId', 'emails']) {
    const x = fieldOf(user, k);
    if (x === undefined || (Array.isArray(x) && !x.length)) delete o[k];
    else o[k] = x;
  }
};
export const stale: Hooks = {
  ...before,
  item: (v: Item, c: Ctx) => {
    const user = c.bag.before;
    return v.kind === 'user' && !v.list && user ? edit((o) => shownBefore(o, user))(v, c) : v;
  },
};
