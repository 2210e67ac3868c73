import type { FilterName } from '../../../generators/filters.ts';
import type { Context } from '../../../harness/judging/context.ts';
import type { Operation } from '../../../spec/contract.ts';
import { itemsOf, type Json, pageOf, text } from '../body.ts';
import { eventually } from '../eventually.ts';
import { minimal } from '../minimal.ts';
import { fieldsThatDiffer, itemFields } from '../same-fields.ts';
import { onStableData } from '../stable-data.ts';
import { statedText } from '../stated.ts';
import { type Criterion, paramsFor } from './criteria.ts';
import { filterNamed, rolesOf, untrimmed } from './filters.ts';
import { idsOf } from './found.ts';
import { userSearches } from './lookup.ts';
import { eventuallyUser, readUser } from './read.ts';

/** The parts of a name by which a service may find users; which of them it compares is left open. */
const nameParts = ['fullName', 'lastName', 'firstName'] as const;

/** The filters whose values no two users share, so that they can be sent together. */
export const uniqueFilters: readonly FilterName[] = ['upn', 'externalId', 'username', 'email'];

/** The same for a user who was changed: a username may follow what is changed, and how soon is left open. */
export const uniqueWhenChanged: readonly FilterName[] = uniqueFilters.filter((name) => name !== 'username');

/**
 * Judges that a user is on the page of each filter that the user meets, in the list and in the search, and shows the
 * same fields there as without a filter. What the user meets is read anew, once it shows what is in force now.
 */
export async function judgeUnderFilters(
  context: Context,
  id: string,
  isInForce: (user: Json) => boolean = () => true,
  unique: readonly FilterName[] = uniqueFilters,
): Promise<void> {
  for (const by of userSearches) {
    const op = context.operation(by);
    const user = await eventuallyUser(context, id, isInForce, op);
    for (const met of [
      ...uniqueCriteria(user, unique),
      ...roleCriteria(user),
      ...(await nameCriteria(context, op, user)),
    ])
      await judgeOne(context, op, user, met);
  }
}

/** What is asked for, and its name in a failure. */
interface Met {
  readonly what: string;
  readonly asked: readonly Criterion[];
}

async function judgeOne(context: Context, op: Operation, user: Json, { what, asked }: Met): Promise<void> {
  const names = itemFields(context, 'listUsers');
  let known = user;
  const wrongIn = (seen: Json | undefined) =>
    seen === undefined
      ? ['no such user']
      : fieldsThatDiffer(context, known, seen, names).map((name) => `\`${name}\``);
  const find = () => foundBy(context, op, user, asked);
  // A job of the target may touch the user meanwhile.
  const measure = async () => {
    known = await readUser(context, text(user['userId']) ?? '', op);
    return statedText(context, known);
  };
  await onStableData(context, measure, async () => {
    const seen = await eventually(context, find, (one) => one === 'refused' || wrongIn(one).length === 0);
    // A value that may be kept may yet be refused as a filter.
    if (seen === 'refused') return;
    context.must.hold(wrongIn(seen).length === 0, {
      expected: `the user by ${what}, with the same fields as without it, in ${op.id}`,
      actual: `not so: ${wrongIn(seen).join(', ')}`,
    });
  });
}

async function foundBy(
  context: Context,
  op: Operation,
  user: Json,
  asked: readonly Criterion[],
): Promise<Json | undefined | 'refused'> {
  const answer = await context.send(op, paramsFor(op, asked));
  if (answer.status >= 400 && answer.status < 500) return 'refused';
  const { items } = pageOf(context, answer);
  return items[idsOf(items).indexOf(idsOf([user])[0] ?? '')];
}

/** All values that only this user has, at once: whoever is found by each is found by all of them. */
export function uniqueCriteria(user: Json, unique: readonly FilterName[]): readonly Met[] {
  const asked = unique.flatMap((name) => {
    const filter = filterNamed(name);
    const value = filter.valueOf(user);
    return value === undefined ? [] : [{ filter, values: [value] }];
  });
  const what = asked.map(({ filter }) => `\`${filter.name}\``).join(' and ');
  return asked.length === 0 ? [] : [{ what, asked }];
}

/** Each role beside the identifier, which keeps the page small; whatever several filters do, the user meets both. */
function roleCriteria(user: Json): readonly Met[] {
  return rolesOf(user).map((role) => ({
    what: '`role`',
    asked: [itself(user), { filter: filterNamed('role'), values: [role] }],
  }));
}

/** Each part of the name by which others are found. */
async function nameCriteria(context: Context, op: Operation, user: Json): Promise<readonly Met[]> {
  const parts = await partsThatFind(context, op);
  return parts.flatMap((part) => {
    const value = untrimmed(user[part]);
    return value === undefined ? [] : [{ what: `its \`${part}\``, asked: named(user, value) }];
  });
}

/** The parts of a name by which a user is found whom this run did not make: the control. */
export function partsThatFind(context: Context, op: Operation): Promise<readonly string[]> {
  return context.world.once(`parts of a name that find, ${op.id}`, async () => {
    const users = itemsOf(context, await minimal(context, op));
    const others = users.filter((user) => !context.world.isMade(text(user['userId']) ?? ''));
    const other = others.find((user) => nameParts.every((part) => untrimmed(user[part]) !== undefined));
    const found: string[] = [];
    for (const part of other === undefined ? [] : nameParts) {
      const value = untrimmed(other?.[part]) ?? '';
      const seen = await foundBy(context, op, other ?? {}, named(other ?? {}, value));
      if (seen !== undefined && seen !== 'refused') found.push(part);
    }
    return found;
  });
}

function named(user: Json, value: string): readonly Criterion[] {
  return [itself(user), { filter: filterNamed('name'), values: [value] }];
}

function itself(user: Json): Criterion {
  return { filter: filterNamed('userId'), values: [text(user['userId']) ?? ''] };
}
