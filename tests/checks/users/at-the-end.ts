import type { Answer } from '../../../harness/http/answer.ts';
import { type Check, type Context, checks } from '../../../harness/judging/check.ts';
import { changedFields } from '../../target/accounts/user-fields.ts';
import { markedFields, othersAmong } from '../../target/at-the-end/others.ts';
import { idIn, itemsOf, type Json, text, withId } from '../../target/body.ts';
import { fromStandard } from '../../target/effort.ts';
import { eventually } from '../../target/eventually.ts';
import { groupIds } from '../../target/groups/ids-in-user.ts';
import { minimal } from '../../target/minimal.ts';
import { momentIn } from '../../target/order.ts';
import { ask } from '../../target/pages/reader.ts';
import { inTicks } from '../../target/same-fields.ts';
import { showUsers } from '../../target/users/read.ts';

/** How far the clocks of the answers and of the data may be apart, and how long several edits of one user may take. */
const apartMs = 10 * 60_000;

/** How many users are asked for by their ids: the list takes thirty, and a page of the search has a hundred. */
const most = { listUsers: 30, searchUsers: 100 } as const;

const groupFields = ['classIds', 'cohortIds'] as const;

/** Users whom nobody has changed are as they were, once everything has been written. */
export const usersAtTheEnd: readonly Check[] = checks(['user.updated-at-moves/at-the-end'], {
  on: ['listUsers', 'searchUsers'],
  afterWrites: true,
  unless: (op, settings) => {
    if (op.id === 'searchUsers' && !settings.write) return 'a run that may only read looks at the list alone';
    return fromStandard(op, settings);
  },
  sends:
    'after all other rows, the page on which the first users of the run are now, and those of them by their ids who are not on it',
  accepts:
    'whatever has changed of a user whose `updatedAt` has moved, unless this run wrote it; other classes and cohorts than those of the run',
  run: judgeOthers,
});

async function judgeOthers(context: Context): Promise<void> {
  const start = await minimal(context, context.op);
  const others = othersAmong(context, itemsOf(context, start), 'userId');
  context.need(others.length > 0, 'a user whom the run neither made nor was lent');
  const read = async () => lookAt(context, others, start, await usersNow(context, others));
  const { wrong, answers } = await eventually(context, read, (look) => look.wrong.length === 0);
  context.must.hold(wrong.length === 0, {
    expected: `${others.length} users whom the run neither made nor was lent as they were, where \`updatedAt\` is as it was`,
    actual: `another ${inTicks(wrong)}`,
    in: [start, ...answers],
  });
}

/** The users as pages show them now: where they stand after the newer ones that the run made, or else by their ids. */
async function usersNow(
  context: Context,
  others: readonly Json[],
): Promise<{ readonly users: readonly Json[]; readonly answers: readonly Answer[] }> {
  const newer = context.world.made.filter(({ kind }) => kind === 'student' || kind === 'teacher').length;
  const page = await ask(context, newer === 0 ? {} : { offset: newer });
  const shown = itemsOf(context, page);
  const left = others.flatMap((user) => {
    const id = text(user['userId']);
    return id === undefined || withId(shown, 'userId', id) ? [] : [id];
  });
  if (left.length === 0) return { users: shown, answers: [page] };
  const number = context.op.id === 'searchUsers' ? most.searchUsers : most.listUsers;
  const { users, answer } = await showUsers(context, left.slice(0, number), context.op);
  const found = users.filter((user) => user !== undefined);
  return { users: [...shown, ...found], answers: [page, answer] };
}

/** What is otherwise, by its field, and the answers that show it. */
function lookAt(
  context: Context,
  others: readonly Json[],
  start: Answer,
  { users, answers }: Awaited<ReturnType<typeof usersNow>>,
) {
  const begun = Date.parse(start.headers['date'] ?? '');
  const wrong = others.flatMap((before) => {
    const now = withId(users, 'userId', idIn(before, 'userId') ?? '');
    if (now === undefined) return [];
    // Of whom somebody has changed, only what this run has written is looked for.
    const changed = isUnmoved(before, now, begun) ? changedFields(before, now, groupFields) : [];
    return [...changed, ...markedFields(context, before, now), ...newGroups(context, before, now)];
  });
  return { wrong: [...new Set(wrong)], answers };
}

/**
 * Whether nobody has changed a user since the start of the run. One that was changed shortly before may be changed again
 * in the same second, as an import does it.
 */
function isUnmoved(before: Json, now: Json, begun: number): boolean {
  const moment = momentIn(before, 'updatedAt');
  return moment !== undefined && moment === momentIn(now, 'updatedAt') && moment < begun - apartMs;
}

/** The fields that name a class or cohort of the run, into which it has put nobody but its own. */
function newGroups({ world }: Context, before: Json, now: Json): readonly string[] {
  return groupFields.filter((field) => {
    const known = groupIds(before, field) ?? [];
    return (groupIds(now, field) ?? []).some((id) => world.isMade(id) && !known.includes(id));
  });
}
