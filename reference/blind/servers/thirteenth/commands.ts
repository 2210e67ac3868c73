import {
  bodyOf,
  date,
  email,
  ids,
  isUuid,
  object,
  oneOf,
  optional,
  pathId,
  Refusal,
  refuse,
  text,
} from './checks.ts';
import type { Hooks } from './hooks.ts';
import { genders } from './names.ts';
import { currentYear } from './rosters.ts';
import { clock, fold, newId, projections } from './state.ts';
import type { Cohort, Ctx, Event, Group, Json, Klass, Out, Part, User } from './types.ts';
import { classView, cohortView, userView } from './views.ts';

/** Appends an event to the log and folds it into every projection. */
export function append(h: Hooks, c: Ctx, e: Event): void {
  let events: Event[] = [e];
  for (const fn of h.at('event', c)) events = events.flatMap((x) => fn(x, c) ?? [x]);
  for (const one of events) {
    c.state.log.push(one);
    for (const p of projections) {
      let x: Event | undefined = one;
      for (const fn of h.at('fold', c)) x = x && fn(x, p, c);
      if (x) fold(c.state, p, x);
    }
  }
}

const empty = (): Out => ({ status: 204, headers: {} });

function yearOf(c: Ctx, value: unknown): string {
  if (value === undefined) {
    const y = currentYear(c);
    return y ? y.id : refuse('There is no current academic year.');
  }
  if (!isUuid(value)) refuse('academicYearId is not a UUID.');
  const y = c.state.seed.years.find((x) => x.id === value.toLowerCase());
  return y ? y.id : refuse('There is no such academic year.');
}

function newGroup(c: Ctx, wrap: string, all: Iterable<Klass>): Klass {
  const given = object(bodyOf(c)[wrap], wrap);
  const group: Klass = {
    id: '',
    name: text(given['name'], 'name'),
    description: optional(given['description'], 'description', text),
    yearId: yearOf(c, given['academicYearId']),
  };
  const name = group.name.toLowerCase();
  for (const k of all) {
    if (k.yearId === group.yearId && k.name.toLowerCase() === name)
      throw new Refusal(409, `The ${wrap} already exists.`);
  }
  group.id = newId(c.state);
  return group;
}

export function createClass(h: Hooks, c: Ctx): Out {
  const klass = newGroup(c, 'class', c.state.class.values());
  append(h, c, { type: 'classCreated', klass });
  const shown = c.state.class.get(klass.id) ?? klass;
  return { status: 201, headers: {}, body: { class: classView(h, c, shown) } };
}

export function createCohort(h: Hooks, c: Ctx): Out {
  const cohort: Cohort = { ...newGroup(c, 'cohort', c.state.cohort.values()), tests: [] };
  append(h, c, { type: 'cohortCreated', cohort });
  const shown = c.state.cohort.get(cohort.id) ?? cohort;
  return { status: 201, headers: {}, body: { cohort: cohortView(h, c, shown) } };
}

function checkPeople(c: Ctx, list: string[], as: Part | undefined): void {
  for (const id of list) {
    const u = c.state.people.get(id);
    if (!u) refuse(`There is no user ${id}.`);
    if (as && !u.roles.includes(as)) refuse(`The user ${id} is not a ${as}.`);
  }
}

/** Members of a class or a cohort: added or removed by the list in the body. */
export function members(
  type: 'joined' | 'left',
  kind: Group,
  as: Part,
  least: number,
  most: number,
): (h: Hooks, c: Ctx) => Out {
  return (h, c) => {
    const id = pathId(c, `${kind}Id`);
    if (!c.state[kind].has(id)) throw new Refusal(404, `There is no such ${kind}.`);
    const list = [...new Set(ids(bodyOf(c)['userIds'], 'userIds', least, most))];
    checkPeople(c, list, type === 'joined' ? as : undefined);
    const userIds = type === 'joined' ? list : list.filter((u) => c.state.people.get(u)?.roles.includes(as));
    append(h, c, { type, kind, groupId: id, userIds, as });
    return empty();
  };
}

export function cohortTests(type: 'testsAdded' | 'testsRemoved'): (h: Hooks, c: Ctx) => Out {
  return (h, c) => {
    const cohortId = pathId(c, 'cohortId');
    if (!c.state.cohort.has(cohortId)) throw new Refusal(404, 'There is no such cohort.');
    const testIds = [...new Set(ids(bodyOf(c)['testIds'], 'testIds', 0, 10_000))];
    for (const t of testIds)
      if (!c.state.seed.tests.some((x) => x.id === t)) refuse(`There is no test ${t}.`);
    append(h, c, { type, cohortId, testIds });
    return empty();
  };
}

function userOf(c: Ctx, role?: Part): User {
  const u = c.state.people.get(pathId(c, 'userId'));
  if (!u || (role && !u.roles.includes(role))) throw new Refusal(404, `There is no such ${role ?? 'user'}.`);
  return u;
}

