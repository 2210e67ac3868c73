import fc from 'fast-check';
import { carries, type Meanings, requires } from '../../../generators/body.ts';
import {
  birthdayKindList,
  birthdays,
  emailKindList,
  emails,
  externalIdKindList,
  externalIds,
  nameKindList,
  personNames,
} from '../../../generators/person.ts';
import type { Context } from '../../../harness/judging/context.ts';
import type { Json } from '../body.ts';
import { holdsEmail, sameText } from './fields.ts';
import { emailMeanings, knownGenders, markOf, nameMeanings } from './request.ts';

/** One value of an account that an operation changes. */
export interface Change {
  readonly op: string;
  /** The clause that says so. */
  readonly clause: string;
  /** What changes, in words. */
  readonly what: string;
  /** Values by their kind, the plainest kind first: what the request says, readable at a glance. */
  readonly kinds: (context: Context) => Promise<readonly (readonly [string, fc.Arbitrary<Meanings>])[]>;
  /** Whether a user shows what was sent. */
  readonly shows: (user: Json, meanings: Meanings, context: Context) => boolean;
  /** Fields that change with it, or that a server may derive from it. */
  readonly moves: readonly string[];
}

const details = { op: 'updateStudentDetails', clause: 'update-student-details' } as const;

/** Every value that can be changed and seen (chapter Endpoints, operations that are only named). */
export const changes: readonly Change[] = [
  {
    ...details,
    clause: `${details.clause}.date-of-birth`,
    what: 'date of birth',
    kinds: async (context) =>
      birthdayKindList.map(
        (kind) =>
          [kind, birthdays(kind).map((day) => ({ dateOfBirth: context.world.synthetic(day) }))] as const,
      ),
    shows: (user, { dateOfBirth }) => user['dateOfBirth'] === dateOfBirth,
    moves: ['dateOfBirth'],
  },
  {
    ...details,
    clause: `${details.clause}.gender`,
    what: 'gender',
    kinds: async (context) => {
      const known = await knownGenders(context);
      return known.map((gender) => [gender, fc.constant({ gender })] as const);
    },
    shows: (user, { gender }) => user['gender'] === gender,
    moves: ['gender'],
  },
  {
    op: 'updateUserName',
    clause: 'update-user-name.effect',
    what: 'name',
    kinds: async (context) =>
      nameKindList.map(
        (kind) =>
          [
            kind,
            personNames(kind, markOf(context)).map(({ firstName, lastName }) =>
              nameMeanings(context, firstName, lastName),
            ),
          ] as const,
      ),
    shows: (user, meanings, context) =>
      namesIn(context).every((name) => sameText(user[name], meanings[name])),
    moves: ['firstName', 'lastName', 'fullName', 'username'],
  },
  {
    op: 'updateUserPrimaryEmail',
    clause: 'update-user-primary-email.effect',
    what: 'primary e-mail address',
    kinds: async (context) =>
      emailKindList.map(
        (kind) =>
          [kind, emails(kind, markOf(context)).map((address) => emailMeanings(context, address))] as const,
      ),
    shows: (user, meanings) => holdsEmail(user, meanings['emails']),
    moves: ['emails', 'username'],
  },
  {
    op: 'setUserExternalId',
    clause: 'set-user-external-id.effect',
    what: 'external identifier',
    kinds: async (context) =>
      externalIdKindList.map(
        (kind) =>
          [
            kind,
            externalIds(kind, markOf(context)).map((externalId) => ({
              externalId: context.world.synthetic(externalId),
            })),
          ] as const,
      ),
    shows: (user, { externalId }) => sameText(user['externalId'], externalId),
    moves: ['externalId'],
  },
];

/** Which parts of a name a change of name carries, in the shape that the profile gives it. */
export function namesIn(context: Context): readonly string[] {
  const body = context.operation('updateUserName').body ?? {};
  const names = ['firstName', 'lastName', 'fullName'].filter((name) => carries(body, name));
  return context.need(
    names.length > 0 && names,
    'a profile that says with `x-means` which property is `firstName`, `lastName` or `fullName`',
  );
}

/** What has to be said along with a change, because the body requires it, is said as it stands. */
export async function alongWith(
  context: Context,
  { op }: Pick<Change, 'op'>,
  meanings: Meanings,
  read: () => Promise<Json>,
): Promise<Meanings> {
  const body = context.operation(op).body ?? {};
  const rest = ['dateOfBirth', 'gender'].filter((name) => !(name in meanings) && requires(body, name));
  if (rest.length === 0) return meanings;
  const user = await read();
  return { ...Object.fromEntries(rest.map((name) => [name, user[name]])), ...meanings };
}
