import { type Check, type Context, check } from '../../../harness/judging/check.ts';
import { emailMeanings, markOf, nameMeanings, validChange } from '../../target/accounts/meanings.ts';
import { request, requestIfFilled } from '../../target/accounts/request.ts';
import { accountId } from '../../target/accounts/shared-account.ts';
import { attempt } from '../../target/attempt.ts';
import { idIn, itemsOf, type Json, object, pageOf, text } from '../../target/body.ts';
import { minimal, minimalParams } from '../../target/minimal.ts';
import { mustEventually } from '../../target/must-eventually.ts';
import { type Largest, largestPage } from '../../target/pages/largest.ts';
import { freshly, shared } from '../../target/pages/reader.ts';
import { prerequisiteOf } from '../../target/reuse/resources.ts';
import { fieldsThatDiffer, inTicks, itemFields } from '../../target/same-fields.ts';
import { onStableData } from '../../target/stable-data.ts';
import { measured, statedText } from '../../target/stated.ts';
import { defaultSort, judgeSamePage } from '../../target/users/order.ts';
import { readUser, readUsers } from '../../target/users/read.ts';

/** How many users one search asks for; the list takes thirty. */
const most = 40;

/** The search shows the users of the list with the same fields. */
export const sameFields: readonly Check[] = [
  check('search-users.same-as-list-users/fields', {
    accepts: 'for each user in both answers the same fields with the same values, lists in any order',
    run: judgeSameFields,
  }),

  // The search is for more values than the list takes, and services find them by another way.
  check('search-users.same-as-list-users/many', {
    sends: `a search for ${most} ids, of users and, where there are fewer, of nobody`,
    accepts: 'each user that is found with the fields that the list shows, lists in any order',
    run: judgeMany,
  }),

  check('search-users.same-as-list-users/pages', {
    sends: 'the largest page of the list, and that of the search',
    accepts:
      'each user on both with the same fields, lists in any order; the same total, and on pages of one size the same users in the same order',
    run: judgePages,
  }),

  check('search-users.same-as-list-users/disabled', {
    access: 'write',
    needs: [prerequisiteOf('student'), 'disable-user.request', 'enable-user.request'],
    sends: 'disabling of an account, a read of it by the list and by the search, and enabling',
    accepts: 'the user in both with the same values, or in neither',
    run: judgeDisabled,
  }),

  check('search-users.same-as-list-users/after-changes', {
    access: 'write',
    needs: [prerequisiteOf('student'), 'update-user-name.body'],
    sends:
      'a change of the name, the address and the identifier of an account, and reads before and after, of it alone and as the last of many ids',
    run: judgeAfterChanges,
  }),
];

/** What a run knows both by, so that it costs nothing: at first on the pages that rows share. */
async function judgePages(context: Context): Promise<void> {
  const { must, need, world } = context;
  const list = { ...context, op: context.operation('listUsers') };
  const names = itemFields(context, list.op.id);
  let reader = shared;
  await onStableData(
    context,
    async () => measured(context, (await largestPage(list, freshly(list))).page),
    async () => {
      const [inList, inSearch] = [
        await largestPage(list, reader(list)),
        await largestPage(context, reader(context)),
      ];
      reader = freshly;
      judgeSameUsers(context, inSearch, inList);
      const listed = new Map(inList.page.items.map((user) => [idOf(user), user]));
      const both = inSearch.page.items.flatMap((user) => {
        const other = listed.get(idOf(user));
        return other === undefined || world.isMade(String(user['userId'])) ? [] : [[other, user] as const];
      });
      need(both.length > 0, 'a user whom the list and the search show on their largest pages');
      const differing = new Set(both.flatMap(([one, other]) => fieldsThatDiffer(context, one, other, names)));
      must.hold(differing.size === 0, {
        expected: `${both.length} users with the same fields in the search and in the list`,
        actual: `differences in ${inTicks(differing)}`,
        in: [inList.answer, inSearch.answer],
      });
    },
  );
}

/** That both have as many users, and show the same ones in the same order. */
function judgeSameUsers(context: Context, found: Largest, listed: Largest): void {
  const total = context.need(listed.page.total, 'a `total` of the list');
  context.must.equal(found.page.total, total, '`pagination.total` of the search', found.answer);
  if (found.limit !== listed.limit || found.page.limit !== listed.page.limit) return;
  const whole = found.page.items.length === found.page.total;
  const pages = { first: found.page.items, second: listed.page.items, whole };
  judgeSamePage(context, pages, defaultSort.field, [found.answer, listed.answer]);
}

async function judgeMany(context: Context): Promise<void> {
  const { op, must, need, send, unknownId } = context;
  const names = itemFields(context, 'listUsers');
  await onStableData(
    context,
    async () => statedText(context, await oldestUsers(context)),
    async () => {
      const users = await oldestUsers(context);
      const known = users.flatMap((user) => text(user['userId']) ?? []).slice(0, most);
      const nobody = Array.from({ length: most - known.length }, (_, at) => unknownId(`nobody ${at}`));
      const userIds = [...known, ...nobody];
      const answer = await send(op, { search: { userIds } });
      const listed = new Map(users.map((user) => [idOf(user), user]));
      const found = itemsOf(context, answer);
      need(found.length > 0, 'a user whom the search finds by one of many ids');
      const differing = new Set(
        found.flatMap((user) => fieldsThatDiffer(context, listed.get(idOf(user)) ?? user, user, names)),
      );
      must.hold(differing.size === 0, {
        expected: `${found.length} users, found by ${userIds.length} ids, with the same fields in the search and in the list`,
        actual: `differences in ${inTicks(differing)}`,
        in: answer,
      });
    },
  );
}

