// Accounts: made, and changed one by one.
import {
  bad,
  bodyOf,
  type Ctx,
  isObject,
  isUuid,
  type Json,
  knownMembers,
  later,
  personOf,
  Refusal,
  type Reply,
} from './core.ts';
import { text } from './groups.ts';
import { ofKind } from './memberships.ts';
import type { BodyOp, BodyPlan } from './settings.ts';
import { userView } from './views.ts';
import { type Kind, key, newId, type Person } from './world.ts';

function fieldsOf(c: Ctx, plan: BodyPlan): Json {
  const body = bodyOf(c);
  let inner: unknown = body;
  if (plan.wrap !== undefined) {
    knownMembers(c, body, [plan.wrap]);
    inner = body[plan.wrap];
    if (!isObject(inner)) throw bad(c, `The body holds no ${plan.wrap}.`);
  }
  const fields = inner as Json;
  knownMembers(
    c,
    fields,
    [...plan.required, ...plan.optional].map((f) => c.s.fieldNames[f] ?? f),
  );
  return fields;
}

const addressForm = /^[^\s@]+@[^\s@]+\.[^\s@.]+$/;

/** The fields by their usual names, each looked at. */
function read(c: Ctx, plan: BodyPlan): Record<string, string | string[]> {
  const body = fieldsOf(c, plan);
  const out: Record<string, string | string[]> = {};
  for (const f of [...plan.required, ...plan.optional]) {
    const required = plan.required.includes(f);
    if (f === 'emails' || f === 'classIds' || f === 'cohortIds') {
      const value = body[c.s.fieldNames[f] ?? f];
      if (value === undefined && !required) continue;
      if (!Array.isArray(value) || !value.every((x) => typeof x === 'string'))
        throw bad(c, `${f} is no array of texts.`);
      const wrong = (x: string): boolean => (f === 'emails' ? !addressForm.test(x) : !isUuid(x));
      if (value.some(wrong)) throw bad(c, `${f} holds something else.`);
      out[f] = [...new Set(value as string[])];
      continue;
    }
    const value = text(c, body, f, required);
    if (value === undefined) continue;
    if (f === 'email' && !addressForm.test(value) && !c.on('account-email-unchecked'))
      throw bad(c, 'email is no address.');
    if (f === 'dateOfBirth' && !c.on('account-born-unchecked')) {
      const ms = /^\d{4}-\d\d-\d\d$/.test(value) ? Date.parse(value) : Number.NaN;
      if (Number.isNaN(ms) || new Date(ms).toISOString().slice(0, 10) !== value)
        throw bad(c, 'dateOfBirth is no date.');
    }
    if (f === 'gender' && !c.s.genders.includes(value)) throw bad(c, 'There is no such gender.');
    out[f] = value;
  }
  return out;
}

function unique(c: Ctx, fields: Record<string, unknown>, self?: Person): void {
  if (c.s.duplicates === 'allowed') return;
  for (const p of c.w.people.values()) {
    if (p === self) continue;
    for (const f of ['username', 'upn', 'externalId'] as const) {
      if (fields[f] !== undefined && p[f] === fields[f]) {
        throw c.s.duplicates === 409 ? new Refusal(409, `${f} is taken.`) : bad(c, `${f} is taken.`);
      }
    }
  }
}

function assign(c: Ctx, p: Person, f: Record<string, string | string[]>): void {
  const set = (name: string, to: (value: string) => void): void => {
    const value = f[name];
    if (typeof value === 'string') to(value);
  };
  set('firstName', (v) => {
    p.first = v;
  });
  set('lastName', (v) => {
    p.last = v;
  });
  set('username', (v) => {
    p.username = v;
  });
  set('upn', (v) => {
    p.upn = v;
  });
  set('externalId', (v) => {
    p.externalId = v;
  });
  set('gender', (v) => {
    p.gender = c.s.genders.indexOf(v);
  });
  set('dateOfBirth', (v) => {
    p.born = v;
  });
  set('password', (v) => {
    p.password = v;
  });
  set('email', (v) => {
    p.emails = [v];
  });
  if (Array.isArray(f['emails'])) p.emails = f['emails'];
}

