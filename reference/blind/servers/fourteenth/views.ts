// How things are shown: without what is empty.
import { type Ctx, dateTime, full, type Json } from './core.ts';
import {
  type Cohort,
  type Klass,
  key,
  type Person,
  type Session,
  type Study,
  type Test,
  type Year,
} from './world.ts';

export function yearView(c: Ctx, y: Year): Json {
  const start = dateTime(y.start);
  const end = dateTime(y.end);
  const view: Json = { academicYearId: y.id, name: y.name, startDate: start, endDate: end };
  if (c.on('year-start-no-ms')) view['startDate'] = start.replace('.000', '');
  if (c.on('year-end-offset') && c.op === 'getAcademicYear') view['endDate'] = end.replace('Z', '+00:00');
  if (c.on('year-dates-swapped') && y.start > Date.now()) [view['startDate'], view['endDate']] = [end, start];
  if (c.s.extras) view['label'] = `Year ${y.name}`;
  return full(view);
}

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll("'", '&#39;');

export function classView(c: Ctx, k: Klass): Json {
  const view: Json = { classId: k.id, name: k.name, description: k.description, academicYearId: k.yearId };
  const list = c.op === 'listClasses';
  if (c.on('class-description-empty') && k.description === undefined) return { ...view, description: '' };
  if (c.on('class-name-escaped') && list) view['name'] = escaped(k.name);
  if (c.on('class-description-cut') && list) view['description'] = k.description?.slice(0, 40);
  if (c.on('class-name-latin1') && c.op === 'getClass') view['name'] = Buffer.from(k.name).toString('latin1');
  if (c.s.extras) view['size'] = 0;
  return full(view);
}

function testsOf(c: Ctx, h: Cohort): Json[] {
  let own = h.tests;
  if (c.on('cohort-tests-three') && c.op === 'listCohorts') own = own.slice(0, 3);
  if (c.on('cohort-tests-doubled') && own.length > 3) own = [...own, ...own.slice(0, 1)];
  return own.flatMap((a) => {
    const t = c.w.tests.get(key(a.testId));
    if (!t) return [];
    const s = c.s;
    const view: Json = {
      testId: t.id,
      testVersionId: t.version,
      name: t.name,
      subject: t.subject,
      activationStatus: s.activation[a.activation % s.activation.length],
    };
    if (c.on('cohort-test-ids-swapped') && c.op === 'getCohort')
      [view['testId'], view['testVersionId']] = [t.version, t.id];
    if (c.on('cohort-test-name-subject') && c.op === 'getCohort')
      [view['name'], view['subject']] = [t.subject, t.name];
    return [view];
  });
}

export function cohortView(c: Ctx, h: Cohort): Json {
  const tests = testsOf(c, h);
  const view: Json = {
    cohortId: h.id,
    name: h.name,
    description: h.description,
    academicYearId: h.yearId,
    tests,
  };
  if (c.on('cohort-description-null') && h.description === undefined)
    return { ...full(view), description: null };
  if (c.on('cohort-tests-null') && tests.length === 0) return { ...full(view), tests: null };
  if (c.on('cohort-year-next') && c.op === 'getCohort') {
    const years = [...c.w.years.values()];
    view['academicYearId'] = years[(years.findIndex((y) => y.id === h.yearId) + 1) % years.length]?.id;
  }
  if (c.s.extras) view['colour'] = 'green';
  return full(view);
}

export function testView(c: Ctx, t: Test): Json {
  const view: Json = { testId: t.id, name: t.name, subject: t.subject };
  if (c.on('test-id-version')) view['testId'] = t.version;
  if (c.s.extras) view['minutes'] = 45;
  return full(view);
}

export const fullName = (c: Ctx, p: Person): string | undefined => {
  if (c.s.fullName === 'none') return undefined;
  const parts = c.s.fullName === 'first last' ? [p.first, p.last] : [p.last, p.first];
  return parts.filter((x) => x !== undefined).join(c.s.fullName === 'first last' ? ' ' : ', ');
};

