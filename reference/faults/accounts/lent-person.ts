import { objects, remembering } from '../kit/breaks.ts';
import { answer, type Break, type Fault, fault, type Json } from '../kit/fault.ts';
import { type OperationId, operationOf, sessionLists } from '../kit/routes.ts';
import { userIdIn, userNow } from './user.ts';

/** What a change cuts off from the user. */
interface Cut {
  readonly after: OperationId;
  /** The reads that show what is cut off; the answer to the change is among them where it carries the user. */
  readonly in: readonly OperationId[];
  readonly story: string;
  readonly deep?: true;
  /** What links the user with the rest: once it is again as it was, nothing is cut off. Left out, that is for good. */
  readonly by?: (user: Json) => unknown;
  /** A user, or a session of the user, as it is shown then; `undefined` for one that is gone. */
  readonly shows: (item: Json) => Json | undefined;
}

const users: readonly OperationId[] = ['listUsers', 'searchUsers'];
const everySession: readonly OperationId[] = [...sessionLists, 'searchSessions', 'listStudySessions'];

const gone = () => undefined;
const withOneAddress = (user: Json) => ({ ...user, emails: listIn(user, 'emails').slice(0, 1) });
const withRoles = (keeps: (role: unknown, at: number) => boolean) => (user: Json) => ({
  ...user,
  roles: listIn(user, 'roles').filter(keeps),
});

/** Faults that cut something off which no creation gives: a second role or address, and sessions. */
export const lentPerson: readonly Fault[] = [
  cutting('update-user-name.effect/lent-person', {
    after: 'updateUserName',
    in: users,
    story: 'The user is read by a join with the roles, limited to one row, and saved as it was read.',
    shows: withRoles((_, at) => at === 0),
  }),
  cutting('update-user-name.effect/lent-person!attempts', {
    after: 'updateUserName',
    in: ['searchSessions'],
    story: 'The index of sessions holds the learner by name, and finds the user of an id by the present one.',
    deep: true,
    by: ({ fullName }) => fullName,
    shows: gone,
  }),
  cutting('update-user-primary-email.effect/lent-person', {
    after: 'updateUserPrimaryEmail',
    in: users,
    story: 'The list of addresses is replaced by the new one.',
    shows: withOneAddress,
  }),
  cutting('update-user-primary-email.effect/lent-person!begun', {
    after: 'updateUserPrimaryEmail',
    in: ['listInProgressSessions'],
    story: 'A test that is under way belongs to the address with which the learner signed in.',
    deep: true,
    by: ({ emails }) => String(emails),
    shows: gone,
  }),
  cutting('set-user-external-id.effect/lent-person', {
    after: 'setUserExternalId',
    in: everySession,
    story: 'Sessions came from another system, and are joined by the external identifier.',
    by: ({ externalId }) => externalId,
    shows: gone,
  }),
  cutting('set-user-external-id.effect/lent-person!upsert', {
    after: 'setUserExternalId',
    in: ['searchUsers'],
    story: 'The document of the search is written anew from the other system, which knows no administrators.',
    deep: true,
    shows: withRoles((role) => role !== 'administrator'),
  }),
  cutting('update-student-details.date-of-birth/lent-person', {
    after: 'updateStudentDetails',
    in: users,
    story: 'The details are one form with the address, and the form has a line for one address.',
    shows: withOneAddress,
  }),
  cutting('update-student-details.date-of-birth/lent-person!results', {
    after: 'updateStudentDetails',
    in: ['listCompletedSessions'],
    story: 'Results are filed by name and date of birth, and are looked up by the present ones.',
    deep: true,
    by: ({ dateOfBirth }) => dateOfBirth,
    shows: gone,
  }),
  cutting('add-student-classes.keeps-the-rest/lent-person', {
    after: 'addStudentClasses',
    in: users,
    story:
      'A student of a class is saved by the importer of class lists, which have a column for one address.',
    shows: withOneAddress,
  }),
  cutting('add-student-classes.keeps-the-rest/lent-person!two-classes', {
    after: 'addStudentClasses',
    in: ['listSessions'],
    story: 'Sessions are joined with the one class of their learner, and who is in two is left out.',
    deep: true,
    by: ({ classIds }) => listIn({ classIds }, 'classIds').length,
    shows: gone,
  }),
  cutting('remove-student-classes.keeps-the-rest/lent-person', {
    after: 'removeStudentClasses',
    in: ['listInProgressSessions', 'listSessions', 'searchSessions'],
    story: 'Whoever leaves a class gives up the tests that are under way.',
    shows: (session) => (session['result'] === null ? undefined : session),
  }),
  cutting('remove-student-classes.keeps-the-rest/lent-person!study', {
    after: 'removeStudentClasses',
    in: ['listStudySessions'],
    story: 'Study sessions belong to the membership in a class, and are deleted in cascade with any of them.',
    deep: true,
    shows: gone,
  }),
  cutting('add-teacher-classes.keeps-the-rest/lent-person', {
    after: 'addTeacherClasses',
    in: users,
    story: 'Whoever is put into a class as a teacher is written with the roles of a teacher.',
    shows: withRoles((role) => role === 'teacher'),
  }),
  cutting('add-teacher-classes.keeps-the-rest/lent-person!addresses', {
    after: 'addTeacherClasses',
    in: ['searchUsers'],
    story: 'The class brings its own copy of the staff into the search, with the primary address.',
    deep: true,
    shows: withOneAddress,
  }),
  cutting('remove-teacher-classes.keeps-the-rest/lent-person', {
    after: 'removeTeacherClasses',
    in: users,
    story: 'With a class goes the role of a teacher, for the class was the reason for it.',
    shows: withRoles((role) => role !== 'teacher'),
  }),
  cutting('remove-teacher-classes.keeps-the-rest/lent-person!found', {
    after: 'removeTeacherClasses',
    in: ['searchUsers'],
    story: 'The search keeps staff under their classes, and who leaves one is taken out of it.',
    deep: true,
    shows: gone,
  }),
];