function reply(c: Ctx, p: Person, fresh = p): Reply {
  const plan = c.s.bodies[c.op as BodyOp];
  if (plan.returns === 204) return { status: 204 };
  let status = plan.returns;
  if (c.op === 'updateUserName' && c.on('name-204')) return { status: 204 };
  if (c.op === 'updateUserPrimaryEmail' && c.on('email-202')) status = 202;
  if (!plan.shows) return { status, body: {} };
  const user = userView(c, fresh);
  if (c.op === 'updateStudentDetails' && c.on('details-data')) return { status, body: { data: user } };
  return { status, body: { user } };
}

function create(c: Ctx, kind: Kind): Reply {
  const f = read(c, c.s.bodies[c.op as BodyOp]);
  unique(c, f);
  for (const [name, groups] of [
    ['classIds', c.w.classes],
    ['cohortIds', c.w.cohorts],
  ] as const) {
    const ids = f[name];
    if (Array.isArray(ids) && ids.some((id) => !groups.has(key(id))))
      throw bad(c, `${name} holds one that is not there.`);
  }
  const now = Date.now();
  const p: Person = {
    id: newId(c.w),
    kinds: [kind],
    emails: [],
    created: now,
    updated: now,
    enabled: true,
    classes: new Set(),
    cohorts: new Set(),
  };
  assign(c, p, f);
  for (const id of f['classIds'] ?? []) p.classes.add(c.w.classes.get(key(id))?.id ?? id);
  for (const id of f['cohortIds'] ?? []) p.cohorts.add(c.w.cohorts.get(key(id))?.id ?? id);
  const shown: Person = { ...p };
  const student = kind === 'student';
  if (student && c.on('new-student-external-lost')) delete p.externalId;
  if (student && c.on('new-student-born-shifted') && p.born) p.born = dayBefore(p.born);
  if (student && c.on('new-student-upn-upper') && p.upn) p.upn = p.upn.toUpperCase();
  if (student && c.on('new-student-names-ascii')) p.first = (p.first ?? '').replace(/[^\0-\u007f]/g, '?');
  if (!student && c.on('new-teacher-student-too')) p.kinds = ['teacher', 'student'];
  if (!student && c.on('new-teacher-username-email') && p.emails[0] && p.username) p.username = p.emails[0];
  if (!student && c.on('new-teacher-created-day')) p.created = Math.floor(now / 86_400_000) * 86_400_000;
  if (student && c.on('new-student-updated-before')) {
    p.updated = now - 1000;
    shown.updated = p.updated;
  }
  if (
    c.on('new-student-namesake-not-saved') &&
    student &&
    [...c.w.people.values()].some((o) => o.first === p.first && o.last === p.last)
  ) {
    return reply(c, p, shown);
  }
  c.w.people.set(key(p.id), p);
  c.app.stale.set(p.id, true);
  return reply(c, p, shown);
}

const dayBefore = (day: string): string => new Date(Date.parse(day) - 86_400_000).toISOString().slice(0, 10);

export const createStudent = (c: Ctx): Reply => create(c, 'student');
export const createTeacher = (c: Ctx): Reply => create(c, 'teacher');

function touch(c: Ctx, p: Person): void {
  if (c.on('details-updated-kept') && c.op === 'updateStudentDetails') return;
  if (c.on('details-created-too') && c.op === 'updateStudentDetails') p.created = Date.now();
  p.updated = Math.max(Date.now(), p.updated + 1);
  if (c.on('updated-before-created') && c.op === 'updateUserPrimaryEmail') p.updated = p.created - 1000;
}

export function updateStudentDetails(c: Ctx): Reply {
  const p = ofKind(c, 'student');
  const f = read(c, c.s.bodies.updateStudentDetails);
  const before: Person = { ...p };
  if (c.on('details-born-lost-with-gender') && f['gender'] !== undefined) delete f['dateOfBirth'];
  if (c.on('details-clears-gender') && f['gender'] === undefined) delete p.gender;
  if (c.on('details-born-leap') && typeof f['dateOfBirth'] === 'string')
    f['dateOfBirth'] = f['dateOfBirth'].replace(/-02-29$/, '-03-01');
  if (c.on('details-clears-classes') && f['gender'] !== undefined) p.classes.clear();
  assign(c, p, f);
  touch(c, p);
  return reply(c, p, c.on('details-shows-old') ? before : p);
}

