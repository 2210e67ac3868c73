import { bodyOf, objects, remembering, resend } from '../kit/breaks.ts';
import {
  answerBody,
  type Break,
  type Fault,
  type FaultDraft,
  fault,
  faults,
  type Json,
} from '../kit/fault.ts';
import { anotherId } from '../kit/ids.ts';
import { operationOf } from '../kit/routes.ts';
import { otherPayload } from './payload.ts';

/** Faults of accounts that are created, and are then not what was asked for. */
export const creations: readonly Fault[] = [
  ...seenIn(
    'listUsers',
    { 'create-student.effect': 'createStudent', 'create-teacher.effect': 'createTeacher' },
    {
      story: 'The list is served from a copy that is made at night.',
      with: listingCreated(() => []),
    },
  ),
  ...seenIn(
    'listUsers',
    { 'create-student.effect!twice': 'createStudent', 'create-teacher.effect!twice': 'createTeacher' },
    {
      story: 'The list is joined with the roles, of which a new account has two entries.',
      deep: true,
      with: listingCreated((user) => [user, user]),
    },
  ),
  ...seenIn(
    'searchUsers',
    {
      'create-student.effect/in-search': 'createStudent',
      'create-teacher.effect/in-search': 'createTeacher',
    },
    {
      story: 'A new account is put into the search index by a job that looks at changes only.',
      with: listingCreated(() => []),
    },
  ),
  ...seenIn(
    'searchUsers',
    {
      'create-student.effect/in-search!twice': 'createStudent',
      'create-teacher.effect/in-search!twice': 'createTeacher',
    },
    {
      story: 'A new account is indexed when it is made, and once more by the job of the night.',
      deep: true,
      with: listingCreated((user) => [user, user]),
    },
  ),
  ...faults(
    { 'create-student.effect/once': 'createStudent', 'create-teacher.effect/once': 'createTeacher' },
    {
      story: 'A retry inside sends the creation on twice, and makes the username free for the second one.',
      deep: true,
      with: async (request, service) => {
        const response = await service(request.clone());
        const body = await bodyOf(request);
        const { username, upn: _, externalId: __, ...user } = (body['user'] ?? {}) as Json;
        const twin = { ...user, username: `${username}.2` };
        if (response.ok) await service(resend(request, { ...body, user: twin }));
        return response;
      },
    },
  ),
  ...faults(
    { 'create-student.effect/kept': 'createStudent', 'create-teacher.effect/kept': 'createTeacher' },
    {
      story: 'First and last name are passed on in the wrong order.',
      with: otherPayload((user) => ({
        ...user,
        firstName: user['lastName'],
        lastName: user['firstName'],
      })),
    },
  ),
  ...faults(
    {
      'create-student.effect/kept!latin-1': 'createStudent',
      'create-teacher.effect/kept!latin-1': 'createTeacher',
    },
    {
      story: 'The column of the names is Latin-1, and what it cannot hold becomes a question mark.',
      deep: true,
      with: otherPayload((user) => ({
        ...user,
        lastName: String(user['lastName']).replace(/[^\u0020-\u00ff]/gu, '?'),
      })),
    },
  ),
  ...faults(
    { 'create-student.effect/signs': 'createStudent', 'create-teacher.effect/signs': 'createTeacher' },
    {
      story: 'The last name is lost on its way to a new column.',
      with: otherPayload((user) => ({ ...user, lastName: 'Unknown' })),
    },
  ),
  ...faults(
    {
      'create-student.effect/signs!doubled': 'createStudent',
      'create-teacher.effect/signs!doubled': 'createTeacher',
    },
    {
      story: 'Apostrophes are doubled for the database, whose driver does so as well.',
      deep: true,
      with: otherPayload((user) => ({
        ...user,
        lastName: String(user['lastName']).replaceAll("'", "''"),
      })),
    },
  ),
  ...faults(
    {
      'create-student.effect/signs!answer-in-ascii': 'createStudent',
      'create-teacher.effect/signs!answer-in-ascii': 'createTeacher',
    },
    {
      story: 'The answer to a creation is written by an older mapper, in the letters of ASCII.',
      deep: true,
      with: answerBody((body) => {
        const [user] = objects([body['user']]);
        if (user) user['firstName'] = String(user['firstName']).replace(/[\u0250-\uffff]/gu, '?');
        return body;
      }),
    },
  ),
  ...faults(
    {
      'create-student.effect/signs!both-halves': 'createStudent',
      'create-teacher.effect/signs!both-halves': 'createTeacher',
    },
    {
      story: 'A double name is entered under each of its halves, so that people find it in the alphabet.',
      deep: true,
      touches: ['createStudent', 'createTeacher', 'listUsers'],
      with: remembering(enteredTwice),
    },
  ),
];

/** Who has a hyphen in the last name when created is listed once more, as somebody else. */
function enteredTwice(): Break {
  const double = new Set<unknown>();
  return answerBody((body) => {
    const [made] = objects([body['user']]);
    if (String(made?.['lastName']).includes('-')) double.add(made?.['userId']);
    const users = objects(body['data']);
    if (users.length === 0) return body;
    const twins = users.filter(({ userId }) => double.has(userId));
    const data = [...users, ...twins.map((user) => ({ ...user, userId: anotherId }))];
    return { ...body, data };
  });
}

/** Makes one fault for each id of a table, which sees the creation and what lists users afterwards. */
function seenIn(
  list: 'listUsers' | 'searchUsers',
  ids: Readonly<Record<string, 'createStudent' | 'createTeacher'>>,
  draft: Omit<FaultDraft, 'on' | 'touches'>,
): Fault[] {
  return Object.entries(ids).map(([id, op]) => fault(id, { ...draft, on: [op], touches: [op, list] }));
}

/** Lists each created account as often as `listed` says: never, or more than once. */
function listingCreated(listed: (user: Json) => readonly Json[]): Break {
  return remembering(() => {
    const created = new Set<unknown>();
    return answerBody((body, request) => {
      const op = operationOf(request);
      if (op === 'createStudent' || op === 'createTeacher') {
        created.add((body['user'] as Json)['userId']);
        return body;
      }
      const data = objects(body['data']);
      return { ...body, data: data.flatMap((user) => (created.has(user['userId']) ? listed(user) : [user])) };
    });
  });
}