function cutting(id: string, { after, in: places, story, deep, by, shows }: Cut): Fault {
  return fault(id, {
    on: [after],
    touches: [after, ...places],
    story,
    ...(deep ? { deep } : {}),
    with: cutOff(after, by, places.includes('listUsers') ? shows : undefined, shows),
  });
}

/** Cuts something off after a change. `answered` changes the user in the answer to it. */
function cutOff(
  after: OperationId,
  by: Cut['by'],
  answered: Cut['shows'] | undefined,
  shows: Cut['shows'],
): Break {
  return remembering(() => {
    const former = new Map<string, unknown>();
    const cut = new Set<string>();
    const isCut = (item: Json) => cut.has(ownerOf(item));
    return async (request, service) => {
      if (operationOf(request) !== after) {
        const response = await service(request);
        return response.ok ? shown(response, isCut, shows) : response;
      }
      const id = userIdIn(request).toLowerCase();
      const before = by?.(await userNow(request, service));
      const response = await service(request.clone());
      if (!response.ok) return response;
      if (!former.has(id)) former.set(id, before);
      const isBack = by !== undefined && by(await userNow(request, service)) === former.get(id);
      if (isBack) cut.delete(id);
      else cut.add(id);
      return answered && response.status === 200 ? shown(response, isCut, answered) : response;
    };
  });
}

/** An answer with some of its items otherwise, or without them. */
async function shown(
  response: Response,
  isMeant: (item: Json) => boolean,
  shows: Cut['shows'],
): Promise<Response> {
  const body = (await response.json()) as Json;
  const change = (item: Json) => (isMeant(item) ? shows(item) : item);
  if (!Array.isArray(body['data'])) return answer(response, { ...body, user: change(body['user'] as Json) });
  const items = objects(body['data']);
  const data = items.flatMap((item) => change(item) ?? []);
  const pagination = body['pagination'] as Json;
  const total = Number(pagination['total']) - (items.length - data.length);
  return answer(response, { ...body, data, pagination: { ...pagination, total } });
}

/** The id of a user, or of the learner of a session. */
function ownerOf(item: Json): string {
  const learner = item['user'] as Json | undefined;
  return String(item['userId'] ?? learner?.['userId']).toLowerCase();
}

function listIn(item: Json, name: string): unknown[] {
  const list = item[name];
  return Array.isArray(list) ? list : [];
}
