// Materialised views: what searches read. A write has to keep them up to date.
import { fold } from './ground.ts';
import type { Cohort, Klass, Session, Test, User, World } from './world.ts';

type Index = Map<string, Set<string>>;

const put = (index: Index, key: string, id: string): void => {
  const found = index.get(key);
  if (found) found.add(id);
  else index.set(key, new Set([id]));
};
const drop = (index: Index, key: string, id: string): void => {
  index.get(key)?.delete(id);
};

/** What the indexes were told last of a user. */
interface Indexed {
  username?: string;
  upn?: string;
  externalId?: string;
  emails: string[];
  roles: string[];
}

interface Groups {
  classIds: string[];
  cohortIds: string[];
}
interface Stale {
  groups: Groups;
  until: number;
}

export type Part = 'name' | 'email' | 'username' | 'upn' | 'externalId' | 'role' | 'order';

export class Views {
  readonly userById = new Map<string, User>();
  readonly userOrder = new Map<string, number>();
  readonly classById = new Map<string, Klass>();
  readonly cohortById = new Map<string, Cohort>();
  readonly testById = new Map<string, Test>();
  readonly sessionsByUser = new Map<string, Session[]>();
  readonly classesByName: Index = new Map();
  readonly cohortsByName: Index = new Map();
  readonly byUsername: Index = new Map();
  readonly byUpn: Index = new Map();
  readonly byExternalId: Index = new Map();
  readonly byEmail: Index = new Map();
  readonly byRole: Index = new Map();
  /** the folded texts that the filter `name` looks at */
  readonly names = new Map<string, string[]>();
  /** users in the order of a field, until a write throws it away */
  readonly orders = new Map<string, User[]>();
  readonly #last = new Map<string, Indexed>();
  readonly #stale = new Map<string, Stale>();

  /** From now on, and until then, one operation (or all: '') shows a user in the old groups. */
  keepStale(tag: string, userId: string, groups: Groups, until: number): void {
    const key = `${tag} ${userId}`;
    const kept = this.#stale.get(key);
    if (!kept || kept.until < Date.now()) this.#stale.set(key, { groups, until });
  }

  groupsOf(tag: string, user: User): { classIds: Iterable<string>; cohortIds: Iterable<string> } {
    if (this.#stale.size === 0) return user;
    const kept = this.#stale.get(`${tag} ${user.id}`) ?? this.#stale.get(` ${user.id}`);
    return kept && kept.until > Date.now() ? kept.groups : user;
  }

  constructor(world: World) {
    for (const one of world.classes) this.addClass(one);
    for (const one of world.cohorts) this.addCohort(one);
    for (const one of world.tests) this.testById.set(one.id, one);
    for (const one of world.users) this.addUser(one);
    for (const one of world.sessions) {
      const list = this.sessionsByUser.get(one.userId);
      if (list) list.push(one);
      else this.sessionsByUser.set(one.userId, [one]);
    }
  }

  addClass(one: Klass): void {
    this.classById.set(one.id, one);
    put(this.classesByName, fold(one.name), one.id);
  }

  addCohort(one: Cohort): void {
    this.cohortById.set(one.id, one);
    put(this.cohortsByName, fold(one.name), one.id);
  }

  addUser(user: User, without: readonly Part[] = []): void {
    this.userById.set(user.id, user);
    this.userOrder.set(user.id, this.userOrder.size);
    this.refresh(user, without);
  }

  /** Brings the views up to date with a user; `without` names those that stay as they were. */
  refresh(user: User, without: readonly Part[] = []): void {
    const last = this.#last.get(user.id) ?? { emails: [], roles: [] };
    const next: Indexed = { ...last };
    const single = (part: 'username' | 'upn' | 'externalId', index: Index): void => {
      if (without.includes(part)) return;
      const before = last[part];
      if (before !== undefined) drop(index, before, user.id);
      const value = user[part];
      if (value === undefined) delete next[part];
      else {
        put(index, value, user.id);
        next[part] = value;
      }
    };
    single('username', this.byUsername);
    single('upn', this.byUpn);
    single('externalId', this.byExternalId);
    if (!without.includes('email')) {
      for (const email of last.emails) drop(this.byEmail, email, user.id);
      next.emails = user.emails.map(fold);
      for (const email of next.emails) put(this.byEmail, email, user.id);
    }
    if (!without.includes('role')) {
      for (const role of last.roles) drop(this.byRole, role, user.id);
      next.roles = [...user.roles];
      for (const role of next.roles) put(this.byRole, role, user.id);
    }
    if (!without.includes('name')) {
      const texts = [user.fullName, user.firstName, user.lastName].filter((one) => one !== undefined);
      this.names.set(user.id, texts.map(fold));
    }
    if (!without.includes('order')) this.orders.clear();
    this.#last.set(user.id, next);
  }
}
