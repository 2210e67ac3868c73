import { carries, type Meanings } from '../../../generators/body.ts';
import type { Context } from '../../../harness/judging/context.ts';
import { type Json, text } from '../body.ts';
import { eventually } from '../eventually.ts';
import { mustBeUnchanged } from '../must-eventually.ts';
import { type Lookup, lookUp, userSearches } from '../users/lookup.ts';
import { mustShow, readUser, unchangedUser } from '../users/read.ts';
import { accepted } from './accepted.ts';
import type { Account } from './account.ts';
import { awaitEarlierChanges } from './barrier.ts';
import { type Change, withRequired } from './change.ts';
import { request } from './request.ts';
import type { SearchKey } from './search-key.ts';
import { accountId, bystanderId } from './shared-account.ts';
import { changedFields, holdsEmail, lastingFields } from './user-fields.ts';

/**
 * Judges that a user who is given a value, and then another, is found by the one that is in force and not by the other
 * one, before and after; by the list and by the search. Each later value is looked for before it is set.
 */
export async function judgeFoundByNewValue(
  context: Context,
  searchKey: SearchKey,
  kind: Account['kind'],
): Promise<void> {
  const id = await accountId(context, kind);
  const { change, means } = searchKey;
  const [earlier, later] = searchKey.values(context, kind);
  const body = context.operation(change.op).body ?? {};
  context.need(carries(body, means), `a body that carries \`${means}\``);
  // This other user has the same name as the account at first, and keeps it.
  const namesake = await bystanderId(context);
  await awaitEarlierChanges(context, [id, namesake]);
  const before = await unchangedUser(context, namesake);
  // Once this change shows, all changes that were sent before it show as well.
  const isProven = kind === 'teacher' && (await accepted(context, change.op)).status < 300;
  await set(context, id, { change, meanings: earlier, moves: lastingFields, isProven });
  const former = await asShown(context, searchKey, id, earlier);
  const finding: Way[] = [];
  for (const by of userSearches) {
    const way = await wayThatFinds(context, searchKey, id, by, former);
    if (!way) continue;
    finding.push(way);
    await isFound(context, id, lookupOf(searchKey, way, later), false);
  }
  context.need(finding.length > 0, `a user who is found by \`${means}\``);
  await set(context, id, {
    change,
    meanings: later,
    moves: change.moves,
    isProven,
  });
  const changed = changedFields(before, await readUser(context, namesake));
  mustBeUnchanged(context, changed, { expected: 'another user of that name as before' });
  const user = await readUser(context, id);
  const current = showing(searchKey, user, later);
  for (const way of finding) {
    mustFind(context, searchKey, way.by, await isFound(context, id, lookupOf(searchKey, way, current), true));
    if (stillHas(searchKey, user, earlier)) continue;
    const isLeft = await isFound(context, id, lookupOf(searchKey, way, former), false);
    context.must.hold(isLeft !== true, {
      expected: `nobody by the former ${change.what}, in ${way.by}`,
      actual: `the user whose ${change.what} is another`,
    });
  }
}

/** The value as the user shows it, where that is an address: whether a search minds its letter case is left open. */
async function asShown(
  context: Context,
  searchKey: SearchKey,
  id: string,
  meanings: Meanings,
): Promise<Meanings> {
  if (searchKey.filter !== 'email') return meanings;
  return showing(searchKey, await unchangedUser(context, id), meanings);
}

function showing({ filter, means }: SearchKey, { emails }: Json, meanings: Meanings): Meanings {
  if (filter !== 'email' || !Array.isArray(emails)) return meanings;
  const sent = text(meanings[means])?.toLowerCase();
  const shown = emails.find((email) => text(email)?.toLowerCase() === sent);
  return shown === undefined ? meanings : { ...meanings, [means]: shown };
}

/** An operation that finds users, and the meaning by which it is asked. */
interface Way {
  readonly by: Lookup['by'];
  readonly seek: string;
}

/** The first way in which an operation finds the user. Values other than names must find. */
async function wayThatFinds(
  context: Context,
  searchKey: SearchKey,
  id: string,
  by: Lookup['by'],
  meanings: Meanings,
): Promise<Way | undefined> {
  for (const seek of searchKey.soughtBy) {
    const found = await isFound(context, id, lookupOf(searchKey, { by, seek }, meanings), true);
    if (searchKey.filter !== 'name') mustFind(context, searchKey, by, found);
    if (found) return { by, seek };
  }
  return undefined;
}

function mustFind(context: Context, { change }: SearchKey, by: string, found: boolean | undefined): void {
  context.must.hold(found !== false, {
    expected: `the user by the new ${change.what}, in ${by}`,
    actual: 'a page without the user',
  });
}

/** One value that is set. */
interface Setting {
  readonly change: Change;
  readonly meanings: Meanings;
  /** The fields that may change with it. */
  readonly moves: readonly string[];
  /** Whether another user was changed by a body of that shape: else the profile may be to blame for a refusal. */
  readonly isProven: boolean;
}

/** Sets a value, and judges that it is accepted, shows in a read, and moves nothing else. */
async function set(context: Context, id: string, setting: Setting): Promise<void> {
  const { change, meanings, moves, isProven } = setting;
  const before = await unchangedUser(context, id);
  const sent = await withRequired(context, change.op, meanings, async () => before);
  const answer = await request(context, change.op, id, sent);
  if (isProven) context.must(answer).be.accepted();
  else context.need.accepted(answer);
  const wrong = (user: Json) => [
    ...(change.shows(user, meanings, context) ? [] : [`the ${change.what}`]),
    ...changedFields(before, user, moves).map((field) => `\`${field}\``),
  ];
  await mustShow(context, id, wrong, {
    expected: `the new ${change.what}, and all else as it was`,
    in: answer,
  });
}

/** Whether a lookup finds the user, once it is as expected or time is up; `undefined` where the page does not tell. */
async function isFound(
  context: Context,
  id: string,
  lookup: Lookup,
  expected: boolean,
): Promise<boolean | undefined> {
  const find = async () => lookUp(context, id, lookup);
  const user = await eventually(context, find, (seen) => seen === undefined || (seen !== null) === expected);
  return user === undefined ? undefined : user !== null;
}

function lookupOf({ filter }: SearchKey, { by, seek }: Way, meanings: Meanings): Lookup {
  return { by, filter, value: text(meanings[seek]) ?? '' };
}

/** Whether a former address stays beside the new one is left open. */
function stillHas({ filter, means }: SearchKey, user: Json, earlier: Meanings): boolean {
  return filter === 'email' && holdsEmail(user, earlier[means]);
}