/** Groups of a user: added or removed by the list in the body. */
export function groupsOf(type: 'joined' | 'left', kind: Group, as: Part): (h: Hooks, c: Ctx) => Out {
  return (h, c) => {
    const u = userOf(c, as);
    const name = `${kind}Ids`;
    const list = [...new Set(ids(bodyOf(c)[name], name, 0, 10_000))];
    for (const id of list) if (!c.state[kind].has(id)) refuse(`There is no ${kind} ${id}.`);
    for (const groupId of list) append(h, c, { type, kind, groupId, userIds: [u.id], as });
    return empty();
  };
}

function shown(h: Hooks, c: Ctx, id: string, groups = true, status = 200): Out {
  const u = c.state.people.get(id);
  return { status, headers: {}, body: u ? { user: userView(h, c, u, groups) } : {} };
}

function invented(c: Ctx, first: string, last: string): string {
  const stem = `${first}.${last}`
    .normalize('NFD')
    .replace(/[^A-Za-z0-9.]/g, '')
    .toLowerCase()
    .slice(0, 20);
  return `${stem}.${c.state.count + 7000}`;
}

export function createUser(role: Part): (h: Hooks, c: Ctx) => Out {
  return (h, c) => {
    const b = object(bodyOf(c)['user'], 'user');
    const firstName = text(b['firstName'], 'firstName');
    const lastName = text(b['lastName'], 'lastName');
    const username = optional(b['username'], 'username', text);
    const upn = optional(b['upn'], 'upn', text);
    const mail = optional(b['email'], 'email', email);
    const externalId = optional(b['externalId'], 'externalId', text);
    const gender = optional(b['gender'], 'gender', oneOf(genders));
    const dateOfBirth = optional(b['dateOfBirth'], 'dateOfBirth', date);
    for (const u of c.state.people.values()) {
      if (username !== undefined && u.username === username) refuse('username is taken.');
      if (upn !== undefined && u.upn === upn) refuse('upn is taken.');
    }
    const now = clock.now();
    const user: User = {
      id: newId(c.state),
      username: username ?? invented(c, firstName, lastName),
      upn,
      roles: [role],
      externalId,
      firstName,
      lastName,
      fullName: `${firstName} ${lastName}`,
      emails: mail === undefined ? [] : [mail],
      gender,
      dateOfBirth,
      createdAt: now,
      updatedAt: now,
      active: true,
      classIds: [],
      cohortIds: [],
    };
    append(h, c, { type: 'userCreated', user });
    return shown(h, c, user.id, true, 201);
  };
}

function wrapped(c: Ctx): Json {
  return object(bodyOf(c)['user'], 'user');
}

function change(h: Hooks, c: Ctx, userId: string, set: Partial<User>): void {
  append(h, c, { type: 'userChanged', userId, set: { ...set, updatedAt: clock.now() } });
}

export function updateDetails(h: Hooks, c: Ctx): Out {
  const u = userOf(c, 'student');
  const b = wrapped(c);
  const gender = optional(b['gender'], 'gender', oneOf(genders));
  const dateOfBirth = optional(b['dateOfBirth'], 'dateOfBirth', date);
  const set: Partial<User> = {};
  if (gender !== undefined) set.gender = gender;
  if (dateOfBirth !== undefined) set.dateOfBirth = dateOfBirth;
  change(h, c, u.id, set);
  return shown(h, c, u.id);
}

export function updateName(h: Hooks, c: Ctx): Out {
  const u = userOf(c);
  const b = wrapped(c);
  const firstName = text(b['firstName'], 'firstName');
  const lastName = text(b['lastName'], 'lastName');
  change(h, c, u.id, { firstName, lastName, fullName: `${firstName} ${lastName}` });
  return shown(h, c, u.id);
}

export function updatePassword(h: Hooks, c: Ctx): Out {
  const u = userOf(c);
  change(h, c, u.id, { password: text(wrapped(c)['password'], 'password') });
  return shown(h, c, u.id);
}

export function updateEmail(h: Hooks, c: Ctx): Out {
  const u = userOf(c);
  const first = email(wrapped(c)['email'], 'email');
  const rest = u.emails.slice(1).filter((e) => e.toLowerCase() !== first.toLowerCase());
  change(h, c, u.id, { emails: [first, ...rest] });
  return shown(h, c, u.id);
}

export function setExternalId(h: Hooks, c: Ctx): Out {
  const u = userOf(c);
  change(h, c, u.id, { externalId: text(wrapped(c)['externalId'], 'externalId') });
  return empty();
}

export function setActive(active: boolean): (h: Hooks, c: Ctx) => Out {
  return (h, c) => {
    const u = userOf(c);
    if (u.active !== active) change(h, c, u.id, { active });
    return shown(h, c, u.id, false);
  };
}
