import fc from 'fast-check';
import { type Check, type Context, checks } from '../../../harness/judging/check.ts';
import { itemsOf, resourceOf, text, withId } from '../../target/body.ts';
import { eventually } from '../../target/eventually.ts';
import { mustAgree } from '../../target/groups/fields.ts';
import { freshGroup } from '../../target/groups/fresh.ts';
import { type Group, groupOf } from '../../target/groups/group.ts';
import { create, markedName } from '../../target/reuse/creation.ts';
import { adopt } from '../../target/reuse/fixture.ts';
import { leftover } from '../../target/reuse/leftovers.ts';

/**
 * Words in the names of what is created, the most telling first: few, for each leaves something behind. In composed
 * form and with single spaces, which leaves a server nothing to normalise.
 */
const words = ['Zoë 花子 Łódź', "O'Neill & Co 100% A/B #1+2?", 'MiXeD cAsE'] as const;

/** How many names are tried for one of these words. */
const tries = 6;

/** Something that was created under a name. */
interface Named {
  readonly id: string;
  readonly name: string;
}

/** What was created is found again as it was sent. */
export const readBackChecks: readonly Check[] = checks(
  ['create-class.read-back', 'create-cohort.read-back'],
  {
    access: 'write',
    needs: (op) => [groupOf(op).fields],
    sends:
      'creations with names that URLs, databases and letter case trip over, then reads by id and by name',
    async run(context) {
      const group = groupOf(context.op);
      await freshGroup(context, group);
      let judged = 0;
      for (const word of words.slice(0, context.byEffort({ quick: 2, standard: 4, deep: 20 }))) {
        await context.forAll(
          fc.constant(word),
          async () => {
            const named = await context.world.once(`read back ${group.kind} ${word}`, () =>
              createdWith(context, group, word),
            );
            // A name that the target refuses is its choice.
            if (named === undefined) return;
            await mustReadBack(context, group, named);
            judged += 1;
          },
          1,
        );
      }
      context.need(judged > 0, `a new ${group.kind} under one of these names to be accepted`);
    },
  },
);

async function mustReadBack(context: Context, group: Group, { id, name }: Named): Promise<void> {
  const { kind, get, list, id: idName } = group;
  const single = await eventually(
    context,
    () => context.send(get, { [idName]: id }),
    ({ status }) => status !== 404,
  );
  context.must(single).have.status(200);
  const thing = resourceOf(context, single, kind);
  context.must.hold(text(thing['name']) === undefined || thing['name'] === name, {
    expected: `the ${kind} by its id under the name that was sent`,
    actual: 'under another name',
    in: single,
  });
  const entry = async () => {
    const answer = await context.send(list, { search: name });
    const items = itemsOf(context, answer);
    return { answer, item: withId(items, idName, id) };
  };
  const { answer, item } = await eventually(context, entry, (found) => found.item !== undefined);
  context.must.hold(item !== undefined, {
    expected: `the new ${kind} in the list under its name`,
    actual: 'a list without it',
    in: answer,
  });
  if (item) mustAgree(context, thing, item, `the new ${kind} by its id and in the list`);
}

/**
 * Something with that word in its name, created now or by an earlier run; `undefined` when the target refuses it. A
 * name that is taken by something that the list does not show under it gives way to another: the target may keep names
 * otherwise than they were sent.
 */
async function createdWith(
  context: Context,
  { kind, id: idName }: Group,
  word: string,
): Promise<Named | undefined> {
  for (let attempt = 1; attempt <= tries; attempt += 1) {
    const name = markedName(context, attempt === 1 ? `${kind} ${word}` : `${kind} ${word} ${attempt}`);
    const left = await leftover(context, kind, { name });
    const leftId = text(left && adopt(context, kind, left)[idName]);
    if (leftId) return { id: leftId, name };
    const answer = await create(context, kind, { name });
    const id = answer.status < 300 ? text(resourceOf(context, answer, kind)[idName]) : undefined;
    if (id) return { id, name };
    if (answer.status !== 409) return undefined;
  }
  return undefined;
}