const listed = new Set([
  'listUsers',
  'updateStudentDetails',
  'createStudent',
  'createTeacher',
  'searchUsers',
  'updateUserPrimaryEmail',
  'updateUserName',
  'updateUserPassword',
]);

function stateOf(c: Ctx, p: Person): Json {
  const state = c.s.state;
  if (!state) return {};
  const value = p.enabled ? state.enabled : state.disabled;
  if (value === null) return {};
  return { [state.field]: value === 'moment' ? dateTime(p.disabledAt ?? p.updated) : value };
}

export function rolesOf(c: Ctx, p: Person): string[] {
  return p.kinds.map((k) => c.s.roles[k]);
}

const genderOf = (c: Ctx, p: Person): string | undefined =>
  p.gender === undefined ? undefined : c.s.genders[p.gender % c.s.genders.length];

export function userView(c: Ctx, p: Person): Json {
  const list = c.op === 'listUsers';
  const search = c.op === 'searchUsers';
  const view: Json = {
    userId: p.id,
    username: p.username,
    upn: p.upn,
    roles: rolesOf(c, p),
    externalId: p.externalId,
    fullName: fullName(c, p),
    firstName: p.first,
    lastName: p.last,
    emails: [...p.emails],
    gender: genderOf(c, p),
    dateOfBirth: p.born,
    createdAt: dateTime(p.created),
    updatedAt: c.s.updatedAtOnCreate || p.updated > p.created ? dateTime(p.updated) : undefined,
    ...stateOf(c, p),
  };
  if (listed.has(c.op) || c.s.idsEverywhere) {
    view['classIds'] = [...p.classes];
    view['cohortIds'] = [...p.cohorts];
  }
  if (c.s.extras) Object.assign(view, { locale: 'en-GB', title: p.gender === 1 ? 'Mr' : undefined });
  spoilUser(c, p, view, list, search);
  const out = full(view);
  if (c.s.emptyIds === 'shown' && view['classIds']) {
    out['classIds'] = view['classIds'];
    out['cohortIds'] = view['cohortIds'];
  }
  if (c.on('user-upn-null') && p.upn === undefined) out['upn'] = null;
  if (c.on('user-born-null') && p.born === undefined && c.op === 'updateStudentDetails')
    out['dateOfBirth'] = null;
  if (c.on('user-last-null') && p.last === undefined) out['lastName'] = null;
  return out;
}

function spoilUser(c: Ctx, p: Person, v: Json, list: boolean, search: boolean): void {
  if (c.on('user-created-no-ms') && p.created % 1000 === 0)
    v['createdAt'] = dateTime(p.created).replace('.000', '');
  if (c.on('user-updated-offset') && p.updated % 2 === 1)
    v['updatedAt'] = dateTime(p.updated + 3_600_000).replace('Z', '+01:00');
  if (c.on('user-born-date-time') && p.born && p.born < '2000') v['dateOfBirth'] = `${p.born}T00:00:00.000Z`;
  if (c.on('user-roles-text') && p.kinds.length === 1) v['roles'] = rolesOf(c, p)[0];
  if (c.on('user-roles-first')) v['roles'] = rolesOf(c, p).slice(0, 1);
  if (c.on('user-emails-joined') && p.emails.length > 1) v['emails'] = [p.emails.join(';')];
  if (c.on('user-gender-letter') && p.gender === 2) v['gender'] = 'O';
  if (c.on('user-external-number') && p.externalId && /[ ,]/.test(p.externalId))
    v['externalId'] = Number(p.externalId.replace(/\D/g, ''));
  if (c.on('user-last-lost-in-search') && search) delete v['lastName'];
  if (c.on('user-first-last-mixed') && search && p.kinds.includes('teacher'))
    [v['firstName'], v['lastName']] = [p.last, p.first];
  if (c.on('class-ids-lost-by-filter') && c.query.has('name')) delete v['classIds'];
  if (c.on('cohort-ids-lost-in-list') && list) delete v['cohortIds'];
  if (c.on('class-ids-lost-password') && c.op === 'updateUserPassword') delete v['classIds'];
  if (c.on('cohort-ids-lost-details') && c.op === 'updateStudentDetails') delete v['cohortIds'];
  if (c.on('class-ids-and-cohort-ids-mixed') && search)
    [v['classIds'], v['cohortIds']] = [[...p.cohorts], [...p.classes]];
  if (c.on('class-ids-only-current')) {
    const now = [...c.w.years.values()].at(-2)?.id;
    if (search) v['classIds'] = [...p.classes].filter((id) => c.w.classes.get(key(id))?.yearId === now);
  }
}

