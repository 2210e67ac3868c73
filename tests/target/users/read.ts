import type { Answer } from '../../../harness/http/answer.ts';
import type { Claim } from '../../../harness/judging/answer-claims.ts';
import type { Context } from '../../../harness/judging/context.ts';
import { itemsOf, type Json } from '../body.ts';
import { eventually } from '../eventually.ts';
import { paramsFor } from './criteria.ts';
import { filterNamed } from './filters.ts';
import { idsOf } from './found.ts';

/**
 * Users by their ids as the list (or the search) shows them now, in the order of the ids; `undefined` for one that it
 * does not show.
 */
export async function readUsers(
  context: Context,
  ids: readonly string[],
  op = context.operation('listUsers'),
): Promise<readonly (Json | undefined)[]> {
  return (await showUsers(context, ids, op)).users;
}

/** The same, with the answer that shows them. */
export async function showUsers(
  context: Context,
  ids: readonly string[],
  op = context.operation('listUsers'),
): Promise<{ readonly users: readonly (Json | undefined)[]; readonly answer: Answer }> {
  const asked = [{ filter: filterNamed('userId'), values: ids }];
  const answer = await context.send(op, paramsFor(op, asked));
  const users = itemsOf(context, answer);
  const shown = idsOf(users);
  return { users: ids.map((id) => users[shown.indexOf(id.toLowerCase())]), answer };
}

/** One user as the list (or the search) shows it now. Inconclusive when it does not. */
export async function readUser(
  context: Context,
  id: string,
  op = context.operation('listUsers'),
): Promise<Json> {
  const [user] = await readUsers(context, [id], op);
  return context.need(user, `${op.id} to find a user of this run by identifier`);
}

/** One user once what is expected of it shows, or time is up. Inconclusive when the user never shows. */
export async function eventuallyUser(
  context: Context,
  id: string,
  expected: (user: Json) => boolean,
  op = context.operation('listUsers'),
): Promise<Json> {
  const read = async () => (await readUsers(context, [id], op))[0];
  const user = await eventually(context, read, (seen) => seen !== undefined && expected(seen));
  return context.need(user, `${op.id} to find a user of this run by identifier`);
}

/** Claims that a user is as expected, as soon as a change may be seen. `wrongIn` says in words what is not. */
export async function mustShow(
  context: Context,
  id: string,
  wrongIn: (user: Json) => readonly string[],
  claim: Omit<Claim, 'actual'>,
  op = context.operation('listUsers'),
): Promise<void> {
  const user = await eventuallyUser(context, id, (seen) => wrongIn(seen).length === 0, op);
  const wrong = wrongIn(user);
  context.must.hold(wrong.length === 0, { ...claim, actual: `not so: ${wrong.join(', ')}` });
}
