import type { Context } from '../../../harness/judging/context.ts';
import { type Json, listOf, resourceOf } from '../body.ts';
import { groupIds } from '../groups/ids-in-user.ts';
import { readUsers } from '../users/read.ts';
import { idsAt, type Pool } from './pool.ts';

/**
 * How often each of these members stands in the first group of a pool: a user by the groups that the user names, a test
 * by its entries in the cohort. A test may stand there in two versions.
 */
export async function timesShown(
  context: Context,
  { membership, groups, members }: Pool,
  who: readonly number[],
): Promise<readonly number[]> {
  const [group = ''] = groups;
  const ids = idsAt(members, who);
  const { kind, get, id: idName, membership: field } = membership.group;
  if (membership.member === 'test') {
    const cohort = resourceOf(context, await context.send(get, { [idName]: group }), kind);
    return ids.map((id) => timesIn(listOf(cohort['tests']) ?? [], id));
  }
  const users = await readUsers(context, ids);
  return users.map((user) => {
    const shown = context.need(user && groupIds(user, field), `\`${field}\` of each of our users`);
    return shown.filter((id) => id.toLowerCase() === group.toLowerCase()).length;
  });
}

function timesIn(tests: readonly Json[], id: string): number {
  const versions = tests
    .filter(({ testId }) => String(testId).toLowerCase() === id.toLowerCase())
    .map(({ testVersionId }) => String(testVersionId));
  return versions.length - new Set(versions).size + Math.min(1, versions.length);
}