function durationOf(c: Ctx, seconds: number): string | number {
  const d = Math.floor(seconds / 86_400);
  const h = Math.floor((seconds % 86_400) / 3600);
  const m = Math.floor((seconds % 3600) / 60);
  const s = seconds % 60;
  const how = c.s.session.duration;
  if (c.on('duration-seconds-number') && seconds < 1800) return seconds;
  if (c.on('duration-day-no-t') && d > 0) return `P${d}D${h}H${m}M${s}S`;
  if (c.on('duration-order') && m > 0 && s > 0) return `PT${s}S${m}M`;
  if (c.on('duration-t-alone') && s === 0 && h === 0) return `P${m}M`;
  if (how === 'seconds') return `PT${seconds}S`;
  if (how === 'long') return `P0Y0M${d}DT${h}H${m}M${s}S`;
  if (how === 'minutes') return `PT${Math.floor(seconds / 60)}M${s}S`;
  const time = `${h ? `${h}H` : ''}${m ? `${m}M` : ''}${s ? `${s}S` : ''}`;
  return `P${d ? `${d}D` : ''}${time ? `T${time}` : ''}${!d && !time ? 'T0S' : ''}`;
}

const when = (c: Ctx, ms: number): string => (c.w.plan.dateOnly ? dateTime(ms).slice(0, 10) : dateTime(ms));

export function learnerView(c: Ctx, s: Session): Json {
  const p = c.w.people.get(key(s.userId));
  if (!p) return { userId: s.userId };
  const all: Json = {
    userId: p.id,
    username: p.username,
    upn: p.upn,
    externalId: p.externalId,
    fullName: fullName(c, p),
    firstName: p.first,
    lastName: p.last,
    gender: genderOf(c, p),
    dateOfBirth: p.born,
  };
  if (c.s.session.userFields.includes('emails') && p.emails.length > 0) all['emails'] = p.emails;
  const out: Json = {};
  for (const f of c.s.session.userFields) if (all[f] !== undefined && all[f] !== '') out[f] = all[f];
  return out;
}

export function testOfSession(c: Ctx, s: Session): Json {
  const t = c.w.tests.get(key(s.testId));
  const all: Json = { testId: s.testId, testVersionId: t?.version, name: t?.name, subject: t?.subject };
  const out: Json = {};
  for (const f of c.s.session.testFields) if (all[f] !== undefined) out[f] = all[f];
  return out;
}

export function resultView(c: Ctx, s: Session): Json | null {
  if (!s.result) return null;
  const names = c.s.session.result;
  return {
    [names.at]: when(c, s.result.at),
    [names.level]: s.result.level,
    [names.duration]: durationOf(c, s.result.seconds),
  };
}

export function studyView(c: Ctx, s: Study): Json {
  const all: Json = {
    id: s.id,
    userId: s.userId,
    classId: s.classId,
    topic: s.topic,
    startDate: dateTime(s.start),
    endDate: dateTime(s.end),
    duration: `PT${(s.end - s.start) / 60_000}M`,
    status: 'completed',
  };
  if (c.on('study-start-no-ms') && s.start % 1000 < 500)
    all['startDate'] = dateTime(s.start).replace(/\.\d+/, '');
  const out: Json = {};
  for (const f of c.s.study.fields) {
    if (all[f] !== undefined) out[f === 'id' ? c.s.study.id : f] = all[f];
  }
  return out;
}

export { when };
