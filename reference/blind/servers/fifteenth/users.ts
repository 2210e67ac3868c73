/** Users: searched, created, changed, enabled and disabled. */

import { byId, iso, text } from './groups.ts';
import { byOp } from './operations.ts';
import { byText, type ListWork, pageOf, shown } from './paging.ts';
import { type Filter, isObject, isUuid, Refusal, readAsked } from './reading.ts';
import type { BodyRule, StateValue } from './settings.ts';
import type { Answer, Ctx, Json, Obj, RoleName, User } from './types.ts';

/** Operations whose users have classIds and cohortIds, by the chapter on versions. */
const WITH_IDS = new Set([
  'GET /users',
  'PATCH /students/{userId}/details',
  'POST /students',
  'POST /teachers',
  'POST /users/search',
  'PUT /users/{userId}/emails/primary',
  'PUT /users/{userId}/name',
  'PUT /users/{userId}/password',
]);

const ROLES: readonly RoleName[] = ['student', 'teacher', 'admin'];

export function fullName(c: Ctx, user: User): string {
  const { firstName, lastName } = user;
  const form = c.s.users.fullNames;
  if (firstName === '' || lastName === '') return firstName + lastName;
  if (form === 'comma') return `${lastName}, ${firstName}`;
  return form === 'eastern' ? `${lastName} ${firstName}` : `${firstName} ${lastName}`;
}

export function classesOf(user: User): string[] {
  return [...new Set([...user.studies, ...user.teaches])];
}

function stateOf(value: StateValue, time: number): Json | undefined {
  if (value === null) return undefined;
  if (typeof value !== 'object') return value;
  return value.form === 'date' ? iso(time).slice(0, 10) : iso(time);
}

export function viewUser(c: Ctx, user: User): Obj {
  const rules = c.s.users;
  const view: Obj = { userId: user.id };
  const put = (name: string, value: string): void => {
    if (value !== '') view[name] = value;
  };
  put('username', user.username);
  put('upn', user.upn);
  const roles = [...new Set(user.roles.map((role) => rules.roles[role]))];
  view['roles'] = roles;
  put('externalId', user.externalId);
  if (rules.shows === 'all') put('fullName', fullName(c, user));
  put('firstName', user.firstName);
  put('lastName', user.lastName);
  const bare = c.s.teams.c.emptyArrays === 'show';
  if (bare || user.emails.length > 0) view['emails'] = [...user.emails];
  put('gender', user.gender);
  put('dateOfBirth', user.birth);
  view['createdAt'] = iso(user.created);
  if (user.updated !== 0) view['updatedAt'] = iso(user.updated);
  const state = rules.state;
  const value =
    state === undefined
      ? undefined
      : stateOf(user.disabled === 0 ? state.enabled : state.disabled, user.disabled || user.created);
  if (state !== undefined && value !== undefined) view[state.field] = value;
  if (WITH_IDS.has(c.op) || rules.idsEverywhere) {
    const classes = classesOf(user);
    if (bare || classes.length > 0) view['classIds'] = classes;
    if (bare || user.cohorts.size > 0) view['cohortIds'] = [...user.cohorts];
  }
  if (c.s.teams.c.extras) view['initials'] = `${[...user.firstName][0] ?? ''}${[...user.lastName][0] ?? ''}`;
  return view;
}

export function userAnswer(c: Ctx, user: User, status: number): Answer {
  return { status, body: { user: shown(c, viewUser(c, user), user) }, headers: {} };
}

const fold = (c: Ctx, value: string): string => (c.s.users.anyCase ? value.toLowerCase() : value);

function nameFits(c: Ctx, user: User, name: string): boolean {
  const full = fullName(c, user).toLowerCase();
  const asked = name.toLowerCase();
  if (c.s.users.name === 'contains') return full.includes(asked);
  if (c.s.users.name === 'full')
    return full === asked || user.firstName.toLowerCase() === asked || user.lastName.toLowerCase() === asked;
  if (c.s.users.name === 'prefix')
    return (
      user.firstName.toLowerCase().startsWith(asked) ||
      user.lastName.toLowerCase().startsWith(asked) ||
      full.startsWith(asked)
    );
  return asked.split(/\s+/).every((word) => full.split(/\s+/).includes(word));
}

