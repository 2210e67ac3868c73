import type { Answer } from '../../../harness/http/answer.ts';
import type { Claim } from '../../../harness/judging/answer-claims.ts';
import type { Context } from '../../../harness/judging/context.ts';
import { itemsOf, type Json } from '../body.ts';
import { unchanged } from '../delays.ts';
import { eventually } from '../eventually.ts';
import { listedBy } from '../listed-by.ts';
import { paramsFor } from './criteria.ts';
import { filterNamed } from './filters.ts';
import { idsOf } from './found.ts';

/** The operation that shows users by their ids. */
const list = 'listUsers';

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
  const sent = context.send(op, paramsFor(op, asked));
  const read = async () => itemsOf(context, await sent);
  const users = op.id === list ? await keep(context, ids, read) : await read();
  return { users: inOrder(ids, users), answer: await sent };
}

/** Users by their ids as the list shows them now: any number of them, in any order. */
export function listUsers(context: Context, ids: readonly string[]): Promise<readonly Json[]> {
  return keep(context, ids, () => listedBy(context, list, 'userId', ids));
}

/**
 * Users by their ids as the list showed them last, where the run has sent nothing since that may change them; else as it
 * shows them now. For what a row begins with: what it judges, it reads anew.
 */
export async function unchangedUsers(
  context: Context,
  ids: readonly string[],
): Promise<readonly (Json | undefined)[]> {
  const users = await unchanged(
    context,
    () => knownUsers(context, ids),
    () => listUsers(context, ids),
  );
  return inOrder(ids, users);
}

/** One user as the list showed it last, or shows it now. Inconclusive when it does not. */
export async function unchangedUser(context: Context, id: string): Promise<Json> {
  const [user] = await unchangedUsers(context, [id]);
  return context.need(user, `${list} to find a user of this run by identifier`);
}

/** Users as the list showed them last; `undefined` where the run may have changed one of them since. */
export async function knownUsers(
  { world }: Context,
  ids: readonly string[],
): Promise<readonly Json[] | undefined> {
  const known: (readonly Json[])[] = [];
  for (const id of ids) {
    const kept = world.kept<readonly Json[]>(keyOf(id));
    if (!kept) return undefined;
    known.push(await kept);
  }
  return [...new Set(known)].flat();
}

function keep(
  { world }: Context,
  ids: readonly string[],
  read: () => Promise<readonly Json[]>,
): Promise<readonly Json[]> {
  return world.keep(ids.map(keyOf), read);
}

function keyOf(id: string): string {
  return `user ${id.toLowerCase()}`;
}

function inOrder(ids: readonly string[], users: readonly Json[]): readonly (Json | undefined)[] {
  const shown = idsOf(users);
  return ids.map((id) => users[shown.indexOf(id.toLowerCase())]);
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
