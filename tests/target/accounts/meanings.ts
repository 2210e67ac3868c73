import { literalsOf, type Meanings, propertyFor } from '../../../generators/body.ts';
import type { Context } from '../../../harness/judging/context.ts';
import { itemsOf, text } from '../body.ts';
import { minimal } from '../minimal.ts';
import { fixtureId } from '../reuse/fixture.ts';

/** A text that makes values the run's own: eight hexadecimal digits, the same for a seed. */
export function markOf({ world }: Context): string {
  return world.synthetic(world.unknownId('accounts').slice(0, 8));
}

/** Both parts of a name, and the whole for a body that takes that. */
export function nameMeanings(context: Context, firstName: string, lastName: string): Meanings {
  const parts = { firstName, lastName, fullName: `${firstName} ${lastName}` };
  for (const part of Object.values(parts)) context.world.synthetic(part);
  return parts;
}

/** An address, under both names that a body may have for it. */
export function emailMeanings(context: Context, address: string): Meanings {
  context.world.synthetic(address);
  return { emails: address, email: address };
}

/** What a change sets, by operation, in simple values that only this run uses. */
const validChanges: Readonly<Record<string, (context: Context) => Meanings | Promise<Meanings>>> = {
  addStudentClasses: classIds,
  removeStudentClasses: classIds,
  addStudentCohorts: async (context) => ({ cohortIds: [await fixtureId(context, 'cohort', 'roster 1')] }),
  updateStudentDetails: (context) => ({
    dateOfBirth: context.world.synthetic('2001-02-03'),
    gender: genders(context)[0],
  }),
  addTeacherClasses: classIds,
  removeTeacherClasses: classIds,
  updateUserName: (context) => nameMeanings(context, 'Rollcall', `Account ${markOf(context)}`),
  updateUserPassword: (context) => ({ password: passwordFor(context) }),
  updateUserPrimaryEmail: (context) => emailMeanings(context, `account.${markOf(context)}@example.org`),
  setUserExternalId: (context) => ({ externalId: context.world.synthetic(`account-${markOf(context)}`) }),
};

/** What a simple and valid change by an operation says; enabling and disabling say nothing. */
export async function validChange(context: Context, op: string): Promise<Meanings> {
  return validChanges[op]?.(context) ?? {};
}

async function classIds(context: Context): Promise<Meanings> {
  return { classIds: [await fixtureId(context, 'class', 'roster 1')] };
}

/** The genders that can be sent: those that the profile names. */
export function genders(context: Context): readonly unknown[] {
  return literalsFor(context, 'updateStudentDetails', 'gender');
}

/** Genders to choose from: those that the profile names, else those that users of the target carry. */
export async function knownGenders(context: Context): Promise<readonly string[]> {
  const named = genders(context).flatMap((value) => text(value) ?? []);
  if (named.length > 1) return named;
  const users = itemsOf(context, await minimal(context, context.operation('listUsers')));
  const carried = [...new Set([...named, ...users.flatMap(({ gender }) => text(gender) ?? [])])].sort();
  return context.need(
    carried.length > 1 && carried,
    'two values of `gender`: name them in the profile, as an enum of the body of updateStudentDetails',
  );
}

/** A password that the profile shows as an example, else one that meets the usual rules. */
function passwordFor(context: Context): string {
  const [example] = literalsFor(context, 'updateUserPassword', 'password');
  return context.world.synthetic(text(example) ?? `Rollcall-${markOf(context)}-Aa1`);
}

/** The values that a body names for a field; none in a version that does not have the operation yet. */
function literalsFor({ contract, operation }: Context, op: string, field: string): readonly unknown[] {
  const body = contract.later.has(op) ? undefined : operation(op).body;
  return literalsOf(propertyFor(body ?? {}, field) ?? {});
}
