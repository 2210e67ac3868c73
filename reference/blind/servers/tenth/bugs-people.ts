// Bugs of the creation of students and teachers.

import type * as k from './kit.ts';
import { deep, filter, isFiltered, NS, NT, on, plain, reply, single, U, UL, US } from './kit.ts';
import type { Ctx, Def } from './switches.ts';
import type { User } from './types.ts';

const CREATED = 'what was created is read as it was created';
const STATUS = 'a creation gives 201';

const KEPT = 'the answer shows what was sent';
const ROLE = 'POST /students creates a student, POST /teachers a teacher';
const FOUND = 'filters find what was created';
const NEWEST = 'the default order of users is by createdAt, descending';
const WHEN = 'createdAt is when the user was created';

const person = (ops: k.Ops, fn: (u: User, c: Ctx) => void) =>
  on('change', ops, (ch, c) => {
    if (ch.user) fn(ch.user, c);
  });

/** Rows that stood in the table at first are those of index below their number. */
const SEEDED = { classes: 20, cohorts: 12, users: 209 };
const fresh = (row: { seq: number }, table: keyof typeof SEEDED): boolean => row.seq >= SEEDED[table];

export const personBugs: readonly Def[] = [
  // Students and teachers
  deep(
    'create.student.role',
    ROLE,
    'a student without UPN gets the role of a teacher',
    person(NS, (u) => {
      if (!u.upn) u.roles = ['teacher'];
    }),
  ),
  deep(
    'create.teacher.role',
    ROLE,
    'a teacher is a student as well',
    person(NT, (u) => {
      u.roles = ['student', 'teacher'];
    }),
  ),
  plain(
    'create.student.status',
    STATUS,
    'a student who was created gives 200',
    reply(NS, (r) => {
      if (r.status === 201) r.status = 200;
    }),
  ),
  deep(
    'create.student.birth-lost',
    KEPT,
    'dateOfBirth is lost where gender is sent',
    person(NS, (u) => {
      if (u.gender) delete u.dob;
    }),
  ),
  deep(
    'create.student.birth-day-off',
    KEPT,
    'a dateOfBirth in summer is a day early',
    person(NS, (u) => {
      if (u.dob && /-0[4-9]-/.test(u.dob))
        u.dob = new Date(Date.parse(u.dob) - 3_600_000).toISOString().slice(0, 10);
    }),
  ),
  deep(
    'create.student.external-unfound',
    FOUND,
    'externalId does not find a new user',
    filter(UL, 'externalId', (ok, row) => ok && !fresh(row, 'users')),
  ),
  deep(
    'create.teacher.name-stale',
    FOUND,
    'the name of a new teacher is not found',
    filter(UL, 'name', (ok, row) => ok && !(fresh(row, 'users') && U(row).roles.includes('teacher'))),
  ),
  deep(
    'create.student.not-first',
    NEWEST,
    'new users come last',
    on('compare', [UL, US], (n, a, b, args) =>
      args.sortGiven ? n : Number(fresh(a, 'users')) - Number(fresh(b, 'users')) || n,
    ),
  ),
  deep(
    'create.student.created-midnight',
    WHEN,
    'createdAt is the start of the day',
    person(NS, (u) => {
      u.createdAt = Math.floor(u.createdAt / 86_400_000) * 86_400_000;
    }),
  ),
  deep(
    'create.teacher.created-zero',
    WHEN,
    'createdAt is in seconds taken for milliseconds',
    person(NT, (u) => {
      u.createdAt = Math.floor(u.createdAt / 1000);
    }),
  ),
  deep(
    'create.student.updated-before',
    'updatedAt is when the user was last updated',
    'updatedAt is a day before createdAt',
    person(NS, (u) => {
      u.updatedAt = u.createdAt - 86_400_000;
    }),
  ),
  deep(
    'create.teacher.names-turned',
    KEPT,
    'names with a hyphen change places',
    person(NT, (u) => {
      if (u.last.includes('-')) [u.first, u.last] = [u.last, u.first];
    }),
  ),
  deep(
    'create.student.name-cased',
    KEPT,
    'an apostrophe makes the rest of a name small',
    person(NS, (u) => {
      u.last = u.last.replace(/'(\p{L})/u, (_m, x: string) => `'${x.toLowerCase()}`);
    }),
  ),
  deep(
    'create.student.username-lost',
    KEPT,
    'a username with a dot is lost',
    person(NS, (u) => {
      if (u.username?.includes('.')) delete u.username;
    }),
  ),
  deep(
    'create.student.id-repeated',
    'userId is the identifier of the user',
    'the answer has the id of the student created before',
    single(NS, (j, row, c) => {
      const was = c.world.memo.get('lastStudent');
      c.world.memo.set('lastStudent', row.id);
      if (typeof was === 'string') j['userId'] = was;
    }),
  ),
  deep(
    'create.student.member',
    'classIds are the classes of the user',
    'a new student is in the newest class',
    on('after', NS, (ch, c) => {
      const g = c.world.classes.rows.at(-1);
      if (g && ch.user) c.world.classStudents.add(g.id, ch.user.id);
    }),
  ),
  deep(
    'create.teacher.lost',
    CREATED,
    'a teacher without email is not stored',
    on('change', NT, (ch) => {
      if (ch.user?.emails.length === 0) ch.cancel = true;
    }),
  ),
  deep(
    'create.total-stale',
    'total is the number of all results',
    'total does not count new users where no filter is set',
    on('page', UL, (w, a) => {
      if (!isFiltered(a)) w.total = Math.min(w.total, SEEDED.users);
    }),
  ),
];
