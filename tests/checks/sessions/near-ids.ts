import { type Check, check } from '../../../harness/judging/check.ts';
import type { Context } from '../../../harness/judging/context.ts';
import { forEachNearId } from '../../target/near-ids.ts';
import { askSessions, searchNeeds, unlessTaken } from '../../target/sessions/ask.ts';
import { sample } from '../../target/sessions/facts.ts';
import { gapOf, showing, shownBy } from '../../target/sessions/filters.ts';
import { find, judgeNoneFound } from '../../target/sessions/found.ts';

/** The filters by an id, on the list and on the search, and the ids of the checks about each. */
const table = [
  {
    name: 'userId',
    inList: 'list-sessions.user-id-no-match/near-id',
    inSearch: 'search-sessions.search/user-ids-near-id',
  },
  {
    name: 'testId',
    inList: 'list-sessions.test-id-no-match/near-id',
    inSearch: 'search-sessions.search/test-ids-near-id',
  },
] as const;

/** An id that shares blocks with that of a learner or of a test finds no session. */
export const nearIds: readonly Check[] = table.flatMap(({ name, inList, inSearch }) =>
  [
    { id: inList, op: 'listSessions', needs: ['session.item-shape', gapOf[name]] },
    { id: inSearch, op: 'searchSessions', needs: [...searchNeeds, gapOf[name]] },
  ].map(({ id, op, needs }) =>
    check(id, {
      on: [op],
      needs,
      unless: (operation, settings) => unlessTaken(name)?.(operation, settings),
      sends:
        'the id of a session that was listed (found), then ids that share some of its blocks, and that id with more around it',
      accepts: 'an empty page for each of these; a refusal of what is no id',
      run: (context) => judgeNearIds(context, name),
    }),
  ),
);

async function judgeNearIds(context: Context, name: 'userId' | 'testId'): Promise<void> {
  const [session] = showing(await sample(context), [name]);
  const known = context.need(session && shownBy[name](session), `a session that shows its ${name}`);
  const { facts } = await find(context, { [name]: [known] });
  context.need(facts.length > 0, `a session that is found by its ${name}`);
  await forEachNearId(context, known, async (near, isId) => {
    const answer = await askSessions(context, { [name]: [near] });
    if (!isId && answer.status >= 300) return context.must(answer).be.refused();
    judgeNoneFound(context, answer, `a \`${name}\` that no session has`);
  });
}
