import type { Context } from '../../../harness/judging/context.ts';
import { ConfigurationError, Inconclusive } from '../../../harness/judging/outcome.ts';
import { itemsOf, type Json, object, text } from '../body.ts';
import { listedBy } from '../listed-by.ts';
import { isGroup, type Kind, resources } from './resources.ts';

/** Which of the lent groups stands for which label. */
const groupPlaces: Readonly<Record<string, number>> = { 'roster 1': 0, 'roster 2': 1, shared: 2 };

/** The labels of the lent groups, in the order in which a profile lends them. */
export const lentLabels: readonly string[] = Object.keys(groupPlaces);

/** What rows have taken for a thing of the run, by id: they may change it. */
const borrowed = new WeakMap<Context['world'], Set<string>>();

/** Whether rows may have changed a lent thing because the run has none of its own. */
export function isBorrowed({ world }: Context, id: string): boolean {
  return borrowed.get(world)?.has(id.toLowerCase()) === true;
}

function noteBorrowed({ world }: Context, ids: readonly string[]): void {
  const known = borrowed.get(world) ?? new Set();
  for (const id of ids) known.add(id.toLowerCase());
  borrowed.set(world, known);
}

/**
 * What the profile lends for a label: the same for the same label, and another for another label as far as the profile
 * lends enough. Inconclusive for the configuration, with what would have to be lent, when there is none.
 * @throws ConfigurationError when the target does not show it, or shows a user of another role
 */
export async function lentThing(context: Context, kind: Kind, label: string): Promise<Json> {
  const setting = resources[kind].many;
  const ids = context.world.lent(setting);
  const place = isGroup(kind) ? groupPlace(label, ids.length) : userPlace(label, ids.length);
  const id = ids[place];
  if (id === undefined)
    throw new Inconclusive(`needs ${place + 1} of \`lent.${setting}\` in the profile`, 'configuration');
  const thing = isGroup(kind) ? await readGroup(context, kind, id) : await readUser(context, id);
  if (thing === undefined) throw notShown(setting);
  if (!mayBe(kind, thing)) throw ofOtherRole(setting);
  noteBorrowed(context, [id]);
  return { ...thing, [resources[kind].id]: id };
}

/**
 * The first so many users that the profile lends. @throws ConfigurationError when one is not there, or of another role
 */
export async function lentUsers(context: Context, kind: Kind, count: number): Promise<readonly string[]> {
  const setting = resources[kind].many;
  const ids = context.world.lent(setting).slice(0, count);
  const users = await listedBy(context, resources[kind].list, 'userId', ids);
  if (users.length < ids.length) throw notShown(setting);
  if (!users.every((user) => mayBe(kind, user))) throw ofOtherRole(setting);
  noteBorrowed(context, ids);
  return ids;
}

/** Whether a thing is lent: neither of this run nor of an earlier one. */
export function isLent(context: Context, kind: Kind, id: string): boolean {
  const sought = id.toLowerCase();
  return (
    !context.world.isMade(id) &&
    context.world.lent(resources[kind].many).some((one) => one.toLowerCase() === sought)
  );
}

function notShown(setting: string): ConfigurationError {
  return new ConfigurationError(`\`lent.${setting}\` names something that the target does not show`);
}

function ofOtherRole(setting: string): ConfigurationError {
  return new ConfigurationError(`\`lent.${setting}\` names a user of another role`);
}

function groupPlace(label: string, count: number): number {
  const place = groupPlaces[label] ?? 0;
  return label === 'shared' ? Math.min(place, count - 1) : place;
}

/** A second account, for laws about two of them. */
const secondAccount = 'account alike';

/**
 * The account comes first, and after it the members; the last of the members may be the account again. The second
 * account is the last one that is lent.
 */
function userPlace(label: string, count: number): number {
  if (label === secondAccount) return Math.max(0, count - 1);
  const member = Number(/^member (\d+)$/.exec(label)?.[1] ?? 0);
  return member === count ? 0 : member;
}

async function readGroup(context: Context, kind: Kind, id: string): Promise<Json | undefined> {
  const { get: read, id: name, wrapper } = resources[kind];
  const answer = await context.send(read, { [name]: id });
  return answer.status === 200 ? object(object(answer.json)?.[wrapper]) : undefined;
}

async function readUser(context: Context, id: string): Promise<Json | undefined> {
  const users = itemsOf(context, await context.send('listUsers', { userId: [id] }));
  return users.find((user) => text(user['userId'])?.toLowerCase() === id.toLowerCase());
}

/** Words for the roles of a kind of user, and words for the roles of other users. */
const roleWords = { student: /student|learner|pupil/i, teacher: /teach|staff|tutor/i } as const;
const otherRoleWords = { student: /teach|staff|tutor|admin/i, teacher: roleWords.student } as const;

/** Whether a user may be of a kind. The interface does not say what roles are called, so only a clear sign refuses. */
function mayBe(kind: Kind, thing: Json): boolean {
  if (isGroup(kind)) return true;
  const roles = JSON.stringify(thing['roles'] ?? []);
  return roleWords[kind].test(roles) || !otherRoleWords[kind].test(roles);
}