function userMatches(c: Ctx) {
  // Sets of long lists, made once for each request.
  const sets = new Map<string, Set<string>>();
  const among = (name: string, value: Json, one: string, low: boolean): boolean => {
    let set = sets.get(name);
    if (set === undefined) {
      set = new Set(
        (Array.isArray(value) ? value : []).map((item) =>
          low ? String(item).toLowerCase() : fold(c, String(item)),
        ),
      );
      sets.set(name, set);
    }
    return one !== '' && set.has(low ? one.toLowerCase() : fold(c, one));
  };
  return (user: User, name: string, value: Json): boolean => {
    switch (name) {
      case 'userId':
        return among(name, value, user.id, true);
      case 'upn':
        return among(name, value, user.upn, false);
      case 'externalId':
        return among(name, value, user.externalId, false);
      case 'username':
        return among(name, value, user.username, false);
      case 'email': {
        const emails = c.s.users.emailMatch === 'primary' ? user.emails.slice(0, 1) : user.emails;
        return emails.some((email) => email.toLowerCase() === String(value).toLowerCase());
      }
      case 'name':
        return nameFits(c, user, String(value));
      case 'role':
        return user.roles.some((role) => c.s.users.roles[role] === value);
      default:
        return true;
    }
  };
}

function filtersOf(c: Ctx, body: boolean): Filter[] {
  const words = ROLES.map((role) => c.s.users.roles[role]);
  const arrays: [string, 'uuids' | 'strings'][] = [
    ['userId', 'uuids'],
    ['upn', 'strings'],
    ['externalId', 'strings'],
    ['username', 'strings'],
  ];
  return [
    ...arrays.map(
      ([name, type]): Filter =>
        body ? { name, given: `${name}s`, type } : { name, given: name, type, max: 30 },
    ),
    { name: 'email', given: 'email', type: 'email' },
    { name: 'name', given: 'name', type: 'name' },
    { name: 'role', given: 'role', type: 'word', words },
  ];
}

function sortText(c: Ctx, user: User, field: string): string {
  if (field === 'username') return user.username;
  if (field === 'firstName') return user.firstName;
  if (field === 'fullName') return fullName(c, user);
  if (field === 'userId') return user.id;
  return user.lastName;
}

function userWork(c: Ctx, field: string, direction: 'asc' | 'desc'): ListWork<User> {
  const sign = direction === 'asc' ? 1 : -1;
  const byTime = (left: User, right: User): number =>
    field === 'createdAt' ? left.created - right.created : left.updated - right.updated;
  const times = field === 'createdAt' || field === 'updatedAt';
  const users = [...c.world.users.values()];
  const matches = userMatches(c);
  return {
    rows: c.s.users.hidesDisabled ? users.filter((user) => user.disabled === 0) : users,
    matches,
    key: (user) => user.id,
    compare: (left, right) => {
      const order = times
        ? byTime(left, right)
        : byText(sortText(c, left, field), sortText(c, right, field), c.s.users.collation);
      return order * sign || (left.id < right.id ? -1 : 1);
    },
    show: (user) => viewUser(c, user),
  };
}

function findUsers(c: Ctx, where: 'query' | 'body'): Answer {
  const asked = readAsked(c, {
    where,
    filters: filtersOf(c, where === 'body'),
    sorts: c.s.users.sorts,
    sort: { field: 'createdAt', direction: 'desc' },
    status: where === 'body' ? c.s.refusal : 400,
    pages: true,
  });
  return pageOf(c, asked, userWork(c, asked.sortField, asked.sortDirection));
}

export const listUsers = (c: Ctx): Answer => findUsers(c, 'query');
export const searchUsers = (c: Ctx): Answer => findUsers(c, 'body');

const NO_RULE: BodyRule = { required: [], optional: [], returns: 200, shows: false };

export function ruleOf(c: Ctx): BodyRule {
  return c.s.bodies[byOp.get(c.op)?.id ?? ''] ?? NO_RULE;
}

export const statusOf = (c: Ctx): number => c.s.refusal;

export function userOf(c: Ctx): User {
  const id = c.params['userId'] ?? '';
  const user = isUuid(id) ? byId(c, c.world.users, id) : undefined;
  if (user === undefined) throw new Refusal(c.s.users.unknown, 'There is no such user.');
  return user;
}

/** The fields of a body by their meaning. */
function fieldsOf(c: Ctx): Map<string, Json> {
  const rule = ruleOf(c);
  const holder = rule.wrap === undefined || !isObject(c.body) ? c.body : c.body[rule.wrap];
  if (!isObject(holder)) throw new Refusal(statusOf(c), `The body has no ${rule.wrap ?? 'fields'}.`);
  const fields = new Map<string, Json>();
  for (const [given, value] of Object.entries(holder)) {
    const known = rule.required.includes(given) || rule.optional.includes(given);
    if (!known && c.s.unknownFields === 'refuse') throw new Refusal(statusOf(c), `${given} is unknown.`);
    if (rule.required.includes(given) || rule.optional.includes(given))
      fields.set(c.s.fields[given] ?? given, value);
  }
  for (const given of rule.required) {
    if (!fields.has(c.s.fields[given] ?? given)) throw new Refusal(statusOf(c), `${given} is missing.`);
  }
  return fields;
}

