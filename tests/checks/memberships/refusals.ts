import type { Answer } from '../../../harness/http/answer.ts';
import type { Params } from '../../../harness/http/place.ts';
import { type Check, type Context, checks } from '../../../harness/judging/check.ts';
import { forEachMalformed } from '../../target/each-kind.ts';
import { changeOf, membershipNeeds as needs } from '../../target/members/membership.ts';
import { acceptedChange, beforeValidChange } from '../../target/members/valid-change.ts';
import { onExtendedId } from '../../target/near-ids.ts';

/** One text of each kind is sent behind a valid id, and the first one alone as well. */
const oneOfEachKind = 1;

/** Assignments and removals that are refused. The control of each is the same change without the defect. */
export const refusalChecks: readonly Check[] = [
  ...checks(
    [
      'add-class-students.bad-request',
      'remove-class-students.bad-request',
      'add-class-teachers.bad-request',
      'remove-class-teachers.bad-request',
      'add-cohort-students.bad-request',
      'remove-cohort-students.bad-request',
      'add-cohort-tests.bad-request',
      'remove-cohort-tests.bad-request',
    ],
    {
      access: 'write',
      needs,
      sends:
        'a change that is accepted, then one with a word in place of the list, and one with a number in it',
      async run(context) {
        const { groupId } = await acceptedChange(context);
        // A server may take a single id for a list of one, so that the text is no id.
        for (const list of ['rollcall', [17]]) {
          context.must(await sendList(context, groupId, list)).have.status(400);
        }
      },
    },
  ),

  ...checks(
    [
      'add-class-students.not-found',
      'remove-class-students.not-found',
      'add-class-teachers.not-found',
      'remove-class-teachers.not-found',
      'add-cohort-students.not-found',
      'remove-cohort-students.not-found',
      'add-cohort-tests.not-found',
      'remove-cohort-tests.not-found',
    ],
    {
      access: 'write',
      needs,
      async run(context) {
        const { memberId } = await acceptedChange(context);
        const unknown = context.unknownId(changeOf(context.op).membership.group.id);
        context.must(await sendList(context, unknown, [memberId])).have.status(404);
      },
    },
  ),

  // A loop over nothing never meets the group. Clients repeat requests.
  ...checks(
    [
      'add-class-students.not-found/nobody',
      'remove-class-students.not-found/nobody',
      'add-class-teachers.not-found/nobody',
      'remove-class-teachers.not-found/nobody',
      'add-cohort-students.not-found/nobody',
      'remove-cohort-students.not-found/nobody',
      'add-cohort-tests.not-found/nobody',
      'remove-cohort-tests.not-found/nobody',
    ],
    {
      access: 'write',
      needs,
      sends: 'a change that is accepted, then twice a list without an id for a group that does not exist',
      accepts: '404, or 400 for the list: both are listed',
      async run(context) {
        await acceptedChange(context);
        const unknown = context.unknownId(changeOf(context.op).membership.group.id);
        for (let time = 1; time <= 2; time += 1)
          context.must(await sendList(context, unknown, [])).have.status(400, 404);
      },
    },
  ),

  // Some servers look at the media type or the length before the body, and so answer 415 or 411.
  ...checks(
    [
      'add-class-students.body-required',
      'remove-class-students.body-required',
      'add-class-teachers.body-required',
      'remove-class-teachers.body-required',
      'add-cohort-students.body-required',
      'remove-cohort-students.body-required',
      'add-cohort-tests.body-required',
      'remove-cohort-tests.body-required',
    ],
    {
      access: 'write',
      needs,
      accepts: '400, 411 or 415',
      async run(context) {
        const { groupId } = await acceptedChange(context);
        const answer = await context.send(context.op, pathTo(context, groupId));
        context.observe('errors.missing-body-status', String(answer.status));
        context.must(answer).have.status(400, 411, 415);
      },
    },
  ),

  ...checks(
    [
      'add-class-students.user-ids-required',
      'remove-class-students.user-ids-required',
      'add-class-teachers.user-ids-required',
      'remove-class-teachers.user-ids-required',
      'add-cohort-students.user-ids-required',
      'remove-cohort-students.user-ids-required',
      'add-cohort-tests.test-ids-required',
      'remove-cohort-tests.test-ids-required',
    ],
    {
      access: 'write',
      needs,
      async run(context) {
        const { groupId } = await acceptedChange(context);
        context.must(await context.send(context.op, pathTo(context, groupId), { body: {} })).have.status(400);
      },
    },
  ),

  ...checks(
    [
      'add-class-students.user-ids-form',
      'remove-class-students.user-ids-form',
      'add-class-teachers.user-ids-form',
      'remove-class-teachers.user-ids-form',
      'add-cohort-students.user-ids-form',
      'remove-cohort-students.user-ids-form',
      'add-cohort-tests.test-ids-form',
      'remove-cohort-tests.test-ids-form',
    ],
    {
      access: 'write',
      needs,
      async run(context) {
        const { groupId, memberId } = await acceptedChange(context);
        // The valid id beside the text would be accepted, so that only the text is wrong.
        await beforeValidChange(context);
        let isAlone = true;
        const mustRefuse = async (list: readonly string[]) =>
          context.must(await sendList(context, groupId, list)).have.status(400);
        await forEachMalformed(
          context,
          async (malformed) => {
            await mustRefuse([memberId, malformed]);
            if (isAlone) await mustRefuse([malformed]);
            isAlone = context.effort === 'deep';
          },
          context.byEffort({ quick: oneOfEachKind, standard: oneOfEachKind, deep: context.share('half') }),
        );
        // Who takes it for the id of the member changes what the control has changed.
        await onExtendedId(context, memberId, (malformed) => mustRefuse([malformed]));
      },
    },
  ),

  ...checks(
    [
      'add-class-students.path-id',
      'remove-class-students.path-id',
      'add-class-teachers.path-id',
      'remove-class-teachers.path-id',
      'add-cohort-students.path-id',
      'remove-cohort-students.path-id',
      'add-cohort-tests.path-id',
      'remove-cohort-tests.path-id',
    ],
    {
      access: 'write',
      needs,
      accepts: '400 or 404: both are listed',
      async run(context) {
        const { groupId, memberId } = await acceptedChange(context);
        const judge = async (malformed: string) => {
          const answer = await sendList(context, malformed, [memberId]);
          context.observe('paths.malformed-id', String(answer.status));
          context.must(answer).have.status(400, 404);
        };
        await forEachMalformed(context, judge, context.share('half'));
        await onExtendedId(context, groupId, judge);
      },
    },
  ),
];

function pathTo({ op }: Context, groupId: string): Params {
  return { [changeOf(op).membership.group.id]: groupId };
}

/** Sends the operation with `list` in place of a list of ids. */
function sendList(context: Context, groupId: string, list: unknown): Promise<Answer> {
  const { ids } = changeOf(context.op).membership;
  return context.send(context.op, { ...pathTo(context, groupId), [ids]: list });
}
