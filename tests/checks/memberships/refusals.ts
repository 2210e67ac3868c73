import type { Answer } from '../../../harness/http/answer.ts';
import type { Params } from '../../../harness/http/place.ts';
import { type Check, checks } from '../../../harness/judging/check.ts';
import type { Context } from '../../../harness/judging/context.ts';
import { forEachMalformed } from '../../target/each-kind.ts';
import { changeOf, membershipNeeds as needs } from '../../target/members/membership.ts';
import { acceptedChange, beforeValidChange } from '../../target/members/valid-change.ts';

/** Assignments and removals that are refused. The control of each is the same change without the defect. */
export const refusalChecks: readonly Check[] = [
  ...checks(
    {
      addClassStudents: 'add-class-students.bad-request',
      removeClassStudents: 'remove-class-students.bad-request',
      addClassTeachers: 'add-class-teachers.bad-request',
      removeClassTeachers: 'remove-class-teachers.bad-request',
      addCohortStudents: 'add-cohort-students.bad-request',
      removeCohortStudents: 'remove-cohort-students.bad-request',
      addCohortTests: 'add-cohort-tests.bad-request',
      removeCohortTests: 'remove-cohort-tests.bad-request',
    },
    {
      access: 'write',
      needs,
      sends:
        'a change that is accepted, then one with a word in place of the list, and one with a number in it',
      async run(context) {
        const { groupId } = await acceptedChange(context);
        // A single id may be taken for a list of one, and a word is no id.
        for (const list of ['rollcall', [17]]) {
          context.must(await sendList(context, groupId, list)).have.status(400);
        }
      },
    },
  ),

  ...checks(
    {
      addClassStudents: 'add-class-students.not-found',
      removeClassStudents: 'remove-class-students.not-found',
      addClassTeachers: 'add-class-teachers.not-found',
      removeClassTeachers: 'remove-class-teachers.not-found',
      addCohortStudents: 'add-cohort-students.not-found',
      removeCohortStudents: 'remove-cohort-students.not-found',
      addCohortTests: 'add-cohort-tests.not-found',
      removeCohortTests: 'remove-cohort-tests.not-found',
    },
    {
      access: 'write',
      needs,
      sends: 'a change that is accepted, then the same of an invented class or cohort',
      async run(context) {
        const { memberId } = await acceptedChange(context);
        const unknown = context.unknownId(changeOf(context.op).membership.group.id);
        context.must(await sendList(context, unknown, [memberId])).have.status(404);
      },
    },
  ),

  // Without a body, some servers miss the media type or the length first.
  ...checks(
    {
      addClassStudents: 'add-class-students.body-required',
      removeClassStudents: 'remove-class-students.body-required',
      addClassTeachers: 'add-class-teachers.body-required',
      removeClassTeachers: 'remove-class-teachers.body-required',
      addCohortStudents: 'add-cohort-students.body-required',
      removeCohortStudents: 'remove-cohort-students.body-required',
      addCohortTests: 'add-cohort-tests.body-required',
      removeCohortTests: 'remove-cohort-tests.body-required',
    },
    {
      access: 'write',
      needs,
      sends: 'a change that is accepted, then the same without a body',
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
    {
      addClassStudents: 'add-class-students.user-ids-required',
      removeClassStudents: 'remove-class-students.user-ids-required',
      addClassTeachers: 'add-class-teachers.user-ids-required',
      removeClassTeachers: 'remove-class-teachers.user-ids-required',
      addCohortStudents: 'add-cohort-students.user-ids-required',
      removeCohortStudents: 'remove-cohort-students.user-ids-required',
      addCohortTests: 'add-cohort-tests.test-ids-required',
      removeCohortTests: 'remove-cohort-tests.test-ids-required',
    },
    {
      access: 'write',
      needs,
      sends: 'a change that is accepted, then the same with an empty object',
      async run(context) {
        const { groupId } = await acceptedChange(context);
        context.must(await context.send(context.op, pathTo(context, groupId), { body: {} })).have.status(400);
      },
    },
  ),

  ...checks(
    {
      addClassStudents: 'add-class-students.user-ids-form',
      removeClassStudents: 'remove-class-students.user-ids-form',
      addClassTeachers: 'add-class-teachers.user-ids-form',
      removeClassTeachers: 'remove-class-teachers.user-ids-form',
      addCohortStudents: 'add-cohort-students.user-ids-form',
      removeCohortStudents: 'remove-cohort-students.user-ids-form',
      addCohortTests: 'add-cohort-tests.test-ids-form',
      removeCohortTests: 'remove-cohort-tests.test-ids-form',
    },
    {
      access: 'write',
      needs,
      sends: 'a change that is accepted, then the same with a text that is no UUID, alone and beside the id',
      async run(context) {
        const { groupId, memberId } = await acceptedChange(context);
        // The valid id beside the text would be accepted, so that only the text is wrong.
        await beforeValidChange(context);
        await forEachMalformed(
          context,
          async (malformed) => {
            for (const list of [[malformed], [memberId, malformed]]) {
              context.must(await sendList(context, groupId, list)).have.status(400);
            }
          },
          context.share('half'),
        );
      },
    },
  ),

  ...checks(
    {
      addClassStudents: 'add-class-students.path-id',
      removeClassStudents: 'remove-class-students.path-id',
      addClassTeachers: 'add-class-teachers.path-id',
      removeClassTeachers: 'remove-class-teachers.path-id',
      addCohortStudents: 'add-cohort-students.path-id',
      removeCohortStudents: 'remove-cohort-students.path-id',
      addCohortTests: 'add-cohort-tests.path-id',
      removeCohortTests: 'remove-cohort-tests.path-id',
    },
    {
      access: 'write',
      needs,
      sends: 'a change that is accepted, then the same with a text in the path that is no UUID',
      accepts: '400 or 404: both are listed',
      async run(context) {
        const { memberId } = await acceptedChange(context);
        await forEachMalformed(
          context,
          async (malformed) => {
            const answer = await sendList(context, malformed, [memberId]);
            context.observe('paths.malformed-id', String(answer.status));
            context.must(answer).have.status(400, 404);
          },
          context.share('half'),
        );
      },
    },
  ),
];

function pathTo({ op }: Context, groupId: string): Params {
  return { [changeOf(op).membership.group.id]: groupId };
}

/** Sends the operation with whatever stands in place of the list. */
function sendList(context: Context, groupId: string, list: unknown): Promise<Answer> {
  const { ids } = changeOf(context.op).membership;
  return context.send(context.op, { ...pathTo(context, groupId), [ids]: list });
}
