import type { Db } from './db.ts';
import { at, makeRandom, pick } from './random.ts';
import type { Plan } from './seed.ts';
import type { On } from './types.ts';

/** Which world is seeded. */
export function planFor(on: On): Plan {
  const plan: Plan = {
    seed: 12,
    students: 300,
    teachers: 30,
    admins: 4,
    classes: 24,
    cohorts: 15,
    sessions: 350,
    study: 90,
    current: 2,
    allCompleted: false,
    overlap: false,
    uuidVersion: '4',
    wholeSeconds: false,
  };
  if (on('m-world-other')) plan.seed = 4711;
  if (on('m-world-small'))
    Object.assign(plan, {
      students: 3,
      teachers: 1,
      admins: 0,
      classes: 2,
      cohorts: 1,
      sessions: 4,
      study: 1,
    });
  if (on('m-world-empty'))
    Object.assign(plan, {
      students: 0,
      teachers: 0,
      admins: 0,
      classes: 0,
      cohorts: 0,
      sessions: 0,
      study: 0,
    });
  if (on('m-world-large')) Object.assign(plan, { students: 900, teachers: 80, sessions: 1100, study: 200 });
  if (on('m-world-all-completed')) plan.allCompleted = true;
  if (on('m-world-no-current-year')) plan.current = -1;
  if (on('m-world-current-is-earlier')) plan.current = 1;
  if (on('m-world-years-overlap')) plan.overlap = true;
  if (on('m-world-uuid7')) plan.uuidVersion = '7';
  if (on('m-world-whole-seconds')) plan.wholeSeconds = true;
  return plan;
}

/** What others do to the world meanwhile. */
export function meanwhile(db: Db, nth: number, on: On): void {
  if (nth % 40 === 39 && on('m-busy-users') && db.users.length > 0) {
    const model = at(db.users, nth * 7);
    const name = `${model.firstName ?? 'Kim'} ${nth}`;
    const now = Date.now();
    db.addUser({
      ...model,
      seq: db.nextSeq(),
      id: db.newId(),
      username: db.freeUsername('new', 'comer'),
      upn: undefined,
      externalId: undefined,
      emails: [],
      firstName: name,
      fullName: `${name} ${model.lastName ?? ''}`.trim(),
      createdAt: now,
      updatedAt: now,
      classIds: new Set(model.classIds),
      cohortIds: new Set(),
      marks: undefined,
      stale: undefined,
    });
  }
  if (nth % 30 === 29 && on('m-busy-sessions')) {
    const open = db.sessions.find((row) => row.end === undefined);
    if (open) {
      open.end = open.start + 1_800_000;
      open.result = { calculated: open.end + 1000, level: 'E3 - Middle', seconds: 1800 };
    }
  }
  if (nth % 50 === 49 && on('m-busy-classes')) {
    const year = pick(makeRandom(nth), db.years);
    db.addClass({
      seq: db.nextSeq(),
      id: db.newId(),
      name: `Club ${nth}`,
      yearId: year.id,
      size: 0,
      teachers: 0,
    });
  }
}
