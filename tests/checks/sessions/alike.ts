import { type Check, type Context, check, checks } from '../../../harness/judging/check.ts';
import { pageOf } from '../../target/body.ts';
import { minimal } from '../../target/minimal.ts';
import { inTicks, valuesThatDiffer } from '../../target/same-fields.ts';
import { askSessions, searchNeeds, unlessTaken } from '../../target/sessions/ask.ts';
import { sample } from '../../target/sessions/facts.ts';
import { find } from '../../target/sessions/found.ts';
import { onStableData } from '../../target/stable-data.ts';
import { measured } from '../../target/stated.ts';

const sameValues =
  'for each session in both, no field that both show with different values; lists in any order';

/** The fields of sessions in the search and in the lists of one kind. */
export const alike: readonly Check[] = [
  check('search-sessions.search/same-fields', {
    needs: searchNeeds,
    unless: unlessTaken(),
    accepts: sameValues,
    run: sameFields,
  }),

  ...checks(['list-completed-sessions.body/same-fields', 'list-in-progress-sessions.body/same-fields'], {
    needs: ['session.item-shape'],
    sends: 'the list, and that of all sessions',
    accepts: sameValues,
    run: sameFields,
  }),
];

/** What a session is does not depend on where it is shown. */
async function sameFields(context: Context): Promise<void> {
  const list = context.operation('listSessions');
  let isFresh = false;
  const read = async (op: typeof list) => {
    if (!isFresh) {
      await minimal(context, op);
      return sample(context, op);
    }
    const { facts } = await find({ ...context, op }, {});
    return facts;
  };
  await onStableData(
    context,
    async () => measured(context, pageOf(context, await askSessions(context, {}, list))),
    async () => {
      const [listed, found] = [await read(list), await read(context.op)];
      isFresh = true;
      const known = new Map(listed.map((facts) => [facts.id, facts.item]));
      const both = found.flatMap(({ id, item }) => {
        const same = id === undefined ? undefined : known.get(id);
        return same ? [[item, same] as const] : [];
      });
      context.need(both.length > 0, `a session that both ${list.id} and ${context.op.id} show`);
      const fields = new Set(both.flatMap(([one, other]) => valuesThatDiffer(context, one, other)));
      context.must.hold(fields.size === 0, {
        expected: `${both.length} sessions with the same values in ${context.op.id} as in ${list.id}`,
        actual: `differences in ${inTicks(fields)}`,
      });
      // Where results are shown at all, who has none shows that.
      const isShown = found.some(({ result }) => (result ?? undefined) !== undefined);
      const leftOut = both.filter(([one, same]) => isShown && same['result'] === null && !('result' in one));
      context.must.hold(leftOut.length === 0, {
        expected: `a \`result\` of \`null\` in ${context.op.id} where ${list.id} shows it so`,
        actual: `${leftOut.length} of ${both.length} sessions without it`,
      });
    },
  );
}
