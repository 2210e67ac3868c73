import { type Check, checks } from '../../../harness/judging/check.ts';
import { inParallel } from '../../../harness/judging/in-parallel.ts';
import { itemsOf, object, text } from '../../target/body.ts';
import { differentIds, mustAnswerOwnRequest, mustCreateAtOnce } from '../../target/concurrent.ts';
import { onListedGroups } from '../../target/groups/as-known.ts';
import { groupOf } from '../../target/groups/group.ts';
import { bothEnds } from '../../target/groups/samples.ts';
import { create, markedName } from '../../target/reuse/creation.ts';
import { findExisting } from '../../target/reuse/existing.ts';
import { createdFixture } from '../../target/reuse/fixture.ts';
import { freeNumber } from '../../target/reuse/free-number.ts';

/** Requests about different classes or cohorts at the same time. */
export const atOnceChecks: readonly Check[] = [
  ...onListedGroups([
    ...checks(['get-class.body/at-once', 'get-cohort.body/at-once'], {
      cost: 'high',
      sends: 'reads of thirteen different ones by their ids, all at once',
      async run(context) {
        const { get, id: idName, kind, many } = groupOf(context.op);
        const items = (await bothEnds(context)).flatMap((answer) => itemsOf(context, answer));
        const ids = differentIds(
          context,
          items.flatMap((item) => text(item[idName]) ?? []),
          many,
        );
        const answers = await inParallel(ids.map((id) => () => context.send(get, { [idName]: id })));
        const shown = answers.map(({ json }) => text(object(object(json)?.[kind])?.[idName]));
        mustAnswerOwnRequest(
          context,
          ids,
          shown.map((id) => [id]),
          answers,
        );
      },
    }),
  ]),

  ...checks(['create-class.success/at-once', 'create-cohort.success/at-once'], {
    access: 'write',
    needs: (op) => [groupOf(op).fields],
    sends: 'a creation (accepted), then two under different names at once',
    run: (context) => mustCreateAtOnce(context, groupOf(context.op).kind),
  }),
];

/**
 * How many creations race for one name. They create one thing in all; several racers make it likely that two of them
 * overlap.
 */
const racers = 4;

/** Identical creations at the same time. */
export const oneWinnerChecks: readonly Check[] = checks(
  ['create-class.one-winner', 'create-cohort.one-winner'],
  {
    access: 'write',
    needs: (op) => [groupOf(op).fields],
    sends: 'a creation that is accepted, then four identical creations, all at once',
    async run(context) {
      const { kind } = groupOf(context.op);
      await createdFixture(context, kind);
      const named = (number: number) => ({ name: markedName(context, `${kind} race ${number}`) });
      const isTaken = async (number: number) =>
        (await findExisting(context, kind, named(number))) !== undefined;
      const number = await freeNumber(context, isTaken);
      const send = () => create(context, kind, named(number));
      const answers = await inParallel(Array.from({ length: racers }, () => send));
      for (const answer of answers) context.need.described(answer);
      const statuses = answers.map(({ status }) => status).sort();
      context.must.hold(String(statuses) === '201,409,409,409', {
        expected: 'one 201 and 409 for the others',
        actual: statuses.join(' and '),
        in: answers,
      });
    },
  },
);
