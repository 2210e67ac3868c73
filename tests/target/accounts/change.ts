import fc from 'fast-check';
import { carries, type Meanings, requires } from '../../../generators/body.ts';
import {
  birthdayKindList,
  birthdays,
  dayZero,
  emailKindList,
  emails,
  externalIdKindList,
  externalIds,
  type NameKind,
  nameKindList,
  personNames,
} from '../../../generators/person.ts';
import type { Context } from '../../../harness/judging/context.ts';
import type { Json } from '../body.ts';
import { emailMeanings, knownGenders, markOf, nameMeanings } from './meanings.ts';
import { holdsEmail, sameText } from './user-fields.ts';

/** One value of an account that an operation changes. */
export interface Change {
  readonly op: string;
  /** What changes, in words. */
  readonly what: string;
  /** Values of each kind, those of the simplest kind first. */
  readonly byKind: (context: Context) => Promise<readonly fc.Arbitrary<Meanings>[]>;
  /** Whether a user shows what was sent. */
  readonly shows: (user: Json, meanings: Meanings, context: Context) => boolean;
  /** Fields that change with it, or that a server may derive from it. */
  readonly moves: readonly string[];
}

/** Every value that can be changed and seen (chapter Endpoints, operations that are only named). */
export const changes = {
  dateOfBirth: {
    op: 'updateStudentDetails',
    what: 'date of birth',
    byKind: async ({ world }) =>
      [...birthdayKindList.map(birthdays), fc.constant(dayZero)].map((days) =>
        days.map((day) => ({ dateOfBirth: world.synthetic(day) })),
      ),
    shows: (user, { dateOfBirth }) => user['dateOfBirth'] === dateOfBirth,
    moves: ['dateOfBirth'],
  },
  gender: {
    op: 'updateStudentDetails',
    what: 'gender',
    byKind: async (context) =>
      (await knownGenders(context)).map((gender) => fc.constant<Meanings>({ gender })),
    shows: (user, { gender }) => user['gender'] === gender,
    moves: ['gender'],
  },
  name: {
    op: 'updateUserName',
    what: 'name',
    byKind: async (context) =>
      nameKindsFor(context).map((kind) =>
        personNames(kind, markOf(context)).map(({ firstName, lastName }) =>
          nameMeanings(context, firstName, lastName),
        ),
      ),
    shows: (user, meanings, context) =>
      namePartsIn(context).every((part) => sameText(user[part], meanings[part])),
    moves: ['firstName', 'lastName', 'fullName', 'username'],
  },
  primaryEmail: {
    op: 'updateUserPrimaryEmail',
    what: 'primary e-mail address',
    byKind: async (context) =>
      emailKindList.map((kind) =>
        emails(kind, markOf(context)).map((address) => emailMeanings(context, address)),
      ),
    shows: (user, meanings) => holdsEmail(user, meanings['emails']),
    moves: ['emails', 'username'],
  },
  externalId: {
    op: 'setUserExternalId',
    what: 'external identifier',
    byKind: async (context) =>
      externalIdKindList.map((kind) =>
        externalIds(kind, markOf(context)).map((id) => ({ externalId: context.world.synthetic(id) })),
      ),
    shows: (user, { externalId }) => sameText(user['externalId'], externalId),
    moves: ['externalId'],
  },
} as const satisfies Readonly<Record<string, Change>>;

/**
 * Adds to a change what its body requires beside it, as the user has it. Inconclusive where the body carries none of it, or
 * the user has none: what is made up would be set.
 */
export async function withRequired(
  context: Context,
  op: string,
  meanings: Meanings,
  read: () => Promise<Json>,
): Promise<Meanings> {
  const body = context.operation(op).body ?? {};
  const said = Object.keys(meanings);
  context.need(
    said.length === 0 || said.some((name) => carries(body, name)),
    `a body of ${op} that carries ${said.map((name) => `\`${name}\``).join(' or ')}`,
  );
  const missing = ['dateOfBirth', 'gender'].filter((name) => !(name in meanings) && requires(body, name));
  if (missing.length === 0) return meanings;
  const user = await read();
  for (const name of missing)
    context.need(
      (user[name] ?? undefined) !== undefined,
      `a user who shows the \`${name}\` that ${op} requires`,
    );
  return { ...Object.fromEntries(missing.map((name) => [name, user[name]])), ...meanings };
}

/** Kinds of names; a comma in a name that is sent whole may stand between the last name and the first. */
function nameKindsFor(context: Context): readonly NameKind[] {
  const isWhole = carries(context.operation('updateUserName').body ?? {}, 'fullName');
  return nameKindList.filter((kind) => !isWhole || kind !== 'with a comma');
}

/** Which parts of a name a change of name carries, in the shape that the profile gives it. */
function namePartsIn(context: Context): readonly string[] {
  const body = context.operation('updateUserName').body ?? {};
  const parts = ['firstName', 'lastName', 'fullName'].filter((name) => carries(body, name));
  return context.need(
    parts.length > 0 && parts,
    'a profile that says with `x-means` which property is `firstName`, `lastName` or `fullName`',
  );
}
