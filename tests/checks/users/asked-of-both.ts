import { type Check, type Context, check } from '../../../harness/judging/check.ts';
import { pageOf } from '../../target/body.ts';
import { agree, askBothAgain, askedOfBoth, sideOf } from '../../target/lists/asked-of-both.ts';
import { usersOf } from '../../target/lists/of-users.ts';
import { ask } from '../../target/pages/reader.ts';
import { onStableData } from '../../target/stable-data.ts';
import { measured } from '../../target/stated.ts';

/** Whatever the list and the search were both asked for in a run, they agree: also in what a name finds. */
export const askedOfEither: readonly Check[] = [
  check('search-users.same-as-list-users/every-answer', {
    afterAll: true,
    sends:
      'nothing of its own: it looks at the pages of the list and of the search that any check of the run received, and asks both again where they differ',
    accepts: 'to one question the same total, and on pages of one place the same users in the same order',
    run: judgeSeen,
  }),
];

/** So many questions to which both answer differently are asked again. */
const mostAgain = 3;

async function judgeSeen(context: Context): Promise<void> {
  const list = await sideOf({ ...context, op: context.operation('listUsers') }, usersOf);
  const search = await sideOf(context, usersOf);
  const pages = askedOfBoth(list, search);
  context.need(pages.length > 0, 'a question that both the list and the search have answered');
  const differing = new Map(
    pages.flatMap((both) => (agree(search, both) ? [] : [[both.found.readBack.question, both] as const])),
  );
  for (const both of [...differing.values()].slice(0, mostAgain))
    await onStableData(
      context,
      async () => measured(context, pageOf(context, await ask(list.context, both.listed.params))),
      () => askBothAgain(list, search, both),
    );
}
