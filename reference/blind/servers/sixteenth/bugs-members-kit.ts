// What the bugs of memberships share.
import type { Hooks } from './hooks.ts';
import type { Command, Ctx, Links, Pair } from './types.ts';

export const CS = 'POST /classes/{classId}/students';
export const DS = 'DELETE /classes/{classId}/students';
export const CT = 'POST /classes/{classId}/teachers';
export const DT = 'DELETE /classes/{classId}/teachers';
export const HS = 'POST /smart-ia/cohorts/{cohortId}/students';
export const DH = 'DELETE /smart-ia/cohorts/{cohortId}/students';
export const HT = 'POST /smart-ia/cohorts/{cohortId}/tests';
export const DHT = 'DELETE /smart-ia/cohorts/{cohortId}/tests';
export const SC = 'POST /students/{userId}/classes';
export const DSC = 'DELETE /students/{userId}/classes';
export const SH = 'POST /students/{userId}/cohorts';
export const TC = 'POST /teachers/{userId}/classes';
export const DTC = 'DELETE /teachers/{userId}/classes';
export const US = 'GET /users';
export const SU = 'POST /users/search';
export const CO = 'GET /smart-ia/cohorts';
export const CO1 = 'GET /smart-ia/cohorts/{cohortId}';
export const adds = 'assigned users are in the class or cohort afterwards';
export const takes = 'removed users are not in it any more, and everybody else stays';
export const bounds = 'userIds has 1 to 100 items';
export const bad = 'an invalid request gets 400';
export const tests = 'tests of a cohort are those that were assigned and not removed';
export const pairs = (change: (p: Pair[], v: Command, c: Ctx) => Pair[]): Hooks => ({
  write: (v, c) => (v.patch.pairs ? { ...v, patch: { ...v.patch, pairs: change(v.patch.pairs, v, c) } } : v),
});
export const after = (act: (v: Command, c: Ctx) => void): Hooks => ({
  after: (v, c) => {
    act(v, c);
    return v;
  },
});
export const once = (status: number, to: number): Hooks => ({
  reply: (r) =>
    r.status === status
      ? { ...r, status: to, headers: { ...r.headers, 'content-type': 'application/json' }, body: {} }
      : r,
});
export const removeIn = (map: Links, id: string) => {
  for (const set of map.values()) set.delete(id);
};
