import { carries, type Meanings } from '../../../generators/body.ts';
import { type Check, checks } from '../../../harness/judging/check.ts';
import type { Context } from '../../../harness/judging/context.ts';
import { freedBy, mustUseUpNothing } from '../../target/accounts/freed-values.ts';
import {
  carriesUnique,
  createFree,
  everyField,
  type FreshUser,
  freshUser,
  userIdIn,
} from '../../target/accounts/fresh-user.ts';
import { nameMeanings } from '../../target/accounts/meanings.ts';
import { sentFields, unshownFields } from '../../target/accounts/sent-fields.ts';
import { type Taken, type TakenValues, takenValues } from '../../target/accounts/taken.ts';
import { changedFields } from '../../target/accounts/user-fields.ts';
import { attempt } from '../../target/attempt.ts';
import type { Json } from '../../target/body.ts';
import { fromStandard } from '../../target/effort.ts';
import { eventually } from '../../target/eventually.ts';
import { markedName, meaningsOf } from '../../target/reuse/creation.ts';
import { readUsers } from '../../target/users/read.ts';

/** Each creation gives an account of its own, although the accounts have most fields in common. */
export const nearDuplicateChecks: readonly Check[] = checks(
  ['create-student.effect/twins', 'create-teacher.effect/twins'],
  {
    access: 'write',
    unless: fromStandard,
    cost: 'high',
    sends:
      'creations of users who have the username, the UPN, or the external identifier and the address of another, and of users who share names and date of birth with one another, but for one of these each time; the latter with what a creation said before that was refused',
    accepts:
      'a user of its own for each creation, with the fields that it gave, and the other as before; a twin may be refused, unless only what a refused creation said is the reason',
    run: judgeNearDuplicates,
  },
);

/** A way in which a second account differs from the first one; all other shared fields are the same. */
interface NearDuplicate {
  readonly words: string;
  /** What a body has to carry before the two differ in it. */
  readonly differsIn: string;
  readonly meanings: (context: Context, first: Meanings) => Meanings;
}

const shared = ['firstName', 'lastName', 'fullName', 'dateOfBirth', 'gender'] as const;

const nearDuplicates: readonly NearDuplicate[] = [
  {
    words: 'forename',
    differsIn: 'firstName',
    meanings: (context, { lastName }) => nameMeanings(context, 'Ida', String(lastName)),
  },
  {
    // Some programs take the name Null for no name.
    words: 'surname',
    differsIn: 'lastName',
    meanings: (context, { lastName }) => nameMeanings(context, `Rollcall ${String(lastName)}`, 'Null'),
  },
  { words: 'namesake', differsIn: 'identifiers', meanings: () => ({}) },
];

/** What other rows change of who was there. */
const ofGroups = ['classIds', 'cohortIds'];

/** How many such accounts are created, by kind. They are few, because accounts cannot be deleted. */
const most = { student: 3, teacher: 2 } as const;

async function judgeNearDuplicates(context: Context): Promise<void> {
  const kind = context.op.makes === 'teacher' ? 'teacher' : 'student';
  const body = context.op.body ?? {};
  const taken = await attempt(() => takenValues(context, kind));
  if (taken) await judgeTaken(context, taken);
  const first = await freshUser(context, kind);
  const made: FreshUser[] = [first];
  userIdIn(context, first.answer);
  // The last one was sent for the value that is refused the most often.
  const refused = (taken?.made ?? []).filter(({ answer }) => answer.status >= 400).toReversed();
  for (const [at, duplicate] of nearDuplicates.slice(0, most[kind]).entries()) {
    const { differsIn } = duplicate;
    if (differsIn === 'identifiers' ? !carriesUnique(context, kind) : !carries(body, differsIn)) continue;
    const one = await createDuplicate(context, kind, duplicate, {
      first: first.meanings,
      refused: refused[at],
    });
    // The interface does not say that two users may have so much in common, so that a refusal is accepted.
    if (one.answer.status >= 400) context.observe('accounts.twins', 'refused');
    else made.push(one);
  }
  context.need(made.length > 1, 'a second account of much the same fields to be accepted');
  const ids = made.map(({ answer }) => userIdIn(context, answer).toLowerCase());
  context.must.hold(new Set(ids).size === ids.length, {
    expected: `${ids.length} users from ${ids.length} creations`,
    actual: `${new Set(ids).size}`,
    in: made.map(({ answer }) => answer),
  });
  await mustShowEach(context, made, ids);
}

/** Whoever has a value of somebody else is a person of its own, or is refused; the other one is who it was. */
async function judgeTaken(context: Context, { owner, before, made }: TakenValues): Promise<void> {
  const accepted = made.filter(({ answer }) => answer.status === 201);
  const answers = made.map(({ answer }) => answer);
  const ids = [owner, ...accepted.map(({ answer }) => userIdIn(context, answer))];
  const different = new Set(ids.map((id) => id.toLowerCase())).size;
  context.must.hold(different === ids.length, {
    expected: `${ids.length} users: one who was there, and one from each creation that said a value of this one`,
    actual: `${different}`,
    in: answers,
  });
  const wrong = ([first, ...others]: readonly (Json | undefined)[]) => [
    ...changedFields(before, first ?? {}, ofGroups).map((field) => `\`${field}\` of who was there`),
    ...accepted.flatMap(({ own }, at) =>
      unshownFields(others[at] ?? {}, sentFields(context.op.body ?? {}, own), own),
    ),
  ];
  const seen = await eventually(
    context,
    () => readUsers(context, ids),
    (users) => wrong(users).length === 0,
  );
  context.must.hold(wrong(seen).length === 0, {
    expected: 'who was there as before, and each other with the fields that are its own',
    actual: `not so: ${[...new Set(wrong(seen))].join(', ')}`,
    in: answers,
  });
}

/** The account of which a duplicate is made, and a creation that was refused, whose values it takes. */
interface Source {
  readonly first: Meanings;
  readonly refused: Taken | undefined;
}

async function createDuplicate(
  context: Context,
  kind: 'student' | 'teacher',
  { words, meanings }: NearDuplicate,
  { first, refused }: Source,
): Promise<FreshUser> {
  const alike = Object.fromEntries(shared.map((name) => [name, first[name]]));
  let isInDoubt = false;
  const made = await createFree(context, kind, (number, isRefused) => {
    isInDoubt ||= isRefused;
    return {
      ...meaningsOf(context, kind, markedName(context, `${kind} ${words} ${number}`)),
      ...everyField(context, `${kind}.${words}.${number}.${context.world.mark}`),
      ...alike,
      ...meanings(context, first),
      ...(refused && !isRefused ? freedBy(refused) : {}),
    };
  });
  if (refused && isInDoubt && made.answer.status < 400) await mustUseUpNothing(context, kind, refused);
  return made;
}

/** Claims that each of them shows what its own creation said. */
async function mustShowEach(
  context: Context,
  made: readonly FreshUser[],
  ids: readonly string[],
): Promise<void> {
  const lost = (users: readonly (Json | undefined)[]) =>
    made.flatMap(({ meanings }, at) =>
      unshownFields(users[at] ?? {}, sentFields(context.op.body ?? {}, meanings), meanings),
    );
  const seen = await eventually(
    context,
    () => readUsers(context, ids),
    (users) => lost(users).length === 0,
  );
  context.must.hold(lost(seen).length === 0, {
    expected: 'each of them with the fields that its own creation gave',
    actual: `not so: ${[...new Set(lost(seen))].join(', ')}`,
    in: made.map(({ answer }) => answer),
  });
}
