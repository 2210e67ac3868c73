import type { Answer } from '../../../harness/http/answer.ts';
import { type Check, check } from '../../../harness/judging/check.ts';
import { inParallel } from '../../../harness/judging/in-parallel.ts';
import type { Operation } from '../../../spec/contract.ts';
import { readOrProbe } from '../../target/access.ts';
import { askedKeyless } from '../../target/asked-anyhow.ts';
import { text } from '../../target/body.ts';
import { fromStandard } from '../../target/effort.ts';
import { whileYearStays } from '../../target/groups/while-year-stays.ts';
import { malformedOf } from '../../target/inputs.ts';
import { mustRefuseKeyless } from '../../target/keyless.ts';
import { arrange } from '../../target/members/arrange.ts';
import { change } from '../../target/members/change.ts';
import { changeOf, membershipNeeds } from '../../target/members/membership.ts';
import { poolOf } from '../../target/members/pool.ts';
import { eventualState, sameState, stateNow } from '../../target/members/state.ts';
import { minimal, minimalParams } from '../../target/minimal.ts';
import { fromPage } from '../../target/page.ts';
import { filtersWithResults, isFiltered } from '../../target/pages/filtered.ts';
import { isPagedByName, smallPage } from '../../target/pages/paged-by-name.ts';
import { ask, shared } from '../../target/pages/reader.ts';
import { smallLimit } from '../../target/pages/samples.ts';
import { idsInPath, pathOnly } from '../../target/path.ts';
import { harmlessParams, mustRefuseText, needValidKey, probed } from '../../target/probe.ts';
import { create } from '../../target/reuse/creation.ts';
import { createdFixture } from '../../target/reuse/fixture.ts';
import { isGroup, kindCreatedBy } from '../../target/reuse/resources.ts';
import { mustBeUnused, unusedMeanings } from '../../target/reuse/unused.ts';
import { control } from '../../target/valid.ts';

/** The three requests without a valid key (Authentication 2): on every operation, and as a valid creation. */
const without = [
  {
    id: 'authentication.missing-key',
    idForCreations: 'authentication.missing-key/creation',
    key: 'none',
    words: 'no key',
    sends:
      'the operation without a key; at quick effort from a page, a writing one with JSON that ends too early, a list in a malformed way and with the cursor of its first page, and some reads with the key in other headers',
  },
  {
    id: 'authentication.empty-key',
    idForCreations: 'authentication.empty-key/creation',
    key: 'empty',
    words: 'an empty key',
    sends: 'the operation with an empty key',
  },
  {
    id: 'authentication.invalid-key',
    idForCreations: 'authentication.invalid-key/creation',
    key: 'wrong',
    words: 'a wrong key',
    sends: 'the operation from a page, with a key that nobody was given',
  },
] as const;

/** What opens no list, whatever it is filtered by. */
const underFilters = [
  { id: 'authentication.missing-key/filtered', key: 'none', words: 'no key' },
  { id: 'authentication.invalid-key/filtered', key: 'wrong', words: 'a wrong key' },
] as const;

/** How many requests with the key, and how many without, are under way at once. */
const pairsAtOnce = 3;

