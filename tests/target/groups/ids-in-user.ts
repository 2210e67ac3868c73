import type { Answer } from '../../../harness/http/answer.ts';
import type { Context } from '../../../harness/judging/context.ts';
import { versions } from '../../../spec/contract.ts';
import { itemsOf, type Json, object, text } from '../body.ts';
import { minimal } from '../minimal.ts';
import type { Group } from './group.ts';
import { hasCurrentYear } from './years.ts';

/** The two fields of a User that hold groups (chapter Versioning, 6), and what the id is called in an item. */
const idNames: Readonly<Record<string, string>> = { classIds: 'classId', cohortIds: 'cohortId' };

/**
 * The ids in `classIds` or `cohortIds` of a user, as they stand there; none when the field is left out. The
 * interface does not show the form of the items: they are text or objects that hold the id (as `classId`, or
 * `id`); a list with anything else cannot be read, which is `undefined`.
 */
export function groupIds(user: Json, field: string): readonly string[] | undefined {
  const value: unknown = user[field] ?? [];
  if (!Array.isArray(value)) return undefined;
  const ids = value.map((item) => idOf(item, idNames[field] ?? 'id'));
  const readable = ids.filter((id) => id !== undefined);
  return readable.length === ids.length ? readable : undefined;
}

/**
 * Needs the target to show `classIds` or `cohortIds` at all: the interface doesn't say which version added them, so
 * that in an older one a user without them may be in any number of groups. Between two years, a target that shows those
 * of the current year shows none.
 */
export async function needGroupIds(context: Context, field: string): Promise<void> {
  if (context.contract.version === versions.at(-1) && (await hasCurrentYear(context))) return;
  const users = itemsOf(context, await minimal(context, context.operation('listUsers')));
  const shown = users.some((user) => (groupIds(user, field) ?? []).length > 0);
  context.need(
    shown,
    `a user with \`${field}\`, which not every version before ${versions.at(-1)} has, nor a target between two years`,
  );
}

/** Claims that a user says to be in a class or cohort. */
export function mustHoldGroup(
  context: Context,
  user: Json,
  { kind, membership: field }: Pick<Group, 'kind' | 'membership'>,
  groupId: string,
  answers: Answer | readonly Answer[] = [],
): void {
  const ids = context.need(groupIds(user, field), `\`${field}\` to be a list of identifiers`);
  context.must.hold(holdsId(ids, groupId), {
    expected: `\`${field}\` with the ${kind} that the user was assigned to`,
    actual:
      user[field] === undefined
        ? `no \`${field}\``
        : `${ids.length === 0 ? 'an empty list' : `${ids.length} without it`}`,
    in: answers,
  });
}

/** Whether a list of ids holds one, whatever the letter case. */
export function holdsId(ids: readonly string[] | undefined, id: string): boolean {
  return ids?.some((one) => one.toLowerCase() === id.toLowerCase()) === true;
}

function idOf(item: unknown, name: string): string | undefined {
  const inside = object(item);
  return inside ? text(inside[name] ?? inside['id']) : text(item);
}