export function updateUserName(c: Ctx): Reply {
  const p = personOf(c);
  const f = read(c, c.s.bodies.updateUserName);
  const before: Person = { ...p };
  if (c.on('name-capitalised') && typeof f['lastName'] === 'string') {
    f['lastName'] = f['lastName'].charAt(0).toUpperCase() + f['lastName'].slice(1).toLowerCase();
  }
  if (c.on('name-escaped') && typeof f['lastName'] === 'string')
    f['lastName'] = f['lastName'].replaceAll("'", '&#39;');
  if (c.on('name-of-namesakes')) {
    for (const o of c.w.people.values())
      if (o.first === before.first && o.last === before.last) assign(c, o, f);
  }
  if (c.on('name-drops-emails')) p.emails = p.emails.slice(0, 1);
  if (c.on('name-not-saved')) {
    const shown: Person = { ...p };
    assign(c, shown, f);
    return reply(c, p, shown);
  }
  assign(c, p, f);
  touch(c, p);
  return reply(c, p, p);
}

export function updateUserPassword(c: Ctx): Reply {
  const p = personOf(c);
  const f = read(c, c.s.bodies.updateUserPassword);
  assign(c, p, f);
  if (c.on('password-clears-external')) delete p.externalId;
  if (c.on('password-other-user')) return reply(c, p, [...c.w.people.values()].find((o) => o !== p) ?? p);
  touch(c, p);
  return reply(c, p);
}

export function updateUserPrimaryEmail(c: Ctx): Reply {
  const p = personOf(c);
  const f = read(c, c.s.bodies.updateUserPrimaryEmail);
  const email = f['email'] as string;
  const rest = p.emails.slice(1);
  const before: Person = { ...p };
  if (c.on('email-not-saved-without-any') && p.emails.length === 0) return reply(c, p);
  p.emails =
    c.s.primary === 'alone'
      ? [email]
      : c.s.primary === 'goes first'
        ? [email, ...p.emails.filter((e) => e !== email)]
        : [email, ...rest.filter((e) => e !== email)];
  if (c.on('email-cut-at-plus')) p.emails[0] = email.replace(/\+[^@]*/, '');
  if (c.on('email-shows-old')) {
    touch(c, p);
    return reply(c, p, before);
  }
  touch(c, p);
  return reply(c, p);
}

export function setUserExternalId(c: Ctx): Reply {
  const p = personOf(c);
  const f = read(c, c.s.bodies.setUserExternalId);
  unique(c, f, p);
  const value = f['externalId'] as string;
  if (c.on('external-only-once') && p.externalId !== undefined) return reply(c, p);
  else if (c.on('external-lower')) p.externalId = value.toLowerCase();
  else p.externalId = value;
  touch(c, p);
  return reply(c, p);
}

function switchTo(c: Ctx, enabled: boolean): Reply {
  const p = personOf(c);
  if (enabled && c.on('enable-without-effect')) return reply(c, p, { ...p, enabled: true });
  if (!enabled && c.on('disable-toggles')) {
    p.enabled = !p.enabled;
    return reply(c, p);
  }
  if (!enabled && c.on('disable-shows-enabled')) {
    const shown: Person = { ...p };
    p.enabled = false;
    return reply(c, p, shown);
  }
  if (!enabled && c.on('disable-clears-cohorts')) p.cohorts.clear();
  if (!enabled && c.on('disable-leaves-classes')) p.classes.clear();
  if (!enabled && c.on('disable-drops-roles')) p.kinds = [];
  if (enabled && c.on('enable-clears-emails')) p.emails = [];
  if (enabled && c.on('enable-students-only') && !p.kinds.includes('student')) return reply(c, p, p);
  if (p.enabled !== enabled) {
    p.enabled = enabled;
    touch(c, p);
    if (enabled) delete p.disabledAt;
    else p.disabledAt = Date.now();
  }
  if (!enabled && c.s.leaves) {
    later(c, () => {
      p.classes.clear();
      p.cohorts.clear();
    });
  }
  return reply(c, p);
}

export const enableUser = (c: Ctx): Reply => switchTo(c, true);
export const disableUser = (c: Ctx): Reply => switchTo(c, false);
