// One small school, always the same but for the day on which it is opened.

import {
  activations,
  cjkNames,
  classNames,
  cohortNames,
  firstNames,
  genders,
  lastNames,
  levels,
  tests,
  topics,
} from './names.ts';
import type { Chance } from './random.ts';
import { Chance as Dice } from './random.ts';
import type { User } from './types.ts';
import { classKey, cohortKey, World } from './world.ts';

const DAY = 86_400_000;

export function seed(): World {
  const world = new World();
  const dice = new Dice(4711);
  const today = Math.floor(Date.now() / DAY) * DAY;
  seedYears(world, dice, today);
  seedGroups(world, dice);
  for (let i = 0; i < 180; i++) addPerson(world, dice, today, i, 'student');
  for (let i = 0; i < 25; i++) addPerson(world, dice, today, 180 + i, 'teacher');
  for (let i = 0; i < 4; i++) addPerson(world, dice, today, 205 + i, 'administrator');
  seedMembers(world, dice);
  seedSessions(world, dice, today);
  seedStudies(world, dice, today);
  return world;
}

function seedYears(world: World, dice: Chance, today: number): void {
  const date = new Date(today);
  const first = date.getUTCFullYear() - (date.getUTCMonth() >= 8 ? 2 : 3);
  for (let i = 0; i < 4; i++) {
    const y = first + i;
    world.years.add({
      id: dice.uuid(),
      seq: i,
      name: `${y}/${String((y + 1) % 100).padStart(2, '0')}`,
      start: Date.UTC(y, 8, 1),
      end: Date.UTC(y + 1, 8, 1) - 1,
    });
  }
}

function seedGroups(world: World, dice: Chance): void {
  for (const [i, [name, subject, writing]] of tests.entries())
    world.tests.add({ id: dice.uuid(), seq: i, versionId: dice.uuid(), name, subject, writing });
  for (const [i, [name, description, place]] of classNames.entries()) {
    const yearId = world.years.rows[place]?.id ?? '';
    const row = world.classes.add({ id: dice.uuid(), seq: i, name, yearId, tests: [] });
    if (description) row.description = description;
    world.classNames.add(classKey(row));
  }
  for (const [i, [name, description, place, count]] of cohortNames.entries()) {
    const yearId = world.years.rows[place]?.id ?? '';
    const own = Array.from({ length: count }, (_, k) => ({
      testId: world.tests.rows[(i * 2 + k * 3) % 12]?.id ?? '',
      activation: dice.pick(activations),
    }));
    const distinct = own.filter((one, k) => own.findIndex((other) => other.testId === one.testId) === k);
    const row = world.cohorts.add({ id: dice.uuid(), seq: i, name, yearId, tests: distinct });
    if (description) row.description = description;
    world.cohortNames.add(cohortKey(row));
  }
}

function plain(text: string): string {
  return text.normalize('NFD').replace(/[^A-Za-z]/g, '') || 'user';
}

function addPerson(world: World, dice: Chance, today: number, i: number, role: string): void {
  let [first, last] = cjkNames[i % 45 === 44 ? Math.floor(i / 45) % 4 : -1] ?? [
    dice.pick(firstNames),
    dice.pick(lastNames),
  ];
  // Two people of the same name.
  if (i === 71) [first, last] = [world.users.rows[70]?.first ?? first, world.users.rows[70]?.last ?? last];
  let createdAt = today - dice.int(20, 900) * DAY + dice.int(0, DAY - 1);
  // Some were imported together.
  if (i >= 40 && i < 44) createdAt = today - 300 * DAY + 30_123_456;
  const user: User = {
    id: dice.uuid(),
    seq: i,
    roles: [role],
    first,
    last,
    emails: [],
    createdAt,
    updatedAt: dice.yes(0.6) ? createdAt + dice.int(1, 15 * DAY) : createdAt,
    disabled: dice.yes(0.06),
  };
  const nick = `${plain(first)}.${plain(last)}`;
  if (!dice.yes(0.08))
    user.username = dice.yes(0.2) ? `${nick}${i}` : `${nick.toLowerCase()}${dice.yes(0.1) ? '+' : ''}${i}`;
  if (role === 'student' && !dice.yes(0.15))
    user.upn = `${dice.pick([...'ABCDEFGHJK'])}${String(820_000_000_000 + i * 7_919).padStart(12, '0')}`;
  if (!dice.yes(0.2))
    user.externalId = dice.pick([
      `SIS-${1000 + i}`,
      `ext/${i}`,
      `A&B ${i}`,
      `ünit-${i}`,
      `x+${i}`,
      `${10_000 + i}`,
    ]);
  const mails = dice.pick([0, 1, 1, 1, 2, 2, 3]);
  for (let k = 0; k < mails; k++) user.emails.push(mail(dice, nick, i, k));
  if (!dice.yes(0.2)) user.gender = dice.pick(genders);
  if (!dice.yes(0.2))
    user.dob = new Date(
      Date.UTC(
        role === 'student' ? dice.int(2005, 2014) : dice.int(1960, 1998),
        dice.int(0, 11),
        dice.int(1, 28),
      ),
    )
      .toISOString()
      .slice(0, 10);
  if (role === 'teacher' && i % 9 === 0) user.roles.push('administrator');
  if (role === 'administrator' && i % 2 === 0) user.roles.unshift('teacher');
  world.users.add(user);
  if (user.username) world.usernames.add(user.username.toLowerCase());
  if (user.upn) world.upns.add(user.upn);
}

