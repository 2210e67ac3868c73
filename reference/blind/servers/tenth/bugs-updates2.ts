// Bugs of changes of passwords, addresses, identifiers and states.

import type * as k from './kit.ts';
import { DI, deep, EN, filter, item, on, plain, success, U, UE, UL, UP, US, UX } from './kit.ts';
import { isObject } from './parse.ts';
import { fullName } from './present.ts';
import type { Ctx, Def } from './switches.ts';
import type { Change, Json, User } from './types.ts';

const UPDATED = 'updatedAt is when the user was last updated';

const MAIL = 'the update changes the primary email address';
const EXTERNAL = 'the external identifier of the user is set';
const ONLY = 'an update changes its user alone, and that field alone';
const FOUND = 'filters find users as they are';
const SHOWN = 'the 200 response carries property user';
const STATE = 'enable enables the user, disable disables';
const PASSWORD = 'the password is changed, and nothing else';

const bend = (ops: k.Ops, fn: (ch: Change, c: Ctx) => void) => on('change', ops, fn);
const patched = (ops: k.Ops, fn: (patch: Partial<User>, user: User, c: Ctx) => void) =>
  bend(ops, (ch, c) => {
    if (ch.user) fn(ch.patch, ch.user, c);
  });
const still = (ops: k.Ops, when: (u: User) => boolean = () => true) =>
  patched(ops, (p, u) => {
    if (when(u)) p.updatedAt = u.updatedAt;
  });
const lost = (ops: k.Ops, when: (u: User) => boolean = () => true) =>
  bend(ops, (ch) => {
    if (ch.user && when(ch.user)) ch.cancel = true;
  });
/** Keeps what a field was before its first change. */
const kept = (ops: k.Ops, name: string, read: (u: User) => Json | undefined) =>
  patched(ops, (_p, u, c) => {
    const key = `${name}|${u.id}`;
    if (!c.world.memo.has(key)) c.world.memo.set(key, read(u) ?? null);
  });
const was = (c: Ctx, name: string, id: string): Json | undefined => c.world.memo.get(`${name}|${id}`);