/** A valid key is accepted. A request without one is refused, and has no effect. */
export const keys = [
  check('authentication.same-key-everywhere', {
    access: readOrProbe,
    async run(context) {
      const { op, must } = context;
      await needValidKey(context);
      const answer = await (op.writes ? probed(context, op, 'full') : minimal(context, op));
      const expected = 'a status other than 401';
      must.hold(answer.status !== 401, { expected, actual: 'status 401', in: answer });
    },
  }),

  check('authentication.header-name', {
    async run(context) {
      const { op, send, must } = context;
      must(await minimal(context, op)).have.status(200);
      for (const keyName of ['X-API-KEY', 'X-Api-Key'])
        must(await send(op, {}, { keyName })).have.status(200);
    },
  }),

  ...without.map(({ id, key, sends }) =>
    check(id, {
      access: readOrProbe,
      sends,
      async run(context) {
        await needValidKey(context);
        if (key === 'none' && context.effort === 'quick')
          context.must(await askedKeyless(context)).have.status(401);
        else await mustRefuseText(context, key);
      },
    }),
  ),

  // A server that ignores keys may refuse a probe of a creation because of its body. Only a valid creation shows that
  // keys are ignored.
  ...without.map(({ idForCreations, key, words }) =>
    check(idForCreations, {
      access: 'write',
      on: (op) => kindCreatedBy(op) !== undefined,
      needs: shapeOfAccount,
      sends: `a valid creation with ${words}, then a look for what it may have created`,
      async run(context) {
        const { op, must, need } = context;
        await needValidKey(context);
        const kind = need(kindCreatedBy(op), 'an operation that creates something');
        const meanings = await unusedMeanings(context, kind, `with ${words}`);
        const answer = await create(context, kind, meanings, { key });
        must(answer).have.status(401);
        await mustBeUnused(context, kind, meanings);
      },
    }),
  ),

  // Whether a name is taken may be asked while the body is validated, and that may come before the key.
  check('authentication.missing-key/conflict', {
    access: 'write',
    on: ['createClass', 'createCohort'],
    needs: shapeOfAccount,
    unless: fromStandard,
    sends: 'a creation, then the same once more without a key',
    async run(context) {
      const kind = context.need(kindCreatedBy(context.op), 'an operation that creates something');
      const { name } = await createdFixture(context, kind);
      const meanings = { name: context.need(text(name), `the name of a ${kind}`) };
      context.must(await create(context, kind, meanings, { key: 'none' })).have.status(401);
    },
  }),

  check('authentication.missing-key/malformed', {
    access: readOrProbe,
    on: (op) => malformedOf(op) !== undefined,
    sends: 'without a key: JSON that ends too early; where an operation takes no body, a word as limit',
    async run(context) {
      const { op, send, must, need } = context;
      await needValidKey(context);
      const { query, body } = need(malformedOf(op), 'a part that can be malformed');
      const params = op.writes ? pathOnly(op, harmlessParams(context, op)) : await minimalParams(context, op);
      const answer = await send(op, body === undefined ? params : pathOnly(op, params), {
        key: 'none',
        ...(query === undefined ? {} : { rawQuery: query }),
        ...(body === undefined ? {} : { rawBody: body }),
      });
      must(answer).have.status(401);
    },
  }),

  // A rule for what may be read without a key may look at more than the path.
  ...underFilters.map(({ id, key, words }) =>
    check(id, {
      on: isFiltered,
      unless: fromStandard,
      sends: `with ${words}: the list under ${key === 'none' ? 'each filter by itself' : 'one filter'}, the first with a limit, and under several`,
      async run(context) {
        await needValidKey(context);
        const filters = Object.values(await filtersWithResults(context));
        const [first, ...others] = filters.slice(key === 'none' ? 0 : -2);
        for (const params of [{ ...first, ...smallPage(context.op) }, ...others])
          context.must(await ask(context, params, { key })).have.status(401);
      },
    }),
  ),

  // What reads the page may stand before what asks for the key, and may take a cursor for a pass.
  check('authentication.missing-key/page', {
    on: isPagedByName,
    sends: 'without a key: a limit of 0, and the cursor of the first page',
    async run(context) {
      const { op, must, send } = context;
      await needValidKey(context);
      const params = await minimalParams(context, op);
      const { page } = await shared(context)({ limit: smallLimit });
      const { nextCursor: cursor } = page;
      const next = cursor ? [{ limit: smallLimit, cursor }] : [];
      for (const asked of [{ limit: 0 }, ...next])
        must(await send(op, { ...params, ...asked }, { key: 'none' })).have.status(401);
    },
  }),

  check('authentication.missing-key/change', {
    access: 'write',
    on: ['addClassStudents', 'addClassTeachers', 'addCohortStudents', 'addCohortTests'],
    needs: membershipNeeds,
    unless: fromStandard,
    sends:
      'an assignment without a key, the same with the id in capitals, and a look for their effect, then the same with the key, and a list without one',
    async run(context) {
      const { op, must, need, send } = context;
      const pool = await poolOf(context, changeOf(op).membership);
      const { group, ids } = pool.membership;
      await arrange(context, pool, []);
      const members = { [ids]: pool.members.slice(0, 1) };
      const answer = await mustRefuseKeyless(context, group.id, pool.groups[0] ?? '', members);
      must.hold(sameState(await stateNow(context, pool), []), {
        expected: 'nobody assigned by the refused request',
        actual: 'somebody assigned',
        in: answer,
      });
      // Who was there last may be remembered until the next request.
      const accepted = await change(context, pool, 'assign', [0]);
      need(accepted.status < 300, 'the same with the key to be accepted');
      must(await send('listTests', {}, { key: 'none' })).have.status(401);
    },
  }),

  // A verdict on a key may be kept by the path alone.
  ...whileYearStays([
    check('authentication.invalid-key/change', {
      access: 'write',
      on: [
        'addClassStudents',
        'removeClassStudents',
        'addClassTeachers',
        'removeClassTeachers',
        'addCohortStudents',
        'removeCohortStudents',
        'addCohortTests',
        'removeCohortTests',
      ],
      needs: membershipNeeds,
      unless: fromStandard,
      sends:
        'a change with the key, then the same of somebody else with a wrong one, and a look for its effect',
      async run(context) {
        const { op, send, must, need } = context;
        const { does, membership } = changeOf(op);
        const pool = await poolOf(context, membership);
        const [before, after] = does === 'assign' ? [[], [[0]]] : [[[0, 1]], [[1]]];
        await arrange(context, pool, before);
        need((await change(context, pool, does, [0])).status < 300, 'a change that is accepted');
        const params = { [membership.group.id]: pool.groups[0], [membership.ids]: [pool.members[1]] };
        const answer = await send(op, params, { key: 'wrong' });
        must(answer).have.status(401);
        must.hold(sameState(await eventualState(context, pool, after), after), {
          expected: 'nothing done by the refused request',
          actual: 'it was done',
          in: answer,
        });
      },
    }),
  ]),

  check('authentication.missing-key/at-once', {
    on: [
      'getClass',
      'getCohort',
      'listClasses',
      'listCohorts',
      'listTests',
      'listUsers',
      'searchUsers',
      'listSessions',
      'listCompletedSessions',
    ],
    sends: 'the minimal request six times at once, every other time without a key',
    async run(context) {
      const { op, send, must, need } = context;
      await control(context);
      const params = await minimalParams(context, op);
      const roles = Array.from({ length: pairsAtOnce }, () => ['full', 'none'] as const).flat();
      const answers = await inParallel(roles.map((key) => () => send(op, params, { key })));
      const isKeyless = ({ sent }: Answer) => sent.key === 'none';
      const isRight = (one: Answer) => one.status === (isKeyless(one) ? 401 : 200);
      const wrong = answers.filter((one) => !isRight(one));
      // What was there at the control may have been put away since.
      if (wrong.length > 0 && !wrong.some(isKeyless))
        need((await send(op, params)).status === 200, 'what is read to be there still');
      must.every(answers, isRight, 'answers of 401 without a key and of 200 with it', answers);
    },
  }),

  check('authentication.missing-key/capitals', {
    on: ['getAcademicYear', 'getClass', 'getCohort'],
    unless: fromStandard,
    sends: 'without a key: a read of something that is there, then the same with its id in capitals',
    accepts: '401; for the id in capitals 404 too, where it names nothing',
    async run(context) {
      await control(context);
      const { op, need } = context;
      const params = await minimalParams(context, op);
      const name = need(idsInPath(op)[0], 'an id in the path');
      await mustRefuseKeyless(context, name, need(text(params[name]), 'a known id'), {});
    },
  }),

  // What answers browsers stands before what asks for the key, and may take a page's own request for its preflight.
  check('authentication.missing-key/from-a-page', {
    on: (op) => !op.writes,
    sends: 'from a page of another origin: the minimal request without a key',
    async run(context) {
      const { op, send, must } = context;
      await needValidKey(context);
      const params = await minimalParams(context, op);
      must(await send(op, params, { key: 'none', headers: fromPage })).have.status(401);
    },
  }),

  // What a path names may be loaded before the key is looked at. The writes are probed with such ids in any case.
  check('authentication.missing-key/unknown-id', {
    on: ['getAcademicYear', 'getClass', 'getCohort'],
    unless: fromStandard,
    sends: 'without a key: a read by an id that names nothing',
    async run(context) {
      const { op, send, must } = context;
      await needValidKey(context);
      const params = Object.fromEntries(idsInPath(op).map((name) => [name, context.unknownId(name)]));
      must(await send(op, params, { key: 'none' })).have.status(401);
    },
  }),

  check('authentication.missing-key/malformed-id', {
    access: readOrProbe,
    on: (op) => idsInPath(op).length > 0,
    sends: 'without a key: a request with a word in place of the id in its path, and without a body',
    accepts: '401; or 404, which says that there is no endpoint at such a path',
    async run(context) {
      const { op, send, must, world } = context;
      await needValidKey(context);
      const params = Object.fromEntries(idsInPath(op).map((name) => [name, world.synthetic(malformed)]));
      must(await send(op, pathOnly(op, params), { key: 'none' })).have.status(401, 404);
    },
  }),
] satisfies readonly Check[];

/** A class or cohort can be sent with a name alone; of an account, nothing can be sent while its shape is open. */
function shapeOfAccount(op: Operation): readonly string[] {
  const kind = kindCreatedBy(op);
  return kind === undefined || isGroup(kind) || op.requestGap === undefined ? [] : [op.requestGap];
}

const malformed = 'rollcall-is-no-id';
