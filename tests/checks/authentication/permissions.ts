import { wordOf } from '../../../generators/words.ts';
import type { GivenKey } from '../../../harness/http/key-role.ts';
import type { Params } from '../../../harness/http/place.ts';
import { refusesBody } from '../../../harness/judging/acceptance.ts';
import { type Check, type Context, check } from '../../../harness/judging/check.ts';
import { inParallel } from '../../../harness/judging/in-parallel.ts';
import { readOrProbe } from '../../target/access.ts';
import { accountOf } from '../../target/accounts/account.ts';
import { awaitEarlierChanges } from '../../target/accounts/barrier.ts';
import { judgeRefusedState, refusedStateNeeds } from '../../target/accounts/refused-state.ts';
import { changedFields } from '../../target/accounts/user-fields.ts';
import { attempt } from '../../target/attempt.ts';
import type { Json } from '../../target/body.ts';
import { fromStandard } from '../../target/effort.ts';
import { eventually } from '../../target/eventually.ts';
import { testIds } from '../../target/groups/fields.ts';
import { cohortGroup } from '../../target/groups/group.ts';
import { readGroup, unchangedGroup } from '../../target/groups/read.ts';
import { knownId } from '../../target/known-ids.ts';
import { changeBy, changeOf } from '../../target/members/membership.ts';
import { minimal, minimalParams } from '../../target/minimal.ts';
import { mustStayUnchanged } from '../../target/must-eventually.ts';
import { filtersWithResults, isFiltered } from '../../target/pages/filtered.ts';
import { isPagedByName, smallPage } from '../../target/pages/paged-by-name.ts';
import { ask, shared } from '../../target/pages/reader.ts';
import { deniedKeys, mustForbid, unlessDenied } from '../../target/permission.ts';
import { mustForbidKey, needValidKey } from '../../target/probe.ts';
import { create } from '../../target/reuse/creation.ts';
import { accountLabel, fixtureId } from '../../target/reuse/fixture.ts';
import { type Kind, kindCreatedBy } from '../../target/reuse/resources.ts';
import { mustBeUnused, unusedMeanings } from '../../target/reuse/unused.ts';
import { readUser, unchangedUser } from '../../target/users/read.ts';
import { arrange, control, validNeeds, validRequest } from '../../target/valid.ts';

/** How many requests with each of two keys are under way at once. */
const pairsAtOnce = 3;

/** What a key may not do is answered with 403 (Authentication 3). */
export const permissions = [
  check('authentication.lacking-permission', {
    access: readOrProbe,
    unless: unlessDenied,
    sends:
      'the operation with a key that the profile says may not use it, at quick effort a part of each list; a writing one with ids that name nothing',
    accepts:
      '403; to a writing operation also what a server says that looks for what a request names, or validates it, before it asks who may do it',
    async run(context) {
      await needValidKey(context);
      for (const key of deniedKeys(context)) await mustForbidKey(context, key);
    },
  }),

  // A decision may be kept by the address alone.
  check('authentication.same-key-everywhere/after-refusal', {
    on: ({ writes }) => !writes,
    unless: (op, settings) => fromStandard(op, settings) ?? unlessDenied(op, settings),
    sends:
      'a read (accepted), the same with a key that the profile says may not send it, and once more the first',
    accepts: '200 to the last, whatever came of the one before',
    async run(context) {
      const { op, must, need, send } = context;
      need.accepted(await minimal(context, op));
      const params = await minimalParams(context, op);
      for (const key of deniedKeys(context)) {
        await send(op, params, { key });
        const answer = await send(op, params);
        need.answered(answer);
        must.hold(answer.status !== 403 && answer.status !== 401, {
          expected: 'an answer for the key that has got one before',
          actual: `status ${answer.status}`,
          in: answer,
        });
      }
    },
  }),

  // Who asks may be kept where all requests find it.
  check('authentication.lacking-permission/at-once', {
    on: ['listClasses', 'listUsers', 'searchUsers', 'listSessions'],
    unless: unlessDenied,
    sends:
      'a read (accepted), then six at once: every other one with a key that the profile says may not send it',
    accepts: '403 to that key each time, 200 to the other one',
    async run(context) {
      const { op, must, need, send } = context;
      need.accepted(await minimal(context, op));
      const params = await minimalParams(context, op);
      for (const denied of deniedKeys(context)) {
        const keys = Array.from({ length: pairsAtOnce }, () => [denied, 'full'] as const).flat();
        const answers = await inParallel(keys.map((key) => () => send(op, params, { key })));
        must.every(
          answers,
          ({ status, sent }) => status === (sent.key === 'full' ? 200 : 403),
          'answers of 403 to the key that may not use the operation and of 200 to the other',
          answers,
        );
      }
    },
  }),

  // A rule that is a pattern over the whole address may find in the query what it looks for in the path.
  check('authentication.lacking-permission/filtered', {
    on: isFiltered,
    unless: (op, settings) => fromStandard(op, settings) ?? unlessDenied(op, settings),
    sends:
      'the list under a filter by itself, under several with a limit, and by the cursor of its first page (or under a second filter), with a key that the profile says may not use the operation',
    async run(context) {
      await needValidKey(context);
      const filters = Object.values(await filtersWithResults(context));
      const last = { ...filters.at(-1), ...smallPage(context.op) };
      // A cursor may be taken for a pass, since only who may read the first page was given one.
      const next = await nextPage(context);
      const alone = filters.slice(0, -1).slice(0, next === undefined ? 2 : 1);
      for (const key of deniedKeys(context))
        for (const params of [...alone, last, ...(next ? [next] : [])])
          mustForbid(context, await ask(context, params, { key }), key);
    },
  }),

  // A server may look at the request before the permission: this request is sound in every other way.
  check('authentication.lacking-permission/sound', {
    access: 'write',
    on: ({ writes }) => writes,
    needs: validNeeds,
    unless: (op, settings) => fromStandard(op, settings) ?? unlessDenied(op, settings),
    sends:
      'a valid request (accepted), then another valid one with a key that the profile says may not send it; beside a creation a list',
    async run(context) {
      const { op } = context;
      await control(context);
      const kind = kindCreatedBy(op);
      for (const key of deniedKeys(context)) {
        if (kind === undefined) await mustChangeNothing(context, key);
        else await mustMakeNothing(context, kind, key);
      }
    },
  }),

  check('authentication.lacking-permission/state', {
    access: 'write',
    on: ['enableUser', 'disableUser'],
    needs: refusedStateNeeds,
    unless: (op, settings) => fromStandard(op, settings) ?? unlessDenied(op, settings),
    sends:
      'the opposite with a key that may, then the operation with one that the profile says may not send it, and a look for its effect',
    async run(context) {
      for (const key of deniedKeys(context))
        await judgeRefusedState(context, async (userId, body) => {
          const answer = await context.send(context.op, { userId }, { ...body, key });
          mustForbid(context, answer, key);
          return answer;
        });
    },
  }),
] satisfies readonly Check[];

