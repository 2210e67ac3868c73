// Bugs of changes of users.

import * as k from './kit.ts';
import { deep, filter, item, on, plain, reply, SDP, success, UL, UN, US } from './kit.ts';
import { fullName } from './present.ts';
import type { Ctx, Def } from './switches.ts';
import type { Change, Json, User } from './types.ts';

const NAME = 'the update changes the name of the user';
const FULL = 'fullName, firstName and lastName are those of the user';
const DETAILS = 'the update changes date of birth or gender, and only what was sent';
const UPDATED = 'updatedAt is when the user was last updated';
const CREATED = 'createdAt is when the user was created';

const ONLY = 'an update changes its user alone, and that field alone';
const FOUND = 'filters find users as they are';
const SHOWN = 'the 200 response carries property user';

const bend = (ops: k.Ops, fn: (ch: Change, c: Ctx) => void) => on('change', ops, fn);
const patched = (ops: k.Ops, fn: (patch: Partial<User>, user: User, c: Ctx) => void) =>
  bend(ops, (ch, c) => {
    if (ch.user) fn(ch.patch, ch.user, c);
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

export const updateBugs: readonly Def[] = [
  // Names
  plain('update.name.lost', NAME, 'the name stays', lost(UN)),
  deep(
    'update.name.lost-for-teachers',
    NAME,
    'the name of a teacher stays',
    lost(UN, (u) => u.roles.includes('teacher')),
  ),
  deep(
    'update.name.last-stays',
    NAME,
    'the last name stays where the first changes',
    patched(UN, (p, u) => {
      if (p.first !== u.first) delete p.last;
    }),
  ),
  deep(
    'update.name.full-stays',
    FULL,
    'fullName in lists stays',
    kept(UN, 'full', fullName),
    item([UL, US], (j, row, c) => {
      const old = was(c, 'full', row.id);
      if (typeof old === 'string') j['fullName'] = old;
    }),
  ),
  deep(
    'update.name.search-stale',
    FOUND,
    'name finds users by their former names',
    kept(UN, 'full', fullName),
    filter(UL, 'name', (ok, row, a, c) => {
      const old = was(c, 'full', row.id);
      return typeof old === 'string' ? old.toLowerCase().includes((a.f.name ?? '').toLowerCase()) : ok;
    }),
  ),
  deep(
    'update.name.turned',
    NAME,
    'names in capitals change places',
    patched(UN, (p) => {
      if (p.first && p.first === p.first.toUpperCase()) [p.first, p.last] = [p.last ?? '', p.first];
    }),
  ),
  deep(
    'update.name.apostrophe',
    NAME,
    'an apostrophe becomes another sign',
    patched(UN, (p) => {
      p.last = (p.last ?? '').replaceAll("'", '’');
    }),
  ),
  deep(
    'update.name.cut',
    NAME,
    'a last name ends after 20 characters',
    patched(UN, (p) => {
      p.last = (p.last ?? '').slice(0, 20);
    }),
  ),
  deep(
    'update.name.homonyms',
    ONLY,
    'everybody of the same name changes',
    patched(UN, (p, u, c) => {
      for (const one of c.world.users.rows)
        if (one !== u && one.first === u.first && one.last === u.last) Object.assign(one, p);
    }),
  ),
  deep(
    'update.name.next-user',
    ONLY,
    'the next user changes as well',
    patched(UN, (p, u, c) => {
      const next = c.world.users.rows[u.seq + 1];
      if (next) next.last = p.last ?? '';
    }),
  ),
  deep(
    'update.name.username',
    ONLY,
    'the username changes as well',
    patched(UN, (p, u) => {
      if (u.username) p.username = `${p.first}.${p.last}`.toLowerCase().replaceAll(' ', '');
    }),
  ),
  deep(
    'update.name.gender-lost',
    ONLY,
    'the gender is lost',
    patched(UN, (p) => {
      Object.assign(p, { gender: undefined });
    }),
  ),
  deep(
    'update.name.classes-lost',
    ONLY,
    'the user leaves all classes',
    patched(UN, (_p, u, c) => {
      for (const g of c.world.classStudents.leftsOf(u.id)) c.world.classStudents.remove(g, u.id);
    }),
  ),
  deep(
    'update.name.created-moves',
    CREATED,
    'createdAt is when the name was changed',
    patched(UN, (p, _u, c) => {
      p.createdAt = c.world.now();
    }),
  ),
  deep(
    'update.name.no-user',
    SHOWN,
    'the answer is bare',
    success(UN, (b, r) => {
      r.body = b['user'] ?? null;
    }),
  ),
  // Details
  plain('update.details.lost', DETAILS, 'nothing changes', lost(SDP)),
  deep(
    'update.details.gender-wipes-birth',
    DETAILS,
    'a gender alone wipes the date of birth',
    patched(SDP, (p) => {
      if (!('dob' in p)) Object.assign(p, { dob: undefined });
    }),
  ),
  deep(
    'update.details.birth-wipes-gender',
    DETAILS,
    'a date of birth alone wipes the gender',
    patched(SDP, (p) => {
      if (!('gender' in p)) Object.assign(p, { gender: undefined });
    }),
  ),
  deep(
    'update.details.birth-lost-with-gender',
    DETAILS,
    'of both only the gender changes',
    patched(SDP, (p) => {
      if (p.gender) delete p.dob;
    }),
  ),
  deep(
    'update.details.birth-turned',
    DETAILS,
    'day and month change places up to the twelfth',
    patched(SDP, (p) => {
      if (p.dob) {
        const [y, m, d] = p.dob.split('-');
        if (Number(d) <= 12) p.dob = `${y}-${d}-${m}`;
      }
    }),
  ),
  deep(
    'update.details.leap-day',
    DETAILS,
    'the 29th of February becomes the first of March',
    patched(SDP, (p) => {
      if (p.dob?.endsWith('-02-29')) p.dob = `${p.dob.slice(0, 4)}-03-01`;
    }),
  ),
  deep(
    'update.details.gender-once',
    DETAILS,
    'a gender that is set stays',
    patched(SDP, (p, u) => {
      if (u.gender) delete p.gender;
    }),
  ),
  deep(
    'update.details.updated-stays',
    UPDATED,
    'updatedAt stays where gender alone is sent',
    bend(SDP, (ch) => {
      if (ch.user && !('dob' in ch.patch)) ch.patch.updatedAt = ch.user.updatedAt;
    }),
  ),
  deep(
    'update.details.status',
    SHOWN,
    'the answer is 204',
    reply(SDP, (r) => {
      if (r.status === 200) {
        r.status = 204;
        r.body = undefined;
      }
    }),
  ),
  deep(
    'update.details.no-day',
    'a date is YYYY-MM-DD',
    'a day that the month does not have is stored',
    k.lax(SDP, 'dob'),
  ),
];
