import { literalsOf, type Meanings, propertyFor } from '../../../generators/body.ts';
import type { Answer } from '../../../harness/http/answer.ts';
import type { Context } from '../../../harness/judging/context.ts';
import type { Operation } from '../../../spec/contract.ts';
import { itemsOf, type Json, text } from '../body.ts';
import { sendChange } from '../changing.ts';
import { minimal } from '../minimal.ts';
import { filled, fixtureId } from '../reuse/fixture.ts';
import type { Account } from './account.ts';

/** Sends a change of an account, with a body in the shape that the profile gives it. */
export async function request(
  context: Context,
  { op: id }: Account,
  userId: string,
  meanings: Meanings,
): Promise<Answer> {
  const op = context.operation(id);
  const body = bodyOf(op, meanings);
  return sendChange(context, id, { userId }, body === undefined ? {} : { body });
}

/** What a plain and valid change says, for each operation; each value is the run's own. */
export async function validChange(context: Context, { op }: Account): Promise<Meanings> {
  const coin = (value: string) => context.world.synthetic(value);
  switch (op) {
    case 'updateStudentDetails':
      return { dateOfBirth: coin('2001-02-03'), gender: genders(context)[0] };
    case 'updateUserName':
      return nameMeanings(context, 'Rollcall', `Account ${markOf(context)}`);
    case 'updateUserPassword':
      return { password: passwordFor(context) };
    case 'updateUserPrimaryEmail':
      return emailMeanings(context, `account.${markOf(context)}@example.org`);
    case 'setUserExternalId':
      return { externalId: coin(`account-${markOf(context)}`) };
    case 'addStudentCohorts':
      return { cohortIds: [await fixtureId(context, 'cohort', 'roster 1')] };
    case 'enableUser':
    case 'disableUser':
      return {};
    default:
      return { classIds: [await fixtureId(context, 'class', 'roster 1')] };
  }
}

/** A text that makes values the run's own: eight hexadecimal digits, the same for a seed. */
export function markOf(context: Context): string {
  return context.world.synthetic(context.world.unknownId('accounts').slice(0, 8));
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

/** The genders that can be sent: those that the profile names. */
export function genders(context: Context): readonly unknown[] {
  const property = propertyFor(shapeOf(context, 'updateStudentDetails'), 'gender');
  return property ? literalsOf(property) : [];
}

/** Genders to choose from: those that the profile names, else those that users of the target carry. */
export async function knownGenders(context: Context): Promise<readonly string[]> {
  const named = genders(context).flatMap((value) => text(value) ?? []);
  if (named.length > 1) return named;
  const users: readonly Json[] = itemsOf(context, await minimal(context, context.operation('listUsers')));
  const carried = [...new Set([...named, ...users.flatMap(({ gender }) => text(gender) ?? [])])].sort();
  return context.need(
    carried.length > 1 && carried,
    'two values of `gender`: name them in the profile, as an enum of the body of updateStudentDetails',
  );
}

/** A password that the profile shows as an example, else one that meets the usual rules. */
function passwordFor(context: Context): string {
  const property = propertyFor(shapeOf(context, 'updateUserPassword'), 'password');
  const example = property ? text(literalsOf(property)[0]) : undefined;
  return context.world.synthetic(example ?? `Rollcall-${markOf(context)}-Aa1`);
}

/** The body of an operation, for what it names; nothing in a version that does not have the operation yet. */
function shapeOf({ contract, operation }: Context, id: string): NonNullable<Operation['body']> {
  return (contract.later.has(id) ? undefined : operation(id).body) ?? {};
}

/** No body where none is required and there is nothing to say. */
function bodyOf(op: Operation, meanings: Meanings): unknown {
  const body = filled(op, meanings);
  const empty = typeof body === 'object' && body !== null && Object.keys(body).length === 0;
  return op.body === undefined || (empty && !op.bodyRequired) ? undefined : body;
}
