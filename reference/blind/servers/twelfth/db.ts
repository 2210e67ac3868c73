import { makeRandom, uuidFrom } from './random.ts';
import type { ClassRow, CohortRow, SessionRow, StudyRow, TestRow, UserRow, World, YearRow } from './types.ts';

const fold = (name: string): string => name.normalize('NFC').toLowerCase();

function note<T extends { name: string }>(index: Map<string, T[]>, row: T): void {
  const key = fold(row.name);
  const list = index.get(key);
  if (list) list.push(row);
  else index.set(key, [row]);
}

/** The database in memory: tables in the order of insertion, and indexes by id. */
export class Db {
  readonly years: YearRow[];
  readonly classes: ClassRow[];
  readonly cohorts: CohortRow[];
  readonly tests: TestRow[];
  readonly users: UserRow[];
  readonly sessions: SessionRow[];
  readonly study: StudyRow[];
  private readonly classById: Map<string, ClassRow>;
  private readonly cohortById: Map<string, CohortRow>;
  private readonly testById: Map<string, TestRow>;
  private readonly userById: Map<string, UserRow>;
  private readonly yearById: Map<string, YearRow>;
  private readonly usernames: Set<string>;
  private readonly classNames = new Map<string, ClassRow[]>();
  private readonly cohortNames = new Map<string, CohortRow[]>();
  private readonly random: () => number;
  private readonly strays = makeRandom(13);
  private seq = 1_000_000;

  constructor(world: World, random: () => number) {
    this.years = world.years;
    this.classes = world.classes;
    this.cohorts = world.cohorts;
    this.tests = world.tests;
    this.users = world.users;
    this.sessions = world.sessions;
    this.study = world.study;
    this.random = random;
    this.classById = new Map(world.classes.map((row) => [row.id, row]));
    this.cohortById = new Map(world.cohorts.map((row) => [row.id, row]));
    this.testById = new Map(world.tests.map((row) => [row.id, row]));
    this.userById = new Map(world.users.map((row) => [row.id, row]));
    this.yearById = new Map(world.years.map((row) => [row.id, row]));
    this.usernames = new Set(world.users.map((row) => row.username ?? ''));
    for (const row of world.classes) note(this.classNames, row);
    for (const row of world.cohorts) note(this.cohortNames, row);
  }

  classesNamed(name: string): readonly ClassRow[] {
    return this.classNames.get(fold(name)) ?? [];
  }

  cohortsNamed(name: string): readonly CohortRow[] {
    return this.cohortNames.get(fold(name)) ?? [];
  }

  year(id: string): YearRow | undefined {
    return this.yearById.get(id.toLowerCase());
  }

  currentYear(): YearRow | undefined {
    return this.years.find((row) => row.current);
  }

  class(id: string): ClassRow | undefined {
    return this.classById.get(id.toLowerCase());
  }

  cohort(id: string): CohortRow | undefined {
    return this.cohortById.get(id.toLowerCase());
  }

  test(id: string): TestRow | undefined {
    return this.testById.get(id.toLowerCase());
  }

  user(id: string): UserRow | undefined {
    return this.userById.get(id.toLowerCase());
  }

  nextSeq(): number {
    this.seq += 1;
    return this.seq;
  }

  newId(): string {
    return uuidFrom(this.random);
  }

  /** An id for what is not meant to be: it leaves the run of the others alone. */
  strayId(): string {
    return uuidFrom(this.strays);
  }

  addClass(row: ClassRow): void {
    this.classes.push(row);
    this.classById.set(row.id, row);
    note(this.classNames, row);
  }

  addCohort(row: CohortRow): void {
    this.cohorts.push(row);
    this.cohortById.set(row.id, row);
    note(this.cohortNames, row);
  }

  addUser(row: UserRow): void {
    this.users.push(row);
    this.userById.set(row.id, row);
    this.usernames.add(row.username ?? '');
  }

  /** A username that nobody has yet. */
  freeUsername(first: string, last: string): string {
    const plain = `${first}.${last}`.normalize('NFD').replace(/[^A-Za-z0-9.]/g, '');
    const stem = plain.length > 1 ? plain.toLowerCase() : 'user';
    let number = this.users.length;
    while (this.usernames.has(`${stem}${number}`)) number += 1;
    return `${stem}${number}`;
  }
}
