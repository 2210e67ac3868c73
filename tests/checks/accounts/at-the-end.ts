import type { Answer } from '../../../harness/http/answer.ts';
import { type Check, type Context, checks } from '../../../harness/judging/check.ts';
import { freshUser, userIn } from '../../target/accounts/fresh-user.ts';
import { contradictions } from '../../target/accounts/user-fields.ts';
import { idIn, idsIn, itemsOf, type Json, withId } from '../../target/body.ts';
import { fromStandard } from '../../target/effort.ts';
import { eventually } from '../../target/eventually.ts';
import { paramsFor } from '../../target/users/criteria.ts';
import { filterNamed } from '../../target/users/filters.ts';

/** By which read each kind of people is looked for, and how many of them. */
const reads = {
  student: { op: 'searchUsers', most: 45 },
  teacher: { op: 'listUsers', most: 12 },
} as const;

/** The operations that change what a user shows beside classes and cohorts; the others leave all of it. */
const changing = [
  'updateStudentDetails',
  'updateUserName',
  'updateUserPassword',
  'updateUserPrimaryEmail',
  'setUserExternalId',
];

/** The people whom the run has created are as the last answer told, once everything has been written. */
export const madeUsersAtTheEnd: readonly Check[] = checks(
  ['create-student.effect/at-the-end', 'create-teacher.effect/at-the-end'],
  {
    access: 'write',
    afterWrites: true,
    needs: ({ makes }) => [makes === 'teacher' ? 'create-teacher.body' : 'create-student.body'],
    unless: fromStandard,
    sends:
      'a search for students of the run by their ids after all other rows; of teachers, the list for some',
    accepts:
      'each of them once, with what the last change or else the creation answered, classes and cohorts aside',
    run: judgeMade,
  },
);

/** Somebody whom the run made, and the last answer that showed the person. */
interface Made {
  readonly id: string;
  readonly user: Json;
  readonly answer: Answer;
  readonly isChanged: boolean;
}

async function judgeMade(context: Context): Promise<void> {
  const kind = context.op.makes === 'teacher' ? 'teacher' : 'student';
  // An earlier run may have left what others share.
  await freshUser(context, kind);
  const made = chosen(
    context.world.made.flatMap((thing) => (thing.kind === kind ? (lastShown(context, thing.id) ?? []) : [])),
    reads[kind].most,
  );
  context.need(made.length > 0, `a ${kind} of the run whom the last answer showed`);
  const op = context.operation(reads[kind].op);
  const asked = [{ filter: filterNamed('userId'), values: made.map(({ id }) => id) }];
  const read = async () => {
    const answer = await context.send(op, paramsFor(op, asked));
    return { answer, wrong: wrongIn(made, itemsOf(context, answer)) };
  };
  const { answer, wrong } = await eventually(context, read, (look) => look.wrong.length === 0);
  const [first] = wrong;
  context.must.hold(first === undefined, {
    expected: `${made.length} ${kind}s of the run once each, as the last answer about each showed them`,
    actual: [...new Set(wrong.map(({ what }) => what))].join(', '),
    in: [...(first?.told ? [first.told] : []), answer],
  });
}

/** What was shown of somebody last; `undefined` where that cannot be said. */
function lastShown({ world, makerOf }: Context, id: string): Made | undefined {
  const { answers, isUncertain } = world.told.of(id) ?? { answers: new Map<string, undefined>() };
  const ops = [...answers.keys()];
  // A target may hide who is disabled.
  const isDisabled = ops.indexOf('disableUser') > ops.indexOf('enableUser');
  const last = ops.filter((op) => changing.includes(op)).at(-1);
  const answer = last === undefined ? makerOf(id) : answers.get(last);
  const user = answer && userIn(answer);
  if (isUncertain || isDisabled || answer === undefined || idIn(user, 'userId') !== id.toLowerCase())
    return undefined;
  return user && { id, user, answer, isChanged: last !== undefined };
}

/** First those who were changed, and of the others as many as fit, evenly spread over the run. */
function chosen(made: readonly Made[], most: number): readonly Made[] {
  const changed = made.filter(({ isChanged }) => isChanged).slice(0, most);
  const others = made.filter(({ isChanged }) => !isChanged);
  const free = most - changed.length;
  const step = Math.max(1, Math.ceil(others.length / Math.max(1, free)));
  return [...changed, ...others.filter((_, at) => at % step === 0).slice(0, free)];
}

function wrongIn(
  made: readonly Made[],
  users: readonly Json[],
): readonly { readonly what: string; readonly told?: Answer }[] {
  const ids = idsIn(users, 'userId');
  const twins = ids.length > new Set(ids).size ? [{ what: 'somebody twice' }] : [];
  const wrong = made.flatMap(({ id, user, answer }) => {
    const now = withId(users, 'userId', id);
    if (now === undefined) return [{ what: 'a page without one of them', told: answer }];
    const { classIds: _, cohortIds: __, ...told } = user;
    const fields = contradictions(told, now).filter((name) => name !== 'emails' || hasNewAddress(told, now));
    return fields.map((name) => ({ what: `another \`${name}\``, told: answer }));
  });
  return [...twins, ...wrong];
}

/** An address that somebody else was given later may have been taken from who had it before. */
function hasNewAddress(told: Json, now: Json): boolean {
  const [former = [], addresses = []] = [told, now].map(({ emails }) =>
    (Array.isArray(emails) ? emails : []).map((email) => String(email).toLowerCase()),
  );
  return addresses.some((email) => !former.includes(email));
}