function checkedField(c: Ctx, name: string, value: Json): string {
  const status = statusOf(c);
  if (name === 'gender' && c.s.users.genders.length > 0) {
    if (typeof value === 'string' && c.s.users.genders.includes(value)) return value;
    throw new Refusal(status, 'gender has another value.');
  }
  const given = text(c, value, name, status);
  if (name === 'dateOfBirth') {
    const day = /^\d{4}-\d{2}-\d{2}$/.test(given) ? new Date(`${given}T00:00:00Z`) : new Date(Number.NaN);
    if (Number.isNaN(day.getTime()) || iso(day.getTime()).slice(0, 10) !== given)
      throw new Refusal(status, 'dateOfBirth is no date.');
  }
  if (name === 'email' && !/^[^@\s]+@[^@\s]+\.[^@\s]+$/.test(given))
    throw new Refusal(status, 'email is no email address.');
  return given;
}

function taken(c: Ctx, user: User | undefined, part: 'username' | 'upn' | 'externalId', value: string): void {
  const rule = c.s.users.taken;
  if (rule === 'free' && part !== 'upn') return;
  for (const other of c.world.users.values()) {
    if (other !== user && other[part].toLowerCase() === value.toLowerCase()) {
      throw new Refusal(rule === 'free' ? c.s.refusal : rule, `${part} is taken.`);
    }
  }
}

function setEmail(c: Ctx, user: User, email: string): void {
  const others = user.emails.filter((one) => one.toLowerCase() !== email.toLowerCase());
  user.emails = [email, ...(c.s.users.keepsOldEmail ? others : others.slice(1))];
}

function fill(c: Ctx, user: User, fields: ReadonlyMap<string, string>): void {
  for (const [name, value] of fields) {
    if (name === 'firstName') user.firstName = value;
    if (name === 'lastName') user.lastName = value;
    if (name === 'username') user.username = value;
    if (name === 'upn') user.upn = value;
    if (name === 'externalId') user.externalId = value;
    if (name === 'dateOfBirth') user.birth = value;
    if (name === 'gender') user.gender = value;
    if (name === 'email') setEmail(c, user, value);
    if (name === 'password') user.password = value;
  }
}

function readFields(c: Ctx, user: User | undefined): Map<string, string> {
  const read = new Map<string, string>();
  for (const [name, value] of fieldsOf(c)) read.set(name, checkedField(c, name, value));
  for (const part of ['username', 'upn', 'externalId'] as const) {
    const value = read.get(part);
    if (value !== undefined) taken(c, user, part, value);
  }
  return read;
}

function create(c: Ctx, role: RoleName): Answer {
  const fields = readFields(c, undefined);
  const id = c.world.uuid();
  const user: User = {
    id,
    username: `${role.slice(0, 1)}.${c.world.users.size}`,
    upn: '',
    roles: [role],
    externalId: '',
    firstName: '',
    lastName: '',
    emails: [],
    gender: '',
    birth: '',
    created: c.now,
    updated: c.s.users.updatedAtFirst ? c.now : 0,
    disabled: 0,
    studies: new Set(),
    teaches: new Set(),
    cohorts: new Set(),
    password: '',
  };
  fill(c, user, fields);
  c.world.users.set(id, user);
  const answer = userAnswer(c, user, 201);
  if (c.s.gateway.location) answer.headers['location'] = `/api/v1/users?userId=${id}`;
  return answer;
}

export const createStudent = (c: Ctx): Answer => create(c, 'student');
export const createTeacher = (c: Ctx): Answer => create(c, 'teacher');

function update(role: RoleName | undefined) {
  return (c: Ctx): Answer => {
    const rule = ruleOf(c);
    const user = userOf(c);
    if (role !== undefined && !user.roles.includes(role))
      throw new Refusal(c.s.users.unknown, `The user is no ${role}.`);
    fill(c, user, readFields(c, user));
    user.updated = Math.max(c.now, user.updated);
    return rule.shows ? userAnswer(c, user, rule.returns) : { status: rule.returns, headers: {} };
  };
}

export const updateUser = update(undefined);
export const updateStudent = update('student');

function enabling(enabled: boolean) {
  return (c: Ctx): Answer => {
    const rule = ruleOf(c);
    const user = userOf(c);
    const already = (user.disabled === 0) === enabled;
    if (already && c.s.users.again !== 'ok')
      throw new Refusal(c.s.users.again, 'The account is in that state.');
    if ((user.disabled === 0) !== enabled) user.updated = Math.max(c.now, user.updated);
    if (enabled) user.disabled = 0;
    else if (user.disabled === 0) user.disabled = c.now;
    if (!enabled && c.s.users.leaves)
      for (const set of [user.studies, user.teaches, user.cohorts]) set.clear();
    return rule.shows ? userAnswer(c, user, rule.returns) : { status: rule.returns, headers: {} };
  };
}

export const enableUser = enabling(true);
export const disableUser = enabling(false);
