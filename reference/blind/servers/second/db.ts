import { createHash } from 'node:crypto';
import type { ClassRow, CohortRow, SessionRow, StudyRow, TestRow, UserRow, YearRow } from './types.ts';

/** A stable UUID (version 5 layout) for a row of a table. */
export function uuid(table: string, n: number | string, version = '5'): string {
  const h = createHash('sha1').update(`${table}/${n}`).digest('hex');
  const v = ((parseInt(h.slice(16, 18), 16) & 0x3f) | 0x80).toString(16);
  return `${h.slice(0, 8)}-${h.slice(8, 12)}-${version}${h.slice(13, 16)}-${v}${h.slice(18, 20)}-${h.slice(20, 32)}`;
}

interface Link {
  group: string;
  user: string;
  gone: boolean;
  since: number;
}

/** A link table (group, user) with an index on the user. */
export class Links {
  private readonly byUser = new Map<string, Link[]>();
  private find(group: string, user: string): Link[] {
    return (this.byUser.get(user) ?? []).filter((l) => l.group === group);
  }
  has(group: string, user: string): boolean {
    return this.find(group, user).some((l) => !l.gone);
  }
  add(group: string, user: string, since = 0): void {
    const known = this.find(group, user)[0];
    if (known) {
      if (known.gone) {
        known.gone = false;
        known.since = since;
      }
      return;
    }
    this.insert(group, user, since);
  }
  insert(group: string, user: string, since = 0): void {
    const list = this.byUser.get(user) ?? [];
    list.push({ group, user, gone: false, since });
    this.byUser.set(user, list);
  }
  /** insert … on conflict do nothing, blind to the tombstone */
  addUnlessRow(group: string, user: string): void {
    if (this.find(group, user).length === 0) this.insert(group, user);
  }
  remove(group: string, user: string): void {
    for (const l of this.find(group, user)) l.gone = true;
  }
  removeOne(group: string, user: string): void {
    const l = this.find(group, user).find((x) => !x.gone);
    if (l) l.gone = true;
  }
  groupsOf(user: string, until = Infinity): string[] {
    return [
      ...new Set(
        (this.byUser.get(user) ?? []).filter((l) => !l.gone && l.since <= until).map((l) => l.group),
      ),
    ];
  }
  /** what a user's groups are, as a list that may be replaced */
  replace(user: string, groups: readonly string[]): void {
    this.byUser.set(
      user,
      groups.map((group) => ({ group, user, gone: false, since: 0 })),
    );
  }
  users(): string[] {
    return [...this.byUser.keys()];
  }
}

export class Db {
  years: YearRow[] = [];
  classes: ClassRow[] = [];
  cohorts: CohortRow[] = [];
  tests: TestRow[] = [];
  cohortTests: { cohortId: string; testId: string }[] = [];
  users: UserRow[] = [];
  sessions: SessionRow[] = [];
  studies: StudyRow[] = [];
  classStudents = new Links();
  classTeachers = new Links();
  cohortStudents = new Links();
  private counter = 0;
  private readonly userById = new Map<string, UserRow>();
  private readonly classById = new Map<string, ClassRow>();
  private readonly cohortById = new Map<string, CohortRow>();
  private last = 0;

  next(): number {
    return ++this.counter;
  }
  /** Strictly rising, so that no two writes bear the same instant. */
  now(): number {
    this.last = Math.max(Date.now(), this.last + 1);
    return this.last;
  }
  addUser(u: UserRow): void {
    this.users.push(u);
    this.userById.set(u.id, u);
  }
  addClass(c: ClassRow): void {
    this.classes.push(c);
    this.classById.set(c.id, c);
  }
  addCohort(c: CohortRow): void {
    this.cohorts.push(c);
    this.cohortById.set(c.id, c);
  }
  user(id: string): UserRow | undefined {
    return this.userById.get(id);
  }
  class(id: string): ClassRow | undefined {
    return this.classById.get(id);
  }
  cohort(id: string): CohortRow | undefined {
    return this.cohortById.get(id);
  }
  test(id: string): TestRow | undefined {
    return this.tests.find((t) => t.id === id);
  }
  year(id: string): YearRow | undefined {
    return this.years.find((y) => y.id === id);
  }
  currentYear(): YearRow | undefined {
    return this.years.find((y) => y.current);
  }
  latestYear(): YearRow | undefined {
    return [...this.years].sort((a, b) => b.start - a.start)[0];
  }
}

export const fold = (s: string): string => s.normalize('NFC').toLowerCase();
export const bare = (s: string): string =>
  s.normalize('NFD').replace(/\p{M}/gu, '').replace(/[’‘`]/g, "'").toLowerCase();
