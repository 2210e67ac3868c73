import { type Check, check } from '../../../harness/judging/check.ts';
import { itemsOf, type Json, object } from '../../target/body.ts';
import { minimal } from '../../target/minimal.ts';

/** What has no value is left out; what is a nested object and empty is `null` (Conventions 3). */
export const emptiness = [
  check('conventions.nested-null', {
    async run(context) {
      const { op, must, need } = context;
      const answer = await minimal(context, op);
      const inProgress = itemsOf(context, answer).filter((item) => (item['endDate'] ?? null) === null);
      need(inProgress.length > 0, 'a session in progress');
      must.every(inProgress, hasNoHollowObject, 'sessions without an object that has no fields', answer);
    },
  }),
] satisfies readonly Check[];

function hasNoHollowObject(session: Json): boolean {
  const nested = Object.values(session).map(object);
  return nested.every((value) => value === undefined || Object.keys(value).length > 0);
}
