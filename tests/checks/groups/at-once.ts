import { type Check, checks } from '../../../harness/judging/check.ts';
import { inParallel } from '../../../harness/judging/in-parallel.ts';
import { atOnce, mustBeOwn, mustCreateAtOnce } from '../../target/at-once.ts';
import { itemsOf, object, text } from '../../target/body.ts';
import { groupOf } from '../../target/groups/group.ts';
import { bothEnds } from '../../target/groups/samples.ts';

/** Requests about different classes or cohorts at the same time. */
export const atOnceChecks: readonly Check[] = [
  ...checks(['get-class.body/at-once', 'get-cohort.body/at-once'], {
    cost: 'high',
    sends: 'reads of sixteen different ones by their ids, all at once',
    async run(context) {
      const { get, id: idName, kind, many } = groupOf(context.op);
      const items = (await bothEnds(context)).flatMap((answer) => itemsOf(context, answer));
      const ids = atOnce(
        context,
        items.flatMap((item) => text(item[idName]) ?? []),
        many,
      );
      const answers = await inParallel(ids.map((id) => () => context.send(get, { [idName]: id })));
      const shown = answers.map(({ json }) => text(object(object(json)?.[kind])?.[idName]));
      mustBeOwn(
        context,
        ids,
        shown.map((id) => [id]),
        answers,
      );
    },
  }),

  ...checks(['create-class.success/at-once', 'create-cohort.success/at-once'], {
    access: 'write',
    needs: (op) => [groupOf(op).fields],
    sends: 'a creation (accepted), then two under different names at once',
    run: (context) => mustCreateAtOnce(context, groupOf(context.op).kind),
  }),
];
