import { type Check, check } from '../../../harness/judging/check.ts';
import { itemsOf, object } from '../../target/body.ts';
import { minimal } from '../../target/minimal.ts';

/** What has no value is left out; what is a nested object and empty is `null` (Conventions 3). */
export const emptiness = [
  check('conventions.nested-null', {
    access: 'read',
    on: ['listSessions', 'listInProgressSessions'],
    needs: ['session.item-shape'],
    sends: 'the plainest request',
    accepts: '`null`, or no field, where a session has no result; never an object without fields',
    async run(context) {
      const { op, must, need } = context;
      const answer = await minimal(context, op);
      const open = itemsOf(context, answer).filter((item) => (item['endDate'] ?? undefined) === undefined);
      need(open.length > 0, 'a session in progress');
      for (const session of open) {
        must.hold(!Object.values(session).some(isHollow), {
          expected: '`null` for an empty nested object',
          actual: 'an object without fields',
          in: answer,
        });
      }
    },
  }),
] satisfies readonly Check[];

function isHollow(value: unknown): boolean {
  const nested = object(value);
  return nested !== undefined && Object.keys(nested).length === 0;
}
