import { isDeepStrictEqual } from 'node:util';
import type { Context } from '../../harness/judging/context.ts';
import { comparable, type Json, object } from './body.ts';
import { statedNames, statedText } from './stated.ts';

/**
 * Which of these fields two readings of the same thing have with different values. A field that only one of them has
 * is no difference, for empty fields are omitted and the interface does not show which ones are always there. The
 * letter case of identifiers makes none either.
 */
export function differingFields(one: Json, other: Json, fields: readonly string[]): readonly string[] {
  return fields.filter((name) => {
    const [value, counterpart] = [comparable(one[name]), comparable(other[name])];
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
 * Lists may stand in any order, what is empty is as good as left out, and what the contract does not name says nothing.
 */
export function fieldsThatDiffer(
  context: Pick<Context, 'contract'>,
  one: Json,
  other: Json,
  names: Iterable<string> = shownFields(context, one, other),
): readonly string[] {
  // Most readings of a thing are the same word for word, which takes far less to see than to write out what they say.
  if (isDeepStrictEqual(one, other)) return [];
  return [...names].filter((name) => statedText(context, one[name]) !== statedText(context, other[name]));
}

/** The fields of the contract that one of two readings shows. */
function shownFields(context: Pick<Context, 'contract'>, one: Json, other: Json): readonly string[] {
  const stated = statedNames(context);
  return Object.keys({ ...one, ...other }).filter((name) => stated.has(name));
}

/**
 * Which fields of the contract that both readings show have different values, those of objects within them included. An
 * object that is null is shown, as an empty one (Conventions 3).
 */
export function valuesThatDiffer(
  context: Pick<Context, 'contract'>,
  one: Json,
  other: Json,
): readonly string[] {
  return shownFields(context, one, other).filter((name) => {
    const [value, counterpart] = [statedText(context, one[name]), statedText(context, other[name])];
    if (value === '' || counterpart === '') {
      const says = value || counterpart;
      return (one[name] === null || other[name] === null) && says !== '' && says !== '{}';
    }
    const [inner, others] = [object(one[name]), object(other[name])];
    return inner && others ? valuesThatDiffer(context, inner, others).length > 0 : value !== counterpart;
  });
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
