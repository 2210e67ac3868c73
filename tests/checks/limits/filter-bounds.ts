import { countsAround } from '../../../generators/counts.ts';
import { subsets } from '../../../generators/subsets.ts';
import type { Params } from '../../../harness/http/place.ts';
import { type Check, type Context, check } from '../../../harness/judging/check.ts';
import { itemsOf, text } from '../../target/body.ts';
import { minimal } from '../../target/minimal.ts';
import { mustBeRefused } from '../../target/refused.ts';
import { withSharedReads } from '../../target/shared-reads.ts';

const most = 30;

/** What stands in front of a service may refuse longer addresses, in whichever way. */
const longestAddress = 3000;

/** The seven array filters, each with the clause that bounds it (Users, Sessions; Limits) and the source of its values. */
const filters = [
  { id: 'list-users.user-id-bounds', op: 'listUsers', name: 'userId', values: unknownIds },
  { id: 'list-users.upn-bounds', op: 'listUsers', name: 'upn', values: textsOfUsers },
  { id: 'list-users.external-id-bounds', op: 'listUsers', name: 'externalId', values: textsOfUsers },
  { id: 'list-users.username-bounds', op: 'listUsers', name: 'username', values: textsOfUsers },
  { id: 'list-sessions.user-id-bounds', op: 'listSessions', name: 'userId', values: unknownIds },
  { id: 'list-sessions.test-id-bounds', op: 'listSessions', name: 'testId', values: unknownIds },
  { id: 'list-sessions.subject-bounds', op: 'listSessions', name: 'subject', values: syntheticTexts },
] as const;

/** Array filters take up to 30 values, each by itself. */
export const filterBounds = [
  ...filters.map(({ id, name, values: valuesOf }) =>
    check(id, {
      accepts: 'up to 30 accepted; from 31 on 400 where it is listed, else some refusal',
      async run(context) {
        const values = await valuesOf(context, name, 2 * most);
        const few = { [name]: [values[0], values[most]] };
        const judge = (some: readonly string[], page = {}) =>
          mustKeepBound(context, { few, many: { [name]: some, ...page }, count: some.length });
        // The value that is one too many below is among those that are accepted here.
        if (context.effort !== 'quick') await judge(values.slice(1, most + 1));
        await judge(values.slice(0, most + 1));
        if (context.effort === 'quick') return;
        // A server that checks the bound on the first page only shows it on a later page.
        await judge(values.slice(0, most + 1), { offset: 1 });
        await context.forAll(
          countsAround(most),
          async ({ values: count, offset }) => {
            // What has to be accepted is read from the start: a page past the end may be refused.
            await judge(values.slice(0, count), offset > 0 && count > most ? { offset } : {});
          },
          context.effort === 'deep' ? 43 : 7,
        );
      },
    }),
  ),
  check('limits.filter-values-each', {
    cost: 'high',
    async run(context) {
      const values = new Map<string, readonly string[]>();
      for (const { op, name, values: valuesOf } of filters)
        if (op === context.op.id) values.set(name, await valuesOf(context, name, most));
      const judge = async (names: readonly string[]) => {
        const few = Object.fromEntries(names.map((name) => [name, values.get(name)?.slice(0, 1)]));
        const many = Object.fromEntries(names.map((name) => [name, values.get(name)]));
        await mustKeepBound(context, { few, many, count: most });
      };
      await judge(longestTogether(values));
      if (context.effort !== 'quick')
        await context.forAll(subsets([...values.keys()], 2), judge, context.share('half'));
    },
  }),
] satisfies readonly Check[];

/** As many filters as an address holds that nothing refuses for its length, those with the longest values first. */
function longestTogether(values: ReadonlyMap<string, readonly string[]>): readonly string[] {
  const lengthOf = (name: string) =>
    new URLSearchParams((values.get(name) ?? []).map((value) => [name, value])).toString().length + 1;
  const names: string[] = [];
  let left = longestAddress - 100;
  for (const name of [...values.keys()].toSorted((one, other) => lengthOf(other) - lengthOf(one))) {
    if (lengthOf(name) > left) continue;
    left -= lengthOf(name);
    names.push(name);
  }
  return names;
}

/** A request with as many values of a filter as it may have, or more, and the same with few. */
interface Bounded {
  readonly few: Params;
  readonly many: Params;
  /** How many values the longest filter has. */
  readonly count: number;
}

/**
 * Claims that a request is accepted or refused, by the number of values of its longest filter. One that has to be accepted
 * and is not says something where the same with few values is.
 */
async function mustKeepBound(context: Context, { few, many, count }: Bounded): Promise<void> {
  const { op, must, need } = context;
  const { send } = withSharedReads(context);
  const answer = await send(op, many);
  // A server may refuse a long address, and then nothing is known of the bound.
  need(answer.status !== 414 && answer.status !== 431, 'an address of this length to be accepted');
  if (count <= most) {
    if (answer.status >= 300) need.accepted(await send(op, few));
    // The same key has asked the same with few values: how many there are is no question of permissions.
    must.hold(answer.status !== 403 || answer.sent.path.length > longestAddress, {
      expected: `the ${most} values of each filter that the interface permits, for a key that may send few`,
      actual: '403',
      in: answer,
    });
    return must(answer).have.status(200);
  }
  mustBeRefused(context, answer);
}

/** So many different ids that name nothing. */
async function unknownIds(context: Context, name: string, count: number): Promise<readonly string[]> {
  return Array.from({ length: count }, (_, index) => context.unknownId(`${name} ${index}`));
}

/** So many different texts that nothing has. */
async function syntheticTexts(context: Context, name: string, count: number): Promise<readonly string[]> {
  const texts = Array.from({ length: count }, (_, index) => `rollcall-${name.toLowerCase()}-${index}`);
  return texts.map((value) => context.world.synthetic(value));
}

/** So many different texts, those of the target's own users first: a target may refuse a text of another form. */
async function textsOfUsers(context: Context, name: string, count: number): Promise<readonly string[]> {
  const synthetic = await syntheticTexts(context, name, count);
  const users = itemsOf(context, await minimal(context, context.operation('listUsers')));
  const known = users.flatMap((user) => text(user[name]) || []);
  return [...new Set([...known, ...synthetic])].slice(0, count);
}
