import fc from 'fast-check';
import { type Check, type Context, checks } from '../../../harness/judging/check.ts';
import { itemsOf, resourceOf, text, withId } from '../../target/body.ts';
import { eventually } from '../../target/eventually.ts';
import { mustAgree } from '../../target/groups/fields.ts';
import { freshGroup } from '../../target/groups/fresh.ts';
import { type Group, groupOf } from '../../target/groups/group.ts';
import { type NamedGroup, namedWith, oddWords } from '../../target/groups/named-with.ts';
import { type Listed, listed } from '../../target/groups/samples.ts';
import { mayLackDescription } from '../../target/groups/shown.ts';

/** What was created is found again as it was sent. */
export const readBackChecks: readonly Check[] = checks(
  ['create-class.read-back', 'create-cohort.read-back'],
  {
    access: 'write',
    needs: (op) => [groupOf(op).fields],
    sends:
      'creations with names and descriptions that URLs, databases and letter case trip over, then reads by id and by name',
    async run(context) {
      const group = groupOf(context.op);
      await freshGroup(context, group);
      let judged = 0;
      for (const word of oddWords.slice(0, context.byEffort({ quick: 2, standard: 4, deep: 20 }))) {
        await context.forAll(
          fc.constant(word),
          async () => {
            const named = await namedWith(context, group, word);
            // A target may refuse a name.
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

async function mustReadBack(context: Context, group: Group, named: NamedGroup): Promise<void> {
  const { id, name, description } = named;
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
  const isKept = description === undefined || isSame(thing['description'], description);
  context.must.hold(isKept || (await mayLackDescription(context, group, thing)), {
    expected: `the ${kind} by its id with the description that was sent`,
    actual: 'with another one, or none',
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

/** Whether a description is shown as it was sent. One of several lines may have other breaks: servers write them in their own way. */
function isSame(shown: unknown, sent: string): boolean {
  const inWords = (value: string) => value.split(/\s+/).join(' ');
  return shown === sent || (sent.includes('\n') && inWords(text(shown) ?? '') === inWords(sent));
}

/** Something new is counted in `total`. */
export const countedChecks: readonly Check[] = checks(
  ['create-class.read-back/counted', 'create-cohort.read-back/counted'],
  {
    access: 'write',
    needs: (op) => [groupOf(op).fields],
    sends: 'a creation, then two items of the list from the place that its `total` gives as the last',
    accepts: 'no item behind that place, unless the `total` beside it has grown; as soon as it may be seen',
    async run(context) {
      const group = groupOf(context.op);
      // A service that caches the count caches it here.
      await totalNow(context);
      await freshGroup(context, group);
      const seen = await eventually(context, () => aroundTheEnd(context), isCounted);
      context.must.hold(isCounted(seen), {
        expected: `a \`total\` above ${seen.totalBefore}, for the list has more of the ${group.many} than that`,
        actual: `${seen.page.total} beside it, and ${seen.totalAfter} on the first page`,
        in: seen.answer,
      });
    },
  },
);

/** What an end of the list shows. */
interface End extends Listed {
  /** The `total` of the first page before it. */
  readonly totalBefore: number;
  /** Whether the list has more items than that. */
  readonly hasMore: boolean;
  /** The `total` of the first page after that, where the list has more. */
  readonly totalAfter: number | undefined;
}

/** What the list has from the place that is the last one by its `total`. Past the end, a service may refuse to look. */
async function aroundTheEnd(context: Context): Promise<End> {
  const totalBefore = context.need(await totalNow(context), 'a `total`');
  const offset = Math.max(0, totalBefore - 1);
  const end = await listed(context, { limit: 2, offset });
  const hasMore = offset + end.page.items.length > totalBefore;
  return { ...end, totalBefore, hasMore, totalAfter: hasMore ? await totalNow(context) : undefined };
}

/** The list may have grown since, and then says so. */
function isCounted({ page, totalBefore, hasMore, totalAfter }: End): boolean {
  return !hasMore || [page.total, totalAfter].every((total) => (total ?? totalBefore + 1) > totalBefore);
}

async function totalNow(context: Context): Promise<number | undefined> {
  return (await listed(context, { limit: 1 })).page.total;
}
