import { type Check, checks } from '../../../harness/judging/check.ts';
import { itemsOf, pageOf, text } from '../../target/body.ts';
import { groupOf } from '../../target/groups/group.ts';
import { yearIds } from '../../target/groups/years.ts';
import { knownId } from '../../target/known-ids.ts';
import { minimal } from '../../target/minimal.ts';
import { forEachNearId } from '../../target/near-ids.ts';
import { control } from '../../target/valid.ts';

/** An id that shares blocks with a known one names nothing. */
export const nearIdChecks: readonly Check[] = [
  ...checks(['get-class.not-found/near-id', 'get-cohort.not-found/near-id'], {
    sends:
      'a read by a known id (accepted), then by ids that share some of its blocks, and by that id with more around it',
    accepts: '404; 400 as well for what is no id',
    async run(context) {
      const { id: idName } = groupOf(context.op);
      await control(context);
      await forEachNearId(context, await knownId(context, idName), async (near, isId) => {
        const answer = await context.send(context.op, { [idName]: near });
        context.must(answer).have.status(404, ...(isId ? [] : [400]));
      });
    },
  }),

  ...checks(['list-classes.academic-year-id/near-id', 'list-cohorts.academic-year-id/near-id'], {
    sends:
      'the list of a year that has some (found), then of ids that share some blocks with its id, and of that id with more around it',
    accepts: 'an empty page, 400 or 404',
    async run(context) {
      const { op, send, must, need } = context;
      const listed = itemsOf(context, await minimal(context, op));
      const ofItem = listed.map(({ academicYearId }) => text(academicYearId)).find(Boolean);
      const year = need(ofItem ?? (await yearIds(context))[0], 'an academic year');
      const known = pageOf(context, await send(op, { academicYearId: year, limit: 1 }));
      need(known.items.length > 0, `a ${groupOf(op).kind} of the year`);
      await forEachNearId(context, year, async (near) => {
        const answer = await send(op, { academicYearId: near, limit: 1 });
        must(answer).have.status(200, 400, 404);
        if (answer.status === 200)
          must.equal(pageOf(context, answer).items.length, 0, 'the number of items', answer);
      });
    },
  }),
];
