// The tables, their indexes, and the clock.

import { Chance } from './random.ts';
import type { Group, Json, Row, Session, Study, Test, User, Year } from './types.ts';

export class Table<R extends { id: string }> {
  readonly rows: R[] = [];
  readonly #byId = new Map<string, R>();

  add(row: R): R {
    this.rows.push(row);
    this.#byId.set(row.id, row);
    return row;
  }

  get(id: string): R | undefined {
    return this.#byId.get(id);
  }
}

/** Pairs of ids, to be read from either side. */
export class Links {
  readonly #right = new Map<string, Set<string>>();
  readonly #left = new Map<string, Set<string>>();

  add(left: string, right: string): void {
    put(this.#right, left, right);
    put(this.#left, right, left);
  }

  remove(left: string, right: string): void {
    this.#right.get(left)?.delete(right);
    this.#left.get(right)?.delete(left);
  }

  rightsOf(left: string): string[] {
    return [...(this.#right.get(left) ?? [])];
  }

  leftsOf(right: string): string[] {
    return [...(this.#left.get(right) ?? [])];
  }
}

function put(map: Map<string, Set<string>>, key: string, value: string): void {
  const set = map.get(key);
  if (set) set.add(value);
  else map.set(key, new Set([value]));
}

export class World {
  readonly years = new Table<Year>();
  readonly classes = new Table<Group>();
  readonly cohorts = new Table<Group>();
  readonly tests = new Table<Test>();
  readonly users = new Table<User>();
  readonly sessions = new Table<Session>();
  readonly studies = new Table<Study>();
  readonly classStudents = new Links();
  readonly classTeachers = new Links();
  readonly cohortStudents = new Links();
  readonly usernames = new Set<string>();
  readonly upns = new Set<string>();
  readonly classNames = new Set<string>();
  readonly cohortNames = new Set<string>();
  readonly chance = new Chance(20260);
  /** Rows in order, kept until the next write. */
  readonly orders = new Map<string, Row[]>();
  /** What switches remember from one request to another. */
  readonly memo = new Map<string, Json>();
  requests = 0;

  now(): number {
    return Date.now();
  }

  currentYear(): Year | undefined {
    const now = this.now();
    return this.years.rows.find((year) => year.start <= now && now <= year.end);
  }

  classIdsOf(userId: string): string[] {
    const taught = this.classTeachers.leftsOf(userId);
    const attended = this.classStudents.leftsOf(userId);
    return taught.length === 0 ? attended : [...new Set([...attended, ...taught])];
  }

  written(): void {
    this.orders.clear();
  }
}

/** The name under which a class is taken: any letter case, within one year. */
export function classKey(group: { name: string; yearId: string }): string {
  return `${group.yearId}|${group.name.toLowerCase()}`;
}

/** The name under which a cohort is taken: this letter case alone, within one year. */
export function cohortKey(group: { name: string; yearId: string }): string {
  return `${group.yearId}|${group.name}`;
}
