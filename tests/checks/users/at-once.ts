import { type Check, checks } from '../../../harness/judging/check.ts';
import { inParallel } from '../../../harness/judging/in-parallel.ts';
import { atOnce, mustBeOwn } from '../../target/at-once.ts';
import { itemsOf, text } from '../../target/body.ts';
import { paramsFor } from '../../target/users/criteria.ts';
import { filterNamed } from '../../target/users/filters.ts';
import { sampledUsers } from '../../target/users/samples.ts';

/** Requests for different users at the same time. */
export const atOnceChecks: readonly Check[] = checks(
  ['list-users.user-id/at-once', 'search-users.search-user-ids/at-once'],
  {
    cost: 'high',
    sends: 'requests for sixteen different users by their ids, all at once',
    async run(context) {
      const { op, send } = context;
      const users = await sampledUsers(context);
      const ids = atOnce(
        context,
        users.flatMap(({ userId }) => text(userId) ?? []),
        'users',
      );
      const filter = filterNamed('userId');
      const answers = await inParallel(
        ids.map((id) => () => send(op, paramsFor(op, [{ filter, values: [id] }]))),
      );
      const shown = answers.map((answer) => itemsOf(context, answer).map(({ userId }) => text(userId)));
      mustBeOwn(context, ids, shown, answers);
    },
  },
);
