import { type Check, check } from '../../../harness/judging/check.ts';
import type { Context } from '../../../harness/judging/context.ts';
import { onStableData } from '../../../harness/judging/stable-data.ts';
import { itemsOf, resourceOf, text } from '../../target/body.ts';
import { forEachMalformed } from '../../target/each-kind.ts';
import { mustAgree } from '../../target/groups/fields.ts';
import type { Group } from '../../target/groups/group.ts';
import { forEachKnown } from '../../target/groups/samples.ts';
import { minimal } from '../../target/minimal.ts';

/** One class or one cohort read by its id. */
export function getChecks(group: Group): Check[] {
  const { kind, many, get, id, clauses } = group;
  const on = [get];
  return [
    // One that exists is answered with 200.
    check(`${clauses.get}.success`, {
      access: 'read',
      on,
      sends: `a read of a listed ${kind}`,
      accepts: '200',
      run: async (context) => context.must(await minimal(context, context.op)).have.status(200),
    }),

    // It is the one that was asked for.
    check(`${clauses.get}.body/asked-for`, {
      access: 'read',
      on,
      sends: `reads of several listed ${many}`,
      accepts: `a ${kind} with the id of the path`,
      run: (context) =>
        forEachKnown(context, group, async (known) => {
          const answer = await context.send(get, { [id]: known.id });
          const own = text(resourceOf(context, answer, kind)[id]);
          context.must.hold(own?.toLowerCase() === known.id.toLowerCase(), {
            expected: `the ${kind} that was asked for`,
            actual: own === undefined ? 'one without an id' : 'another',
            in: answer,
          });
        }),
    }),

    // An id that is no UUID is refused: 400 and 404 are both listed.
    check(`${clauses.get}.bad-request`, {
      access: 'read',
      on,
      sends: `a read of a listed ${kind} (accepted), then texts that are no UUID in place of its id`,
      accepts: '400 or 404',
      async run(context) {
        context.need((await minimal(context, context.op)).status === 200, `a ${kind} to be read`);
        await forEachMalformed(context, async (malformed) => {
          const answer = await context.send(get, { [id]: malformed });
          context.observe('paths.malformed-id', String(answer.status));
          context.must(answer).have.status(400, 404);
        });
      },
    }),

    // An unknown one is answered with 404.
    check(`${clauses.get}.not-found`, {
      access: 'read',
      on,
      sends: `a read of a listed ${kind} (accepted), then of an id that the run invented`,
      accepts: '404',
      async run(context) {
        context.need((await minimal(context, context.op)).status === 200, `a ${kind} to be read`);
        context.must(await context.send(get, { [id]: context.unknownId(id) })).have.status(404);
      },
    }),

    // Read by its id, it equals its entry in the list.
    check(`${clauses.get}.same-as-list`, {
      access: 'read',
      on,
      sends: `reads of ${many} from both ends of the list`,
      accepts: 'the same fields as in the list',
      run: (context) => forEachKnown(context, group, (known) => agreesWithList(context, group, known)),
    }),
  ];
}

/** The entry is read anew before it counts as different: it may have changed since the list was read. */
async function agreesWithList(
  context: Context,
  { kind, many, get, list, id }: Group,
  known: { readonly id: string; readonly name: string },
): Promise<void> {
  const entry = async () => {
    const found = itemsOf(context, await context.send(list, { search: known.name }));
    return found.find((item) => text(item[id])?.toLowerCase() === known.id.toLowerCase());
  };
  await onStableData(entry, async () => {
    const listed = context.need(await entry(), `the ${kind} to be found by its name`);
    const single = resourceOf(context, await context.send(get, { [id]: known.id }), kind);
    mustAgree(context, single, listed, `a ${kind} by itself and among the ${many}`);
  });
}
