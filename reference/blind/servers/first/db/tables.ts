/** The tables of the in-memory database, and their indexes. */
export interface YearRow {
  id: string;
  name: string;
  starts: number;
  ends: number;
  is_current: boolean;
}
export interface GroupRow {
  id: string;
  name: string;
  description: string | null;
  academic_year_id: string;
}
export interface TestRow {
  id: string;
  version_id: string;
  name: string;
  subject: string;
}
export interface CohortTestRow {
  cohort_id: string;
  test_id: string;
  version_id: string;
  activation: string;
}
export interface UserRow {
  id: string;
  username: string;
  upn: string | null;
  roles: string[];
  external_id: string | null;
  first_name: string;
  last_name: string;
  full_name: string;
  /** In order; the first is the primary one. */
  emails: string[];
  gender: string | null;
  /** YYYY-MM-DD */
  born: string | null;
  created: number;
  updated: number;
  disabled_at: number | null;
  password_hash: string;
}
export interface ResultRow {
  calculated: number;
  level: string;
  seconds: number;
}
export interface SessionRow {
  id: string;
  user_id: string;
  test_id: string;
  version_id: string;
  started: number;
  ended: number | null;
  result: ResultRow | null;
}
export interface StudyRow {
  id: string;
  user_id: string;
  class_id: string;
  topic: string;
  started: number;
  ended: number | null;
  seconds: number | null;
}

/** A join table (group, user) with an index on both sides. Removed pairs leave a tombstone, as soft deletes do. */
export class Link {
  readonly #byGroup = new Map<string, Set<string>>();
  readonly #byUser = new Map<string, Set<string>>();
  readonly #tombs = new Set<string>();

  add(group: string, user: string): void {
    put(this.#byGroup, group, user);
    put(this.#byUser, user, group);
  }
  remove(group: string, user: string): void {
    if (!this.has(group, user)) return;
    this.#byGroup.get(group)?.delete(user);
    this.#byUser.get(user)?.delete(group);
    this.#tombs.add(`${group}/${user}`);
  }
  has(group: string, user: string): boolean {
    return this.#byGroup.get(group)?.has(user) ?? false;
  }
  buried(group: string, user: string): boolean {
    return this.#tombs.has(`${group}/${user}`);
  }
  usersOf(group: string): string[] {
    return [...(this.#byGroup.get(group) ?? [])];
  }
  groupsOf(user: string): string[] {
    return [...(this.#byUser.get(user) ?? [])];
  }
}

function put(index: Map<string, Set<string>>, key: string, value: string): void {
  const set = index.get(key);
  if (set === undefined) index.set(key, new Set([value]));
  else set.add(value);
}

export interface Database {
  years: Map<string, YearRow>;
  classes: Map<string, GroupRow>;
  cohorts: Map<string, GroupRow>;
  tests: Map<string, TestRow>;
  cohortTests: CohortTestRow[];
  users: Map<string, UserRow>;
  /** external_id to user ids. */
  byExternalId: Map<string, string[]>;
  classStudents: Link;
  classTeachers: Link;
  cohortStudents: Link;
  sessions: Map<string, SessionRow>;
  study: Map<string, StudyRow>;
}

export const ROLE = { student: 'ROLE_STUDENT', teacher: 'ROLE_TEACHER', admin: 'ROLE_ORG_ADMIN' } as const;
export const ROLES: readonly string[] = Object.values(ROLE);
export const GENDERS: readonly string[] = ['F', 'M', 'NB', 'NS'];

export function currentYear(db: Database): YearRow | undefined {
  return [...db.years.values()].find((year) => year.is_current);
}

export function reindexExternalIds(db: Database): void {
  db.byExternalId.clear();
  for (const user of db.users.values()) {
    if (user.external_id === null) continue;
    const list = db.byExternalId.get(user.external_id);
    if (list === undefined) db.byExternalId.set(user.external_id, [user.id]);
    else list.push(user.id);
  }
}
