// Bugs of keys and permissions.

import * as k from './kit.ts';
import {
  CC,
  CG,
  CL,
  CSA,
  deep,
  HC,
  HG,
  HL,
  NS,
  NT,
  on,
  plain,
  SC,
  SL,
  SP,
  SS,
  ST,
  turned,
  UL,
  US,
} from './kit.ts';
import { keys } from './router.ts';
import type { Def } from './switches.ts';
import { ApiError, type Ctx } from './switches.ts';
import { isUuid } from './values.ts';

const NONE = 'a request without a key gets 401';
const BAD = 'a request with an invalid key gets 401';
const LACKS = 'a request whose key lacks permissions gets 403';
const HEADER = 'the key is sent in the header x-api-key';

/** Lets a request pass that was refused with 401 or 403. */
const open = (ops: k.Ops, verdict: 401 | 403, when: (c: Ctx) => boolean = () => true) =>
  on('auth', ops, (v, c) => (v === verdict && when(c) ? 0 : v));
const has = (c: Ctx, name: string): boolean => c.req.query.some(([n]) => n === name);
const keyIs = (test: (key: string) => boolean) => (c: Ctx) =>
  c.req.key !== null && c.req.key !== '' && test(c.req.key);
const noKey = (c: Ctx): boolean => c.req.key === null;
const refuse = (ops: k.Ops, when: (c: Ctx) => boolean, status: number, code: string, message: string) =>
  on('auth', ops, (v, c) => {
    if (v !== 0 && when(c)) throw new ApiError(status, code, message);
    return v;
  });
const idOf = (c: Ctx): string =>
  c.req.path.split('/').find((part) => part.length > 30 || part.startsWith('not-')) ?? '';

