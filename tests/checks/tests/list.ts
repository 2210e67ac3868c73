import { type Check, check } from '../../../harness/judging/check.ts';
import { itemsOf, object, text } from '../../target/body.ts';
import { minimal } from '../../target/minimal.ts';

/** Chapter Cohorts and tests: the list of initial-assessment tests. */
export const tests = [
  // The list is answered with 200.
  check('list-tests.success', {
    access: 'read',
    on: ['listTests'],
    sends: 'a request for the list of tests',
    accepts: '200',
    run: async (context) => context.must(await minimal(context, context.op)).have.status(200),
  }),

  // The list comes whole. Whether a page size cuts it short unseen, no answer can show.
  check('list-tests.not-paginated', {
    access: 'read',
    on: ['listTests'],
    sends: 'a request for the list of tests',
    accepts: 'an answer without `pagination`',
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

  // No two tests share a `testId`.
  check('test.id-unique', {
    access: 'read',
    on: ['listTests'],
    sends: 'a request for the list of tests',
    accepts: 'a list in which no `testId` stands twice',
    async run(context) {
      const items = itemsOf(context, await minimal(context, context.op));
      const ids = items.flatMap((item) => text(item['testId'])?.toLowerCase() ?? []);
      context.need(ids.length > 1, 'two tests to compare');
      context.must.equal(new Set(ids).size, ids.length, 'the number of different identifiers');
    },
  }),
] satisfies readonly Check[];