function mail(dice: Chance, nick: string, i: number, k: number): string {
  const name = k === 0 ? nick : `${nick.slice(0, 1)}${i}`;
  const box = dice.pick(['school.example', 'mail.example', 'home.example.org']);
  return `${dice.yes(0.3) ? name : name.toLowerCase()}${dice.yes(0.1) ? `+${i}` : i}${k > 1 ? 'x' : ''}@${box}`;
}

function seedMembers(world: World, dice: Chance): void {
  const filled = world.classes.rows.filter((row) => row.name !== 'Empty Form' && row.name !== 'Spare Class');
  const cohorts = world.cohorts.rows.filter((row) => row.name !== 'Empty Cohort');
  for (const user of world.users.rows) {
    const student = user.roles[0] === 'student';
    const links = student ? world.classStudents : world.classTeachers;
    if (!student && !user.roles.includes('teacher')) continue;
    const count = dice.pick([0, 1, 1, 2, 2, 3]);
    for (let k = 0; k < count; k++) links.add(dice.pick(filled).id, user.id);
    if (!student) continue;
    const groups = dice.pick([0, 0, 1, 1, 1, 2]);
    for (let k = 0; k < groups; k++) world.cohortStudents.add(dice.pick(cohorts).id, user.id);
  }
}

function seedSessions(world: World, dice: Chance, today: number): void {
  const students = world.users.rows.slice(0, 150);
  for (let i = 0; i < 400; i++) {
    const test = dice.pick(world.tests.rows);
    let start = today - dice.int(4, 730) * DAY + dice.int(0, DAY - 1);
    if (dice.yes(0.12)) start = Math.floor(start / 1000) * 1000;
    const twin = world.sessions.rows[i - 1];
    if (i % 60 === 59 && twin) start = twin.start;
    const row = world.sessions.add({
      id: dice.uuid(),
      seq: i,
      userId: dice.pick(students).id,
      testId: test.id,
      start,
    });
    if (dice.yes(0.28)) continue;
    row.end = start + (dice.yes(0.04) ? dice.int(90_000, 200_000) : dice.int(240, 7_400)) * 1000;
    if (i % 50 === 7) row.end = start + 3_600_000;
    row.calculated = row.end + dice.int(40, 90_000);
    row.level = dice.pick(levels);
    if (test.writing && dice.yes(0.2)) row.level = 'NA';
    if (test.subject === 'Digital Skills' && dice.yes(0.2)) row.level = 'Entry - Below E3';
  }
}

function seedStudies(world: World, dice: Chance, today: number): void {
  const students = world.users.rows.slice(0, 120);
  for (let i = 0; i < 150; i++) {
    const start = today - dice.int(1, 500) * DAY + dice.int(0, DAY - 1);
    const userId = dice.pick(students).id;
    const classId = world.classStudents.leftsOf(userId)[0] ?? '';
    world.studies.add({
      id: dice.uuid(),
      seq: i,
      userId,
      classId,
      topic: dice.pick(topics),
      start,
      end: start + dice.int(30, 3_000) * 1000,
    });
  }
}