export const authBugs: readonly Def[] = [
  // No key, bad key
  plain('auth.tests-open', NONE, 'the test list needs no key', open(k.TL, 401, noKey)),
  plain('auth.years-open', NONE, 'the current year needs no key', open(k.YC, 401, noKey)),
  deep(
    'auth.search-open',
    NONE,
    'a search for users by role needs no key',
    open(US, 401, (c) => noKey(c) && c.req.text.includes('"role"')),
  ),
  deep(
    'auth.cursor-open',
    NONE,
    'with a cursor the list of cohorts needs no key',
    open(HL, 401, (c) => noKey(c) && has(c, 'cursor')),
  ),
  deep(
    'auth.once-open',
    NONE,
    'after a valid request the next one to years needs no key',
    on('auth', [k.YL, k.YG], (v, c) => {
      const was = c.world.memo.get('in') === true;
      c.world.memo.set('in', v === 0);
      return v === 401 && noKey(c) && was ? 0 : v;
    }),
  ),
  plain(
    'auth.any-key',
    BAD,
    'any key is let in to classes',
    open(
      CL,
      401,
      keyIs(() => true),
    ),
  ),
  deep(
    'auth.key-prefix',
    BAD,
    'a key that begins with a valid one is valid',
    open(
      undefined,
      401,
      keyIs((key) => key.startsWith(keys.full)),
    ),
  ),
  deep(
    'auth.key-part',
    BAD,
    'the first half of a valid key is valid for years',
    open(
      [k.YL, k.YC, k.YG],
      401,
      keyIs((key) => key.length >= 8 && keys.full.startsWith(key)),
    ),
  ),
  deep(
    'auth.key-case',
    BAD,
    'the letter case of a key does not count',
    open(
      undefined,
      401,
      keyIs((key) => key.toLowerCase() === keys.full.toLowerCase()),
    ),
  ),
  deep(
    'auth.key-empty',
    NONE,
    'an empty key is let in to lists of sessions',
    open([SL, SC, SP], 401, (c) => c.req.key === ''),
  ),
  deep(
    'auth.key-of-list',
    BAD,
    'two keys with a comma are valid where one of them is',
    open(
      undefined,
      401,
      keyIs((key) => key.split(',').some((one) => one.trim() === keys.full)),
    ),
  ),
  deep(
    'auth.bearer',
    HEADER,
    'a key is taken from the header authorization',
    open(undefined, 401, (c) => noKey(c) && (c.req.headers.get('authorization') ?? '').endsWith(keys.full)),
  ),
  deep(
    'auth.query',
    HEADER,
    'a key is taken from a query parameter',
    open(undefined, 401, (c) => noKey(c) && c.req.query.some(([, v]) => v === keys.full)),
  ),
  deep(
    'auth.study-any',
    BAD,
    'any key is let in to study sessions where userId is given',
    open(ST, 401, (c) => has(c, 'userId') && keyIs(() => true)(c)),
  ),
  deep('auth.write-open', NONE, 'students are put into classes without a key', open(CSA, 401, noKey)),
  deep('auth.disable-open', NONE, 'a user is disabled without a key', open(k.DI, 401, noKey)),
  // Restricted key
  plain('perm.users-open', LACKS, 'the restricted key may list users', open(UL, 403)),
  deep(
    'perm.users-by-id',
    LACKS,
    'the restricted key may list users by userId',
    open(UL, 403, (c) => has(c, 'userId')),
  ),
  deep('perm.search-open', LACKS, 'the restricted key may search users', open(US, 403)),
  plain('perm.sessions-open', LACKS, 'the restricted key may list sessions', open(SL, 403)),
  deep(
    'perm.sessions-by-status',
    LACKS,
    'the restricted key may list sessions where status is given',
    open(SL, 403, (c) => has(c, 'status')),
  ),
  deep(
    'perm.progress-open',
    LACKS,
    'the restricted key may list sessions in progress where sort is given',
    open(SP, 403, (c) => has(c, 'sort[field]')),
  ),
  deep('perm.session-search-open', LACKS, 'the restricted key may search sessions', open(SS, 403)),
  deep(
    'perm.slash-case',
    LACKS,
    'an escaped letter in the path lets the restricted key in',
    open([UL, SL], 403, (c) => c.req.path.includes('%')),
  ),
  plain('perm.create-class', LACKS, 'the restricted key may create classes', open(CC, 403)),
  deep(
    'perm.create-cohort',
    LACKS,
    'the restricted key may create cohorts for a year that is named',
    open(HC, 403, (c) => c.req.text.includes('academicYearId')),
  ),
  deep('perm.create-student', LACKS, 'the restricted key may create students', open(NS, 403)),
  deep(
    'perm.delete-students',
    LACKS,
    'the restricted key may remove students from a class',
    open(k.CSD, 403),
  ),
  deep('perm.cohort-tests', LACKS, 'the restricted key may put tests into a cohort', open(k.HTA, 403)),
  deep('perm.details', LACKS, 'the restricted key may change details', open(k.SDP, 403)),
  // Which status
  plain('auth.users-403', NONE, 'without a key GET /users gives 403', turned(UL, 401, 403, noKey)),
  plain(
    'perm.completed-401',
    LACKS,
    'the restricted key gets 401 for completed sessions',
    turned(SC, 403, 401),
  ),
  deep(
    'perm.writes-401',
    LACKS,
    'the restricted key gets 401 for creations',
    turned([CC, HC, NS, NT], 403, 401),
  ),
  deep(
    'perm.search-404',
    LACKS,
    'the restricted key gets 404 for the search of sessions',
    turned(SS, 403, 404),
  ),
  deep(
    'auth.class-404-first',
    NONE,
    'without a key an unknown class gives 404',
    refuse(
      CG,
      (c) => noKey(c) && isUuid(idOf(c)) && !c.world.classes.get(idOf(c)),
      404,
      'missing',
      'No such class',
    ),
  ),
  deep(
    'auth.cohort-400-first',
    NONE,
    'without a key a cohort id that is no UUID gives 400',
    refuse(HG, (c) => noKey(c) && !isUuid(idOf(c)), 400, 'uuid', 'cohortId must be a UUID'),
  ),
  deep(
    'auth.query-400-first',
    NONE,
    'without a key a wrong limit gives 400',
    refuse(
      CL,
      (c) => noKey(c) && c.req.query.some(([n, v]) => n === 'limit' && !/^\d+$/.test(v)),
      400,
      'limit',
      'limit must be an integer',
    ),
  ),
  deep(
    'perm.members-404-first',
    LACKS,
    'the restricted key gets 404 for students of an unknown class',
    refuse(
      CSA,
      (c) => c.req.key === keys.restricted && isUuid(idOf(c)) && !c.world.classes.get(idOf(c)),
      404,
      'missing',
      'No such class',
    ),
  ),
  deep(
    'perm.users-400-first',
    LACKS,
    'the restricted key gets 400 for an empty name',
    refuse(
      UL,
      (c) => c.req.key === keys.restricted && c.req.query.some(([n, v]) => n === 'name' && v === ''),
      400,
      'name',
      'name is too short',
    ),
  ),
  deep(
    'perm.creation-400-first',
    LACKS,
    'the restricted key gets 400 for an empty body',
    refuse(CC, (c) => c.req.key === keys.restricted && c.req.text === '{}', 400, 'body', 'class is required'),
  ),
  deep(
    'auth.removals-400',
    NONE,
    'without a key a removal of classes gives 400',
    turned([k.SCD, k.TCD], 401, 400),
  ),
  deep(
    'auth.valid-refused',
    'an API key in x-api-key lets a request in',
    'a valid key is refused where authorization is sent as well',
    on('auth', undefined, (v, c) => (v === 0 && c.req.headers.has('authorization') ? 401 : v)),
  ),
];
