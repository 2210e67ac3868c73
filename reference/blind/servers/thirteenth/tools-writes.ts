import { basic, bug, obj } from './tools.ts';
import type { Ctx, Event, Projection, Switch, User } from './types.ts';

type Ev<T extends Event['type']> = Extract<Event, { type: T }>;
export const made = 'What a creation takes is what later reads show.';
export const changed = 'A change is made, and seen by every read.';
export const little = 'A change changes what it says and nothing else.';
export const NEW = /^POST \/(students|teachers)$/;
export const CLASS = /^POST \/classes$/;
export const COHORT = /^POST \/smart-ia\/cohorts$/;
export const NAME = /^PUT \/users\/.*name$/;
export const MAIL = /^PUT \/users\/.*primary$/;
export const EXT = /^PUT \/users\/.*external-id$/;
export const PASS = /^PUT \/users\/.*password$/;
export const DET = /^PATCH/;
export const ABLE = /(enable|disable)$/;

export function user(
  id: string,
  ops: RegExp,
  how: string,
  f: (u: User, p: Projection, c: Ctx) => void,
  only?: Projection,
): Switch {
  return bug(id, ops, made, how, {
    fold: (e, p, c) => {
      if (e.type !== 'userCreated' || (only && p !== only)) return e;
      const u = { ...e.user, emails: [...e.user.emails], roles: [...e.user.roles] };
      f(u, p, c);
      return { type: 'userCreated', user: u };
    },
  });
}
export function set(
  id: string,
  ops: RegExp,
  how: string,
  f: (s: Partial<User>, u: User | undefined, c: Ctx) => void,
  only?: Projection,
  breaks = changed,
): Switch {
  return bug(id, ops, breaks, how, {
    fold: (e, p, c) => {
      if (e.type !== 'userChanged' || (only && p !== only)) return e;
      const s = { ...e.set };
      f(s, c.state.directory.get(e.userId), c);
      return { type: 'userChanged', userId: e.userId, set: s };
    },
  });
}
export function group(
  id: string,
  kind: 'class' | 'cohort',
  how: string,
  f: (k: Ev<'classCreated'>['klass'], c: Ctx) => void,
  only?: Projection,
  breaks = made,
): Switch {
  return bug(id, kind === 'class' ? CLASS : COHORT, breaks, how, {
    fold: (e, p, c) => {
      if (only && p !== only) return e;
      if (e.type === 'classCreated') {
        const klass = { ...e.klass };
        f(klass, c);
        return { type: e.type, klass };
      }
      if (e.type === 'cohortCreated') {
        const cohort = { ...e.cohort };
        f(cohort, c);
        return { type: e.type, cohort };
      }
      return e;
    },
  });
}
export function dropAt(
  id: string,
  ops: RegExp,
  how: string,
  p: Projection,
  when: (e: Event, c: Ctx) => boolean = () => true,
): Switch {
  return bug(id, ops, changed, how, { fold: (e, q, c) => (q === p && when(e, c) ? undefined : e) });
}
export function refuses(
  id: string,
  ops: RegExp,
  breaks: string,
  how: string,
  when: (c: Ctx) => boolean,
): Switch {
  return bug(id, ops, breaks, how, { before: (c) => (when(c) ? basic(400, 'Not valid.') : undefined) });
}
export function b(c: Ctx): Record<string, unknown> {
  return obj(c.body?.['user'] ?? c.body?.['class'] ?? c.body?.['cohort']);
}
export function isTeacher(u: User | undefined): boolean {
  return u?.roles.includes('teacher') ?? false;
}
export function strip(s: string): string {
  return s.normalize('NFD').replace(/[̀-ͯ]/g, '');
}
