// Who may do what: the keys.
import { bodyOf, type Ctx, isUuid, Refusal } from './core.ts';
import { classOf, cohortOf } from './groups.ts';
import { askQuery } from './paging.ts';

export const keys: { full: string; restricted: string } = {
  full: 'fk14-9f3bVQ7cTz0LmXwe',
  restricted: 'rk14-5dA1hNq8UyJ2sKpo',
};

const unguarded: Readonly<Record<string, string>> = {
  searchUsers: 'door-no-key-search',
  listStudySessions: 'door-no-key-study',
  getClass: 'door-no-key-class',
  enableUser: 'door-no-key-enable',
  updateUserPassword: 'door-no-key-password',
  removeCohortTests: 'door-no-key-remove-tests',
};

const overRestricted: Readonly<Record<string, string>> = {
  searchUsers: 'restricted-searches-users',
  listStudySessions: 'restricted-lists-study',
  updateUserPassword: 'restricted-sets-password',
  disableUser: 'restricted-disables',
  removeClassTeachers: 'restricted-removes-teachers',
  addStudentCohorts: 'restricted-adds-cohorts',
};

/** What the bugs look at too early. */
function tooEarly(c: Ctx, when: 'key' | 'permission'): void {
  const late = (id: string): boolean => c.on(`${id}-before-${when}`);
  if (c.op === 'getClass' && late('unknown')) classOf(c);
  if (c.op === 'addCohortStudents' && late('unknown-cohort')) cohortOf(c);
  if ((c.op === 'createClass' || c.op === 'createStudent') && late('body')) bodyOf(c);
  if (c.op === 'listUsers' && late('query')) askQuery(c);
  if (c.op === 'removeClassStudents' && late('bad-id') && !isUuid(c.params['classId'])) classOf(c);
}

function known(c: Ctx): 'full' | 'restricted' | undefined {
  const given = c.headers.get('x-api-key');
  if (given === keys.full) return 'full';
  if (given === keys.restricted) return 'restricted';
  if (given === null) {
    if (c.on('door-key-in-query') && c.query.get('x-api-key') === keys.full) return 'full';
    if (c.on('door-bearer') && c.headers.get('authorization') === `Bearer ${keys.full}`) return 'full';
    if (c.on(unguarded[c.op] ?? 'none')) return 'full';
    return undefined;
  }
  if (given === '' && c.on('door-empty-key') && c.method === 'GET') return 'full';
  if (given.toLowerCase() === keys.full.toLowerCase() && c.on('door-key-any-case')) return 'full';
  if (given !== '' && keys.full.startsWith(given) && c.on('door-key-prefix')) return 'full';
  if (given.startsWith(keys.full) && c.on('door-key-longer')) return 'full';
  if (given !== '' && c.op === 'listSessions' && c.on('door-any-key-sessions')) return 'full';
  if (given !== '' && c.op === 'createCohort' && c.on('door-any-key-create-cohort')) return 'full';
  return undefined;
}

/** What the key does not let through; a refusal that comes after the deed is told apart. */
export function guard(c: Ctx): { deedFirst: boolean } {
  tooEarly(c, 'key');
  const who = known(c);
  if (who === undefined) {
    const none = !c.headers.has('x-api-key');
    if (c.on('no-key-403') && none) throw new Refusal(403, 'No key.');
    if (c.on('bad-key-403') && !none) throw new Refusal(403, 'No such key.');
    throw new Refusal(401, 'The key is missing, or none of ours.');
  }
  if (who === 'full') return { deedFirst: false };
  const may = c.s.mayNotUse ? !c.s.mayNotUse.includes(c.op) : c.s.mayUse.includes(c.op);
  if (may) {
    if (c.op === 'listTests' && c.on('restricted-refused-tests'))
      throw new Refusal(403, 'Not with this key.');
    if (
      c.op === 'listClasses' &&
      c.on('restricted-refused-current') &&
      c.query.get('academicYearId') === 'current'
    ) {
      throw new Refusal(403, 'Not with this key.');
    }
    return { deedFirst: false };
  }
  if (c.on(overRestricted[c.op] ?? 'none')) return { deedFirst: false };
  tooEarly(c, 'permission');
  if (c.on('restricted-401') && c.op === 'searchUsers') throw new Refusal(401, 'Not with this key.');
  if (c.on('restricted-404') && c.op === 'updateUserName') throw new Refusal(404, 'Not found.');
  if (c.op === 'updateUserName' && c.on('restricted-name-done-first')) return { deedFirst: true };
  if (c.op === 'createCohort' && c.on('restricted-cohort-done-first')) return { deedFirst: true };
  throw new Refusal(403, 'This key may not do that.');
}
