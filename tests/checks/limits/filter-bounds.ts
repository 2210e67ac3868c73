import { countsAround } from '../../../generators/counts.ts';
import { subsets } from '../../../generators/subsets.ts';
import type { Answer } from '../../../harness/http/answer.ts';
import { type Check, check } from '../../../harness/judging/check.ts';
import type { Context } from '../../../harness/judging/context.ts';
import { itemsOf, text } from '../../target/body.ts';
import { minimal } from '../../target/minimal.ts';

const most = 30;

/** The seven array filters, each with the clause that bounds it (Users, Sessions; Limits). */
const filters = [
  { clause: 'list-users.user-id-bounds', op: 'listUsers', name: 'userId' },
  { clause: 'list-users.upn-bounds', op: 'listUsers', name: 'upn' },
  { clause: 'list-users.external-id-bounds', op: 'listUsers', name: 'externalId' },
  { clause: 'list-users.username-bounds', op: 'listUsers', name: 'username' },
  { clause: 'list-sessions.user-id-bounds', op: 'listSessions', name: 'userId' },
  { clause: 'list-sessions.test-id-bounds', op: 'listSessions', name: 'testId' },
  { clause: 'list-sessions.subject-bounds', op: 'listSessions', name: 'subject' },
] as const;

const each = filters.map(({ clause, op, name }) =>
  check(clause, {
    access: 'read',
    on: [op],
    sends: `two values of \`${name}\` (accepted), then 30 and 31 different ones, and numbers around them on two pages`,
    accepts: 'up to 30 accepted; from 31 on 400 where it is listed, else some refusal',
    async run(context) {
      const values = await valuesOf(context, name, 2 * most);
      await needPair(context, { [name]: [values[0], values[most]] });
      await judge(context, { [name]: values.slice(0, most) }, most);
      await judge(context, { [name]: values.slice(0, most + 1) }, most + 1);
      // A bound that is looked at when a list is begun, and never again, shows on a later page.
      if (context.runs > 4) await judge(context, { [name]: values.slice(0, most + 1), offset: 1 }, most + 1);
      await context.forAll(
        countsAround(most),
        async ({ values: count, offset }) => {
          // What is accepted is asked from the start: a page past the end may be refused.
          const page = offset > 0 && count > most ? { offset } : {};
          await judge(context, { [name]: values.slice(0, count), ...page }, count);
        },
        Math.ceil(context.runs / 4) * 3 - 2,
      );
    },
  }),
);

/** Array filters take up to 30 values, each by itself. */
export const filterBounds = [
  ...each,
  check('limits.filter-values-each', {
    access: 'read',
    on: ['listUsers', 'listSessions'],
    sends: 'several array filters together: with one value each (accepted), then with 30 each',
    accepts: 'acceptance',
    async run(context) {
      const names = filters.filter(({ op }) => op === context.op.id).map(({ name }) => name);
      const values = new Map<string, readonly string[]>();
      for (const name of names) values.set(name, await valuesOf(context, name, most));
      await context.forAll(
        subsets(names, 2),
        async (chosen) => {
          const few = Object.fromEntries(chosen.map((name) => [name, values.get(name)?.slice(0, 1)]));
          const many = Object.fromEntries(chosen.map((name) => [name, values.get(name)]));
          needAccepted(context, await context.send(context.op, few));
          await judge(context, many, most);
        },
        Math.ceil(context.runs / 2),
      );
    },
  }),
] satisfies readonly Check[];

/** Judges a request whose longest filter has so many values. */
async function judge(context: Context, params: Record<string, unknown>, count: number): Promise<void> {
  const { op, must, need } = context;
  const answer = await context.send(op, params);
  // A long address may be refused as such, and then nothing is known of the bound.
  need(answer.status !== 414 && answer.status !== 431, 'an address of this length to be accepted');
  if (count <= most) return must(answer).have.status(200);
  if (op.lists(400)) must(answer).have.status(400);
  else must(answer).be.refused();
}

async function needPair(context: Context, params: Record<string, unknown>): Promise<void> {
  needAccepted(context, await context.send(context.op, params));
}

function needAccepted({ need }: Context, { status }: Answer): void {
  need(status === 200, `a few values to be accepted, got ${status}`);
}

/**
 * So many different values of a filter. Ids are invented; of texts, those that the target's own users have come
 * first, for a target may know how a text of this kind looks.
 */
async function valuesOf(context: Context, name: string, count: number): Promise<readonly string[]> {
  const numbers = Array.from({ length: count }, (_, index) => index);
  if (name.endsWith('Id') && name !== 'externalId')
    return numbers.map((n) => context.unknownId(`${name} ${n}`));
  const coined = numbers.map((n) => context.world.synthetic(`rollcall-${name.toLowerCase()}-${n}`));
  if (name === 'subject') return coined;
  const users = itemsOf(context, await minimal(context, context.operation('listUsers')));
  const known = users.map((user) => text(user[name])).filter((value) => value !== undefined && value !== '');
  return [...new Set([...known, ...coined])].filter((value) => value !== undefined).slice(0, count);
}