/** What asks for the page behind the first one; `undefined` where there is none, or nobody knows how to ask for it. */
async function nextPage(context: Context): Promise<Params | undefined> {
  if (!isPagedByName(context.op)) return undefined;
  const asked = smallPage(context.op);
  const first = await attempt(() => shared(context)(asked));
  const cursor = first?.page.nextCursor;
  return cursor ? { ...asked, cursor } : undefined;
}

/**
 * A creation with a key that may not send it makes nothing. A read with the other key is under way beside it: who asks
 * may be kept where all requests find it.
 */
async function mustMakeNothing(context: Context, kind: Kind, key: GivenKey): Promise<void> {
  const meanings = await unusedMeanings(context, kind, 'without permission');
  await inParallel([
    async () => {
      const answer = await create(context, kind, meanings, { key });
      // Whether it is the body that a target refuses, the key shows that may send it.
      if (refusesBody(answer)) await create(context, kind, meanings);
      mustForbid(context, answer, key);
    },
    () => readTwice(context),
  ]);
  await mustBeUnused(context, kind, meanings);
}

async function readTwice({ send }: Context): Promise<void> {
  await send('listTests');
  await send('listTests');
}

/** A change that would make a difference makes none, with a key that may not make it. */
async function mustChangeNothing(context: Context, key: GivenKey): Promise<void> {
  const { op, send } = context;
  const { params, body } = await validRequest(context, op);
  await arrange(context, op);
  const before = await attempt(async () => {
    await settle(context);
    return shown(context, { group: unchangedGroup, user: unchangedUser });
  });
  const answer = await send(op, params, { key, ...(body === undefined ? {} : { body }) });
  mustForbid(context, answer, key);
  if (before === undefined) return;
  await mustStayUnchanged(
    context,
    async () => changedIn(before, await shown(context, { group: readGroup, user: readUser })),
    { expected: 'nothing changed by a key that may not change it', in: answer },
  );
}

/** Waits until reads show what was changed so far: what shows later would be taken for a change by the key. */
async function settle(context: Context): Promise<void> {
  const member = memberOf(context);
  if (member !== 'test') {
    const fresh = wordOf(context.world.unknownId(`${context.op.id} without permission`));
    return awaitEarlierChanges(context, [await fixtureId(context, member, accountLabel)], fresh);
  }
  const testId = await knownId(context, 'testId');
  const isIn = changeOf(context.op).does === 'remove';
  const reached = await eventually(
    context,
    () => testsOfCohort(context, readGroup),
    (ids) => ids.includes(testId.toLowerCase()) === isIn,
  );
  context.need(reached.includes(testId.toLowerCase()) === isIn, 'a cohort with the tests that it was given');
}

/** How a cohort and an account are read. */
interface Reads {
  readonly group: typeof readGroup;
  readonly user: typeof unchangedUser;
}

/** What a change would show in: the tests of the cohort, or the account. */
async function shown(context: Context, read: Reads): Promise<Json> {
  const member = memberOf(context);
  if (member === 'test') return { tests: (await testsOfCohort(context, read.group)).toSorted() };
  return read.user(context, await fixtureId(context, member, accountLabel));
}

/** What of it is otherwise now, in words. */
function changedIn(before: Json, now: Json): readonly string[] {
  const isOther = changedFields(before, now).length > 0 || String(before['tests']) !== String(now['tests']);
  return isOther ? ['what the operation is about'] : [];
}

async function testsOfCohort(context: Context, read: Reads['group']): Promise<readonly string[]> {
  return testIds(await read(context, cohortGroup, await fixtureId(context, 'cohort'))) ?? [];
}

function memberOf({ op }: Context) {
  return changeBy(op.id)?.membership.member ?? accountOf(op.id).kind;
}
