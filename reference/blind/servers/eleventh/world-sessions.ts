// Sessions of the seeded world, and the whole of it.
import { Dice } from './ground.ts';
import { LEVELS, TESTS, TOPICS } from './names.ts';
import {
  duration,
  makeGroups,
  makeUsers,
  makeYears,
  PLAN,
  type Plan,
  type Result,
  type Session,
  type World,
} from './world.ts';

const DAY = 86_400_000;

export function resultFor(world: World, testId: string, i: number, end: number, length: number): Result {
  const test = world.tests.find((one) => one.id === testId);
  let level: string = LEVELS[(i * 7) % LEVELS.length] ?? 'E1 - Lower';
  if (test?.name.includes('writing') && i % 3 === 0) level = 'NA';
  if (test?.subject === 'Digital Skills' && i % 5 === 0) level = 'Entry - Below E3';
  return { calculated: end + (i % 3) * 977, level, duration: duration(length) };
}

/** Some begin in the second, or on the day, of the one before. */
function beginning(i: number, now: number): number {
  if (i % 17 === 9) return startOf(i - 1, now) + 250;
  if (i % 17 === 10) return startOf(i - 2, now) + 2 * 3_600_000;
  return startOf(i, now);
}

/** When the session with this number begins: some together, some on the second, some just before midnight. */
function startOf(i: number, now: number): number {
  const group = i % 10 < 3 ? i - (i % 10) : i;
  let start = now - (260 - (group % 260)) * DAY + (group % 9) * 3_600_000 + group * 61_013;
  if (group % 4 === 0) start = Math.floor(start / 1000) * 1000;
  if (group % 37 === 5) start = Math.floor(start / DAY) * DAY + DAY - 1;
  if (group % 37 === 6) start = Math.floor(start / DAY) * DAY;
  return start;
}

function makeSessions(world: World, plan: Plan, now: number): void {
  const students = world.users.filter((user) => user.roles.includes('STUDENT'));
  if (students.length === 0 || world.tests.length === 0) return;
  for (let i = 0; i < plan.sessions; i++) {
    // the first student tries again and again; most try once or twice
    const student =
      i % 12 === 0 ? students[0] : students[(i * 5) % Math.max(1, Math.floor(students.length * 0.6))];
    const test = world.tests[i % 7 === 3 ? 0 : i % world.tests.length];
    if (!student || !test) continue;
    const start = beginning(i, now);
    const session: Session = { id: world.dice.uuid(), userId: student.id, testId: test.id, start };
    if (i % 5 !== 1 && i % 11 !== 4) {
      const length = 600_000 + (i % 50) * 97_000 + (i % 23 === 0 ? 2 * DAY : 0);
      session.end = start + length + (i % 6 === 0 ? 0 : i % 1000);
      session.result = resultFor(world, test.id, i, session.end, length);
    }
    world.sessions.push(session);
  }
}

function makeStudies(world: World, plan: Plan, now: number): void {
  const students = world.users.filter((user) => user.roles.includes('STUDENT'));
  if (students.length === 0) return;
  for (let i = 0; i < plan.studies; i++) {
    const student = students[(i * 3) % Math.min(students.length, 60)];
    if (!student) continue;
    const group = i % 8 < 2 ? i - (i % 8) : i;
    let start = now - (150 - group) * DAY + group * 91_007;
    if (group % 3 === 0) start = Math.floor(start / 1000) * 1000;
    const classId = [...student.classIds][0];
    world.studies.push({
      id: world.dice.uuid(),
      userId: student.id,
      ...(classId !== undefined && i % 9 !== 8 ? { classId } : {}),
      topic: TOPICS[i % TOPICS.length] ?? 'Angles',
      start,
      end: start + 240_000 + (i % 20) * 71_000,
    });
  }
}

/** A whole world: the same each time, but for the clock. */
export function buildWorld(now: number, changes: Partial<Plan> = {}): World {
  const plan: Plan = { ...PLAN, ...changes };
  const world: World = {
    dice: new Dice(plan.seed),
    years: [],
    classes: [],
    cohorts: [],
    tests: [],
    users: [],
    sessions: [],
    studies: [],
  };
  makeYears(world, now);
  for (const [name, subject] of TESTS.slice(0, plan.tests)) {
    world.tests.push({ id: world.dice.uuid(), versionId: world.dice.uuid(), name, subject });
  }
  makeGroups(world, plan);
  makeUsers(world, plan, now);
  makeSessions(world, plan, now);
  makeStudies(world, plan, now);
  return world;
}
