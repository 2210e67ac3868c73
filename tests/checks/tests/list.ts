import { type Check, check } from '../../../harness/judging/check.ts';
import { itemsOf, object } from '../../target/body.ts';
import { minimal } from '../../target/minimal.ts';
import { mustHaveUniqueIds } from '../../target/unique-ids.ts';

/** The list of initial-assessment tests. */
export const listChecks: readonly Check[] = [
  check('list-tests.success', {
    run: async (context) => context.must(await minimal(context, context.op)).have.status(200),
  }),

  // Whether a page size cuts the list short unseen, no answer can show.
  check('list-tests.not-paginated', {
    async run(context) {
      const answer = await minimal(context, context.op);
      itemsOf(context, answer);
      context.must.hold(object(answer.json)?.['pagination'] === undefined, {
        expected: 'no `pagination` object',
        actual: 'one',
        in: answer,
      });
    },
  }),

  check('test.id-unique', {
    async run(context) {
      const answer = await minimal(context, context.op);
      const items = itemsOf(context, answer);
      context.need(items.length > 1, 'two tests to compare');
      mustHaveUniqueIds(context, items, 'testId', answer);
    },
  }),
];