/** Users from the end of a list, whom the run has not made: what it changes may be seen late. */
async function oldestUsers(
  context: Context,
  list = context.operation('listUsers'),
): Promise<readonly Json[]> {
  const params = await minimalParams(context, list);
  const lastOf = async (total: number) =>
    pageOf(context, await context.send(list, { ...params, offset: Math.max(0, total - most) }));
  const { total = 0 } = pageOf(context, await minimal(context, list));
  const page = await lastOf(total);
  const users = ofOthers(context, page.items);
  // The accounts of a run, hundreds of them, may have come since the total was read.
  if (users.length > 0 || (page.total ?? total) <= total) return users;
  return ofOthers(context, (await lastOf(page.total ?? total)).items);
}

function ofOthers({ world }: Context, users: readonly Json[]): readonly Json[] {
  return users.filter((user) => !world.isMade(text(user['userId']) ?? ''));
}

async function judgeDisabled(context: Context): Promise<void> {
  const id = await accountId(context, 'student');
  const [list, search] = [context.operation('listUsers'), context.op];
  await readUser(context, id, search);
  const answer = await request(context, 'disableUser', id, await validChange(context, 'disableUser'));
  try {
    context.need.accepted(answer);
    const state = text(object(context.reading('users.enabled-field'))?.['field']);
    const names = [...itemFields(context, 'listUsers'), ...(state === undefined ? [] : [state])];
    const read = async () => {
      const [[listed], [found]] = [
        await readUsers(context, [id], list),
        await readUsers(context, [id], search),
      ];
      return listed && found
        ? fieldsThatDiffer(context, listed, found, names).length
        : Number(listed !== found);
    };
    await whileUserStays(context, id, () =>
      mustEventually(context, read, (differences) => differences === 0, {
        expected: 'a disabled user in the search as in the list, with the same fields',
        actual: () => 'in one of them alone, or otherwise',
        in: answer,
      }),
    );
  } finally {
    await requestIfFilled(context, 'enableUser', id);
  }
}

async function judgeAfterChanges(context: Context): Promise<void> {
  const id = await accountId(context, 'student');
  const list = context.operation('listUsers');
  // The search may keep what it has shown once.
  await readUser(context, id, context.op);
  const mark = markOf(context);
  const fresh = {
    updateUserName: nameMeanings(context, 'Rollcall', `Twin ${mark}`),
    updateUserPrimaryEmail: emailMeanings(context, `twin.${mark}@example.org`),
    setUserExternalId: { externalId: context.world.synthetic(`twin-${mark}`) },
  };
  for (const [op, meanings] of Object.entries(fresh)) await requestIfFilled(context, op, id, meanings);
  // What is looked up behind the first few may come from a copy.
  const others = Array.from({ length: most - 1 }, (_, at) => context.unknownId(`nobody ${at}`));
  const amongMany = async () => (await readUsers(context, [...others, id], context.op)).at(-1);
  const read = async () => {
    const listed = await readUser(context, id, list);
    const found = [await readUser(context, id, context.op), await attempt(amongMany)];
    return found.flatMap((user) => (user ? fieldsThatDiffer(context, listed, user, names) : []));
  };
  const names = itemFields(context, 'listUsers');
  await whileUserStays(context, id, () =>
    mustEventually(context, read, (differing) => differing.length === 0, {
      expected: 'a user who was changed with the same fields in the search and in the list',
      actual: (differing) => `differences in ${inTicks(new Set(differing))}`,
    }),
  );
}

/** Judges a law on two readings of a user, between which a job of the target may touch the user. */
function whileUserStays(context: Context, id: string, law: () => Promise<void>): Promise<void> {
  const measure = async () =>
    statedText(context, await readUsers(context, [id], context.operation('listUsers')));
  return onStableData(context, measure, law);
}

async function judgeSameFields(context: Context): Promise<void> {
  const ops = [context.operation('listUsers'), context.op] as const;
  let isFresh = false;
  // Later on, those at the start are whom the run has made.
  const read = async (op: (typeof ops)[number]) =>
    isFresh ? oldestUsers(context, op) : ofOthers(context, itemsOf(context, await minimal(context, op)));
  await onStableData(
    context,
    async () => statedText(context, await read(ops[0])),
    async () => {
      const [list, search] = [await read(ops[0]), await read(ops[1])];
      isFresh = true;
      const listed = new Map(list.map((user) => [idOf(user), user]));
      const both = search.flatMap((user) => {
        const same = listed.get(idOf(user));
        return same ? [[user, same] as const] : [];
      });
      context.need(both.length > 0, 'a user that both the list and the search show');
      const names = itemFields(context, 'listUsers');
      const fields = new Set(both.flatMap(([one, other]) => fieldsThatDiffer(context, one, other, names)));
      context.must.hold(fields.size === 0, {
        expected: `${both.length} users with the same fields in the search and in the list`,
        actual: `differences in ${inTicks(fields)}`,
      });
    },
  );
}

function idOf(user: Json): string {
  return idIn(user, 'userId') ?? '';
}
