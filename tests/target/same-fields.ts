import type { Context } from '../../harness/judging/context.ts';
import { type Json, object } from './body.ts';

/**
 * Which of these fields two readings of the same thing have with different values. A field that only one of them has
 * is no difference, for empty fields are omitted and the interface does not show which ones are always there. The
 * letter case of identifiers makes none either.
 */
export function differingFields(one: Json, other: Json, fields: readonly string[]): readonly string[] {
  return fields.filter((name) => {
    const [value, counterpart] = [comparable(one, name), comparable(other, name)];
    return value !== undefined && counterpart !== undefined && value !== counterpart;
  });
}

/** The clauses by which a version of the interface has a field; an older one may have it or not. */
const broughtBy: Readonly<Record<string, string>> = {
  classIds: 'list-users.class-ids',
  cohortIds: 'list-users.cohort-ids',
  roles: 'versioning.roles-added',
  createdAt: 'versioning.created-at-added',
  updatedAt: 'versioning.updated-at-added',
};

/** The fields that the contract, of the version that the target serves, has in the items of a list of users. */
export function itemFields({ contract }: Pick<Context, 'contract'>, list: string): readonly string[] {
  const pointers = contract.judges(list, 200).map(({ pointer }) => pointer);
  const names = pointers.flatMap((pointer) => /^\/data\/\*\/(\w+)/.exec(pointer)?.[1] ?? []);
  return [...new Set(names)].filter((name) => {
    const clause = broughtBy[name];
    return clause === undefined || contract.clauses.has(clause);
  });
}

/**
 * Which of these fields two readings of the same thing have with different values, or only one of them has at all.
 * Lists may stand in any order, and what is empty is as good as left out.
 */
export function fieldsThatDiffer(one: Json, other: Json, names: readonly string[]): readonly string[] {
  return names.filter((name) => canonical(one[name]) !== canonical(other[name]));
}

/** Which fields that both readings show have different values, those of objects within them included. */
export function valuesThatDiffer(one: Json, other: Json): readonly string[] {
  return Object.keys(one).filter((name) => {
    const [value, counterpart] = [one[name], other[name]];
    if (canonical(value) === '' || canonical(counterpart) === '') return false;
    const [inner, others] = [object(value), object(counterpart)];
    return inner && others
      ? valuesThatDiffer(inner, others).length > 0
      : canonical(value) !== canonical(counterpart);
  });
}

/** A value as text that is the same for the same value, whatever the order of its parts. */
function canonical(value: unknown): string {
  if (Array.isArray(value)) return value.length === 0 ? '' : `[${value.map(canonical).sort().join()}]`;
  if (typeof value !== 'object' || value === null)
    return value === null || value === undefined || value === '' ? '' : JSON.stringify(value);
  const parts = Object.entries(value).map(([name, part]) => [name, canonical(part)] as const);
  const held = parts.filter(([, part]) => part !== '').map(([name, part]) => `${name}:${part}`);
  return `{${held.sort().join()}}`;
}

/** Names of fields in words. */
export function inTicks(fields: Iterable<string>): string {
  return [...fields].map((field) => `\`${field}\``).join(', ');
}

/** Claims that no field differs; `what` names the two readings. */
export function mustHaveNoDifference(context: Context, fields: readonly string[], what: string): void {
  context.must.hold(fields.length === 0, {
    expected: `${what} with the same fields`,
    actual: `another value in ${inTicks(fields)}`,
  });
}

function comparable(thing: Json, name: string): unknown {
  const value = thing[name];
  return name.endsWith('Id') && typeof value === 'string' ? value.toLowerCase() : value;
}
