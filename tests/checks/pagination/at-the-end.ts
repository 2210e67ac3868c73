import { type Check, type Context, check } from '../../../harness/judging/check.ts';
import { requestIfFilled } from '../../target/accounts/request.ts';
import { accountId } from '../../target/accounts/shared-account.ts';
import { attempt } from '../../target/attempt.ts';
import { fromStandard } from '../../target/effort.ts';
import { eventually } from '../../target/eventually.ts';
import { freshly, type Read } from '../../target/pages/reader.ts';
import { create, markedName, meaningsOf } from '../../target/reuse/creation.ts';
import { resources } from '../../target/reuse/resources.ts';
import { onStableData } from '../../target/stable-data.ts';
import { measured } from '../../target/stated.ts';

/** How many items are asked for where one is left: a second one shows that there are more than the total says. */
const room = 2;

/** The totals without filters once everything has been written: a counter or a cache has seen all of it by then. */
export const totalsAtTheEnd: readonly Check[] = [
  check('pagination.total-counts/at-the-end', {
    on: ['listClasses', 'listCohorts', 'listUsers', 'searchUsers'],
    access: 'write',
    afterWrites: true,
    unless: fromStandard,
    sends:
      'after all other rows, the plain list and its last item by the total; of users, after one more creation and while one of the run is disabled',
    accepts: 'one item at the last place, whether or not who is disabled counts',
    async run(context) {
      const kind = newcomers[context.op.id];
      if (kind === undefined) return judgeTotal(context);
      await attempt(() => createOneMore(context, kind));
      await whileOneIsDisabled(context, () => judgeTotal(context));
    },
  }),
];

/** Who is created before the total of users is read: a cache may be cleared by one kind of creation alone. */
const newcomers: Readonly<Record<string, 'student' | 'teacher'>> = {
  listUsers: 'teacher',
  searchUsers: 'student',
};

/** Creates somebody, where an earlier run has not done so. */
async function createOneMore(context: Context, kind: 'student' | 'teacher'): Promise<void> {
  if (context.contract.isOpen(resources[kind].fields)) return;
  await create(context, kind, meaningsOf(context, kind, markedName(context, `${kind} at the end`)));
}

async function whileOneIsDisabled(context: Context, law: () => Promise<void>): Promise<void> {
  const id = await attempt(() => accountId(context, 'student'));
  if (id === undefined) return law();
  try {
    await attempt(() => requestIfFilled(context, 'disableUser', id));
    await law();
  } finally {
    await attempt(() => requestIfFilled(context, 'enableUser', id));
  }
}

/** The plain list, and what stands at the last place that its total names. */
interface Ends {
  readonly total: number;
  readonly plain: Read;
  readonly last: Read;
}

async function judgeTotal(context: Context): Promise<void> {
  // A counter may be a moment behind what was written last.
  if (isCounted(await eventually(context, () => endsOf(context), isCounted))) {
    context.must.hold(true, { expected: 'a total that counts', actual: 'another' });
    return;
  }
  await onStableData(
    context,
    () => measure(context),
    async () => {
      const ends = await endsOf(context);
      context.must.hold(isCounted(ends), {
        expected: `one item at the last of ${ends.total} places, as the \`total\` without filters says`,
        actual: `${ends.last.page.items.length}, and there a \`total\` of ${ends.last.page.total}`,
        in: [ends.plain.answer, ends.last.answer],
      });
    },
  );
}

async function measure(context: Context): Promise<unknown> {
  const { total, last } = await endsOf(context);
  return [total, measured(context, last.page)];
}

async function endsOf(context: Context): Promise<Ends> {
  const read = freshly(context);
  const plain = await read({});
  const total = context.need(plain.page.total || undefined, 'a `total` of at least 1');
  return { total, plain, last: await read({ limit: room, offset: total - 1 }) };
}

function isCounted({ total, last: { page } }: Ends): boolean {
  return page.items.length === 1 && page.total === total;
}
