import { type Check, type Context, checks } from '../../../harness/judging/check.ts';
import { inParallel } from '../../../harness/judging/in-parallel.ts';
import { idIn, itemsOf, resourceOf, text, withId } from '../../target/body.ts';
import { forEachMalformed } from '../../target/each-kind.ts';
import { mustAgree } from '../../target/groups/fields.ts';
import { classGroup, cohortGroup, groupOf } from '../../target/groups/group.ts';
import { alikeOf, forEachSampled, type SampledGroup } from '../../target/groups/samples.ts';
import { tellingEntries } from '../../target/groups/telling-entries.ts';
import { listedSingle } from '../../target/listed.ts';
import { minimal } from '../../target/minimal.ts';
import { onStableReads, withSharedReads } from '../../target/shared-reads.ts';
import { statedText } from '../../target/stated.ts';
import { control } from '../../target/valid.ts';

/** One class or one cohort read by its id. */
export const getChecks: readonly Check[] = [
  ...checks(['get-class.success', 'get-cohort.success'], {
    run: async (context) => context.must(await minimal(context, context.op)).have.status(200),
  }),

  ...checks(['get-class.body/asked-for', 'get-cohort.body/asked-for'], {
    cost: 'high',
    async run(context) {
      const { kind, id: idName } = groupOf(context.op);
      const judge = async ({ id }: Pick<SampledGroup, 'id'>) => {
        const answer = await withSharedReads(context).send(context.op, { [idName]: id });
        const shown = idIn(resourceOf(context, answer, kind), idName);
        context.must.hold(shown === id.toLowerCase(), {
          expected: `the ${kind} that was asked for`,
          actual: shown === undefined ? 'one without an id' : 'another',
          in: answer,
        });
      };
      if (context.effort !== 'quick')
        return forEachSampled(context, async (sampled) => {
          await judge(sampled);
          // Whoever goes by the name reads the first that has it, or the last.
          const namesake = (await alikeOf(context, sampled)).findLast(({ id }) => id !== sampled.id);
          if (namesake) await judge(namesake);
        });
      // A quick run asks for them at once: whoever mixes up what is under way shows it for no request more.
      const telling = await tellingEntries(context, 2);
      const ids = telling.flatMap((entry) => text(entry[idName]) ?? []);
      context.need(ids.length > 0, `a ${kind} in the list`);
      await inParallel(ids.map((id) => () => judge({ id })));
    },
  }),

  ...checks(['get-class.bad-request', 'get-cohort.bad-request'], {
    accepts: '400 or 404: both are listed',
    async run(context) {
      await control(context);
      const judge = async (malformed: string) => {
        const answer = await context.send(context.op, { [groupOf(context.op).id]: malformed });
        context.observe('paths.malformed-id', String(answer.status));
        context.must(answer).have.status(400, 404);
      };
      await forEachMalformed(context, judge, context.effort === 'quick' ? 1 : context.runs);
    },
  }),

  ...checks(['get-class.not-found', 'get-cohort.not-found'], {
    async run(context) {
      const { id } = groupOf(context.op);
      await control(context);
      context.must(await context.send(context.op, { [id]: context.unknownId(id) })).have.status(404);
    },
  }),

  // Classes and cohorts may share a table, of which a look-up has to say the kind.
  ...checks(['get-class.not-found/cohort', 'get-cohort.not-found/class'], {
    sends: 'a read by the id of a cohort where a class is asked for, or of a class where a cohort is',
    accepts: '404; nothing is judged where the list shows something of both kinds with that id',
    async run(context) {
      const { op, must, need, operation, send } = context;
      await control(context);
      const group = groupOf(op);
      const other = group === classGroup ? cohortGroup : classGroup;
      const [listed] = itemsOf(context, await minimal(context, operation(other.list)));
      const id = need(text(listed?.[other.id]), `a ${other.kind} in the list of ${other.many}`);
      const answer = await send(op, { [group.id]: id });
      if (answer.status < 300) {
        const { name } = resourceOf(context, answer, group.kind);
        const same = itemsOf(context, await send(group.list, { search: name }));
        need(!withId(same, group.id, id), `an id of a ${other.kind} that no ${group.kind} has`);
      }
      must(answer).have.status(404);
    },
  }),

  ...checks(['get-class.same-as-list', 'get-cohort.same-as-list'], {
    cost: 'high',
    run: (context) => forEachSampled(context, (sampled) => mustAgreeWithList(context, sampled)),
  }),
];

/** The entry is read anew before it is compared: it may have changed since the list was read. */
async function mustAgreeWithList(context: Context, { id, name }: SampledGroup): Promise<void> {
  const { kind, many, list, id: idName } = groupOf(context.op);
  const entry = async ({ send }: Context) =>
    withId(itemsOf(context, await send(list, { search: name })), idName, id);
  const measure = async () => statedText(context, await entry(context));
  await onStableReads(context, measure, async (used) => {
    const inList = context.need(await entry(used), `the ${kind} to be found by its name`);
    const answer = await used.send(context.op, { [idName]: id });
    const single = listedSingle(context, answer, { wrapper: kind, id });
    mustAgree(context, single, inList, `a ${kind} by itself and among the ${many}`);
  });
}
