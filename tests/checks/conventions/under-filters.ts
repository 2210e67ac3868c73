import type { Params } from '../../../harness/http/place.ts';
import { type Check, check } from '../../../harness/judging/check.ts';
import type { Context } from '../../../harness/judging/context.ts';
import { idIn, itemsOf, type Json, object, text } from '../../target/body.ts';
import { minimal, minimalParams } from '../../target/minimal.ts';
import { identifierOf } from '../../target/pages/identifier.ts';
import { fieldsThatDiffer } from '../../target/same-fields.ts';
import { onStableData } from '../../target/stable-data.ts';
import { statedText } from '../../target/stated.ts';
import { paramsFor } from '../../target/users/criteria.ts';
import { filters, rolesOf } from '../../target/users/filters.ts';

/** A filter decides which items are listed, and not which fields they show. */
export const underFilters: readonly Check[] = [
  check('conventions.filters-choose-only', {
    access: 'read',
    sends: 'the list without a filter, then each of its filters with the values of the fullest items',
    accepts: 'the items of both answers with the same fields and values, lists in any order',
    run: judgeFilters,
  }),
];

async function judgeFilters(context: Context): Promise<void> {
  const { op } = context;
  const idName = context.need(await identifierOf(context), 'a field that identifies the items');
  const everything = await minimalParams(context, op);
  let isFresh = false;
  let compared = 0;
  const readAll = async () =>
    itemsOf(context, isFresh ? await context.send(op, everything) : await minimal(context, op));
  const measure = async () => statedText(context, await readAll());
  await onStableData(context, measure, async () => {
    const items = ofOthers(context, idName, await readAll());
    isFresh = true;
    context.need(items.length > 1, 'two items, one of which a filter could leave out');
    const whole = new Map(items.map((item) => [idIn(item, idName), item]));
    for (const [what, params] of filtersFor(context, items)) {
      const answer = await context.send(op, { ...everything, ...params });
      if (answer.status >= 400 && answer.status < 500) continue;
      for (const item of ofOthers(context, idName, itemsOf(context, answer))) {
        const same = whole.get(idIn(item, idName));
        if (same === undefined) continue;
        compared += 1;
        const differing = fieldsThatDiffer(context, item, same);
        context.must.hold(differing.length === 0, {
          expected: `the same fields with ${what} as without it`,
          actual: `differences in ${differing.length} fields of an item`,
          in: answer,
        });
      }
    }
  });
  context.need(compared > 0, 'an item that is listed without a filter and with one');
}

type Asked = readonly [what: string, params: Params];

function filtersFor(context: Context, items: readonly Json[]): readonly Asked[] {
  const fullest = [...items].sort((one, other) => fullnessOf(other) - fullnessOf(one));
  const { op } = context;
  if (op.id === 'listUsers' || op.id === 'searchUsers') return userFilters(context, fullest);
  if (op.id === 'listSessions') return sessionFilters(fullest);
  return groupFilters(fullest);
}

function userFilters({ op }: Context, fullest: readonly Json[]): readonly Asked[] {
  // Whoever has several of them may be shown with the one that was asked for.
  const byCount = (values: (user: Json) => readonly unknown[]) =>
    [...fullest].sort((one, other) => values(other).length - values(one).length);
  const choices: Readonly<Record<string, Choice>> = {
    role: { users: byCount(rolesOf), value: (user) => rolesOf(user).at(-1) },
    email: { users: byCount(addressesOf), value: (user) => text(addressesOf(user)[0]) },
  };
  return filters.flatMap((filter) => {
    const choice = choices[filter.name] ?? { users: fullest, value: filter.valueOf };
    const user = choice.users.find((one) => choice.value(one) !== undefined);
    const value = user && choice.value(user);
    const byId = user && filters.find(({ name }) => name === 'userId');
    if (value === undefined || user === undefined || byId === undefined) return [];
    // The role is sent together with the identifier, because many users may have the role.
    const beside = filter.name === 'role' ? [{ filter: byId, values: [text(user['userId']) ?? ''] }] : [];
    return [[`\`${filter.name}\``, paramsFor(op, [...beside, { filter, values: [value] }])] as const];
  });
}

/** Of whom a filter is tried, and with which value of them. */
interface Choice {
  readonly users: readonly Json[];
  readonly value: (user: Json) => string | undefined;
}

function addressesOf({ emails }: Json): readonly unknown[] {
  return Array.isArray(emails) ? emails : [];
}

function groupFilters(fullest: readonly Json[]): readonly Asked[] {
  const named = fullest.find(({ name }) => text(name)?.trim() === name && name !== '');
  const dated = fullest.find(({ academicYearId }) => text(academicYearId) !== undefined);
  return [
    ...(named ? [['`search`', { search: named['name'] }] as const] : []),
    ...(dated ? [['`academicYearId`', { academicYearId: dated['academicYearId'] }] as const] : []),
    ['`academicYearId=current`', { academicYearId: 'current' }],
  ];
}

/** So few learners that the address stays short. */
const mostLearners = 16;

function sessionFilters(fullest: readonly Json[]): readonly Asked[] {
  const [session = {}] = fullest;
  const user = text(object(session['user'])?.['userId']);
  const test = object(session['test']);
  const start = text(session['startDate']);
  const learners = fullest.flatMap((one) => text(object(one['user'])?.['userId']) ?? []);
  const several = [...new Set(learners)].slice(0, mostLearners);
  return [
    ...(user ? [['`userId`', { userId: [user] }] as const] : []),
    ...(several.length > 1 ? [['several `userId`', { userId: several, limit: 100 }] as const] : []),
    ...(text(test?.['testId']) ? [['`testId`', { testId: [test?.['testId']] }] as const] : []),
    ...(text(test?.['subject']) ? [['`subject`', { subject: [test?.['subject']] }] as const] : []),
    ...(text(session['status']) ? [['`status`', { status: session['status'] }] as const] : []),
    ...(start ? [['`startDate`', { startDate: { gte: start } }] as const] : []),
  ];
}

/** How many values an item shows. Some bugs lose a field only where it has several values. */
function fullnessOf(item: Json): number {
  const lists = Object.values(item).filter((value) => Array.isArray(value)) as unknown[][];
  return 1000 * lists.reduce((sum, list) => sum + list.length, 0) + JSON.stringify(item).length;
}

/** Items that this run created are left out, because other rows may change them meanwhile. */
function ofOthers(context: Context, idName: string, items: readonly Json[]): readonly Json[] {
  return items.filter((item) => !context.world.isMade(text(item[idName]) ?? ''));
}