export const updateBugs2: readonly Def[] = [
  // Password
  deep(
    'update.password.disables',
    PASSWORD,
    'the user is disabled',
    patched(UP, (p) => {
      p.disabled = true;
    }),
  ),
  deep(
    'update.password.status',
    SHOWN,
    'the answer is 200 without user',
    success(UP, (_b, r) => {
      r.body = {};
    }),
  ),
  deep('update.password.updated-stays', UPDATED, 'updatedAt stays', still(UP)),
  deep(
    'update.password.names-cased',
    PASSWORD,
    'the last name is in capitals',
    patched(UP, (p, u) => {
      p.last = u.last.toUpperCase();
    }),
  ),
  deep(
    'update.password.old-user',
    SHOWN,
    'the answer shows another user',
    success(UP, (b, _r, c) => {
      const other = c.world.users.rows[0];
      const j = b['user'];
      if (other && isObject(j)) {
        j['userId'] = other.id;
        j['fullName'] = fullName(other);
      }
    }),
  ),
  // Email
  plain('update.email.lost', MAIL, 'the emails stay', lost(UE)),
  deep(
    'update.email.lost-if-several',
    MAIL,
    'who has several emails keeps them',
    lost(UE, (u) => u.emails.length > 1),
  ),
  deep(
    'update.email.first-lost',
    MAIL,
    'who has no email gets none',
    lost(UE, (u) => u.emails.length === 0),
  ),
  deep(
    'update.email.tag-lost',
    MAIL,
    'what follows a plus is lost',
    patched(UE, (p) => {
      p.emails = (p.emails ?? []).map((e, i) => (i === 0 ? e.replace(/\+[^@]*/, '') : e));
    }),
  ),
  deep(
    'update.email.filter-old',
    FOUND,
    'email finds users by their former addresses',
    kept(UE, 'mail', (u) => u.emails[0]?.toLowerCase()),
    filter([UL, US], 'email', (ok, row, a, c) => ok || was(c, 'mail', row.id) === a.f.email?.toLowerCase()),
  ),
  deep(
    'update.email.filter-new',
    FOUND,
    'email does not find users by their new addresses',
    kept(UE, 'mail', (u) => u.emails[0]?.toLowerCase()),
    filter([UL, US], 'email', (ok, row, _a, c) => ok && was(c, 'mail', row.id) === undefined),
  ),
  deep(
    'update.email.username',
    ONLY,
    'the username becomes the email',
    patched(UE, (p, u) => {
      if (u.username && p.emails?.[0]) p.username = p.emails[0];
    }),
  ),
  deep(
    'update.email.external',
    ONLY,
    'the external identifier is lost',
    patched(UE, (p) => {
      Object.assign(p, { externalId: undefined });
    }),
  ),
  // External identifier
  plain('update.external.lost', EXTERNAL, 'the identifier stays', lost(UX)),
  deep(
    'update.external.once',
    EXTERNAL,
    'an identifier that is set stays',
    lost(UX, (u) => u.externalId !== undefined),
  ),
  deep(
    'update.external.zeros',
    EXTERNAL,
    'zeros at the start are lost',
    patched(UX, (p) => {
      p.externalId = (p.externalId ?? '').replace(/^0+(?=.)/, '');
    }),
  ),
  deep(
    'update.external.spaces',
    EXTERNAL,
    'spaces within are lost',
    patched(UX, (p) => {
      p.externalId = (p.externalId ?? '').replaceAll(' ', '');
    }),
  ),
  deep(
    'update.external.upper',
    EXTERNAL,
    'letters become capitals',
    patched(UX, (p) => {
      p.externalId = (p.externalId ?? '').toUpperCase();
    }),
  ),
  deep(
    'update.external.filter-old',
    FOUND,
    'externalId finds users by their former identifiers',
    kept(UX, 'ext', (u) => u.externalId),
    filter([UL, US], 'externalId', (ok, row, a, c) => {
      const old = was(c, 'ext', row.id);
      return old === undefined ? ok : typeof old === 'string' && (a.f.externalId ?? []).includes(old);
    }),
  ),
  deep(
    'update.external.upn',
    ONLY,
    'a missing UPN becomes the identifier',
    patched(UX, (p, u) => {
      if (!u.upn && u.roles.includes('student')) p.upn = p.externalId ?? '';
    }),
  ),
  deep('update.external.updated-stays', UPDATED, 'updatedAt stays', still(UX)),
  // State
  plain('update.disable.lost', STATE, 'disable changes nothing', lost(DI)),
  plain('update.enable.lost', STATE, 'enable changes nothing', lost(EN)),
  deep(
    'update.disable.toggles',
    STATE,
    'a second disable enables',
    patched(DI, (p, u) => {
      p.disabled = !u.disabled;
    }),
  ),
  deep(
    'update.enable.toggles',
    STATE,
    'enable disables who is enabled',
    patched(EN, (p, u) => {
      p.disabled = !u.disabled;
    }),
  ),
  deep(
    'update.disable.teachers-stay',
    STATE,
    'teachers cannot be disabled',
    lost(DI, (u) => u.roles.includes('teacher')),
  ),
  deep(
    'update.enable.once',
    STATE,
    'who was disabled here cannot be enabled again',
    patched(DI, (_p, u, c) => {
      c.world.memo.set(`off|${u.id}`, true);
    }),
    patched(EN, (p, u, c) => {
      if (c.world.memo.get(`off|${u.id}`) === true) p.disabled = true;
    }),
  ),
  deep(
    'update.disable.list-stale',
    STATE,
    'the search shows the former state',
    kept([DI, EN], 'state', (u) => u.disabled),
    item(US, (j, row, c) => {
      const old = was(c, 'state', row.id);
      if (typeof old === 'boolean') j['accountStatus'] = old ? 'disabled' : 'active';
    }),
  ),
  deep(
    'update.disable.next-user',
    ONLY,
    'the next user is disabled as well',
    patched(DI, (_p, u, c) => {
      const next = c.world.users.rows[u.seq + 1];
      if (next) next.disabled = true;
    }),
  ),
  deep(
    'update.disable.name-lost',
    ONLY,
    'the username of who is disabled is lost',
    patched(DI, (p) => {
      Object.assign(p, { username: undefined });
    }),
  ),
  deep(
    'update.enable.role-lost',
    ONLY,
    'who is enabled keeps the first role alone',
    patched(EN, (p, u) => {
      p.roles = u.roles.slice(0, 1);
    }),
  ),
  deep(
    'users.external-disabled-lost',
    FOUND,
    'externalId does not find disabled users',
    filter(UL, 'externalId', (ok, row) => ok && !U(row).disabled),
  ),
];
