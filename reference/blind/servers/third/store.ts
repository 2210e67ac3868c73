import type {
  AcademicYearRow,
  ClassRow,
  CohortRow,
  SessionRow,
  StudyRow,
  TestRow,
  UserRow,
} from './types.ts';

/** A relation between two kinds of ids, readable from both sides. */
export class Relation {
  private readonly forward = new Map<string, Set<string>>();
  private readonly backward = new Map<string, Set<string>>();

  link(left: string, right: string): void {
    Relation.add(this.forward, left, right);
    Relation.add(this.backward, right, left);
  }

  unlink(left: string, right: string): void {
    this.forward.get(left)?.delete(right);
    this.backward.get(right)?.delete(left);
  }

  rightsOf(left: string): string[] {
    return [...(this.forward.get(left) ?? [])];
  }

  leftsOf(right: string): string[] {
    return [...(this.backward.get(right) ?? [])];
  }

  private static add(map: Map<string, Set<string>>, key: string, value: string): void {
    const known = map.get(key);
    if (known === undefined) map.set(key, new Set([value]));
    else known.add(value);
  }
}

export class Store {
  readonly years: AcademicYearRow[] = [];
  readonly classes = new Map<string, ClassRow>();
  readonly cohorts = new Map<string, CohortRow>();
  readonly tests = new Map<string, TestRow>();
  readonly users = new Map<string, UserRow>();
  readonly sessions: SessionRow[] = [];
  readonly study: StudyRow[] = [];

  /** class to students, class to teachers, cohort to students */
  readonly classStudents = new Relation();
  readonly classTeachers = new Relation();
  readonly cohortStudents = new Relation();

  private readonly usernames = new Map<string, string>();
  private readonly upns = new Map<string, string>();
  private readonly externalIds = new Map<string, string>();
  private readonly sessionsByUser = new Map<string, SessionRow[]>();
  private tick = 0;

  /** A clock that never gives the same instant twice. */
  now(): number {
    this.tick = Math.max(this.tick + 1, Date.now());
    return this.tick;
  }

  currentYear(): AcademicYearRow | undefined {
    const at = Date.now();
    return this.years.find((y) => y.startsAt <= at && at <= y.endsAt) ?? this.years[this.years.length - 1];
  }

  year(id: string): AcademicYearRow | undefined {
    return this.years.find((y) => y.id === id);
  }

  classNamed(folded: string, yearId: string, fold: (t: string) => string): ClassRow | undefined {
    for (const row of this.classes.values()) {
      if (row.yearId === yearId && fold(row.name) === folded) return row;
    }
    return undefined;
  }

  cohortNamed(folded: string, yearId: string, fold: (t: string) => string): CohortRow | undefined {
    for (const row of this.cohorts.values()) {
      if (row.yearId === yearId && fold(row.name) === folded) return row;
    }
    return undefined;
  }

  addUser(row: UserRow): void {
    this.users.set(row.id, row);
    this.usernames.set(row.username.toLowerCase(), row.id);
    if (row.upn !== undefined) this.upns.set(row.upn, row.id);
    if (row.externalId !== undefined) this.externalIds.set(row.externalId, row.id);
  }

  userByUsername(username: string): UserRow | undefined {
    return this.lookUp(this.usernames.get(username.toLowerCase()));
  }

  userByUpn(upn: string): UserRow | undefined {
    return this.lookUp(this.upns.get(upn));
  }

  userByExternalId(externalId: string): UserRow | undefined {
    return this.lookUp(this.externalIds.get(externalId));
  }

  setExternalId(row: UserRow, externalId: string | undefined): void {
    if (row.externalId !== undefined) this.externalIds.delete(row.externalId);
    row.externalId = externalId;
    if (externalId !== undefined) this.externalIds.set(externalId, row.id);
  }

  classIdsOf(userId: string): string[] {
    return [...new Set([...this.classStudents.leftsOf(userId), ...this.classTeachers.leftsOf(userId)])];
  }

  cohortIdsOf(userId: string): string[] {
    return this.cohortStudents.leftsOf(userId);
  }

  addSession(row: SessionRow): void {
    this.sessions.push(row);
    const known = this.sessionsByUser.get(row.userId);
    if (known === undefined) this.sessionsByUser.set(row.userId, [row]);
    else known.push(row);
  }

  sessionsOf(userIds: readonly string[]): SessionRow[] {
    return [...new Set(userIds)].flatMap((id) => this.sessionsByUser.get(id) ?? []);
  }

  private lookUp(id: string | undefined): UserRow | undefined {
    return id === undefined ? undefined : this.users.get(id);
  }
}
