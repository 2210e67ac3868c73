import { bodyOf, refusal, remembering } from '../kit/breaks.ts';
import { type Break, type Fault, fault, type Json, type Service } from '../kit/fault.ts';
import { ownerIn } from '../kit/ids.ts';
import { notModified } from '../kit/no-refusal.ts';
import { sendTo } from '../kit/side-effects.ts';
import { userIdIn, userNow } from './user.ts';

/** Faults of changes that are neither made nor refused, or refused without a reason. */
export const inVain: readonly Fault[] = [
  fault('set-user-external-id.effect/other-case!not-modified', {
    on: ['setUserExternalId'],
    story: 'The statement changes no row where its index has the value in other letters, which makes a 304.',
    deep: true,
    with: keptOnce(async (request) => (await externalIdIn(request)).toLowerCase()),
  }),
  fault('set-user-external-id.effect/two-alike!not-modified', {
    on: ['setUserExternalId'],
    story:
      'The tag of a change is made of its body alone, and the same body for another user is a repetition.',
    deep: true,
    with: keptOnce(externalIdIn),
  }),
  fault('states.user-enable/any-case!not-modified', {
    on: ['enableUser'],
    story: 'The statement finds nobody by an id in capitals, and no row that changed makes a 304.',
    deep: true,
    with: notModified((request) => /[A-F]/.test(ownerIn(request))),
  }),
  fault('conventions.empty-text-omitted/emptied!not-modified', {
    on: ['setUserExternalId'],
    story: 'An empty value is taken out of the change, and a change of nothing makes a 304.',
    deep: true,
    with: notModified(async (request) => (await externalIdIn(request)) === ''),
  }),
  fault('add-student-classes.effect!one-at-a-time', {
    on: ['addStudentClasses'],
    story: 'The form has a single class, and whatever is not one is refused.',
    with: refusingLists((ids) => ids.length > 1),
  }),
  fault('add-student-classes.effect/some-there!undone', {
    on: ['addStudentClasses'],
    story:
      'A class that the user has is a conflict, and the whole list is undone, what was there before too.',
    deep: true,
    with: undone,
  }),
  fault('add-student-classes.effect/in-sequence!left-before', {
    on: ['addStudentClasses'],
    touches: ['addStudentClasses', 'removeStudentClasses', 'removeClassStudents'],
    story: 'Who left is kept with a mark, and the index on user and class knows no marks.',
    deep: true,
    with: leftBefore(),
  }),
  fault('update-user-name.effect/found!once', {
    on: ['updateUserName'],
    story: 'Two changes of a name within a minute count as one, and the first of them stays.',
    deep: true,
    with: onceEach(),
  }),
];

async function externalIdIn(request: Request): Promise<string> {
  const { user } = (await bodyOf(request)) as { user?: Json };
  return String(user?.['externalId']);
}

/** Says 304 where another user had what is alike. */
function keptOnce(keyOf: (request: Request) => Promise<string>): Break {
  return remembering(() => {
    const owners = new Map<string, string>();
    return notModified(async (request) => {
      const key = await keyOf(request);
      const owner = owners.get(key) ?? userIdIn(request);
      owners.set(key, owner);
      return owner !== userIdIn(request);
    });
  });
}

function refusingLists(when: (ids: readonly string[]) => boolean): Break {
  return async (request, service) =>
    when(await listIn(request)) ? refusal(400, 'Invalid request.') : service(request);
}

async function listIn(request: Request): Promise<readonly string[]> {
  const [value] = Object.values(await bodyOf(request));
  return Array.isArray(value) ? value.map(String) : [];
}

async function undone(request: Request, service: Service): Promise<Response> {
  const { classIds } = await userNow(request, service);
  const listed = await listIn(request);
  const there = listed.filter((id) => Array.isArray(classIds) && classIds.includes(id));
  if (there.length === 0) return service(request);
  for (const id of there)
    await sendTo(request, service, ['DELETE', `/classes/${id}/students`], { userIds: [userIdIn(request)] });
  return refusal(409, 'The student is in one of these classes.');
}

/** Refuses to take back who was in a class before. */
function leftBefore(): Break {
  return remembering(() => {
    const left = new Set<string>();
    return async (request, service) => {
      const owner = ownerIn(request);
      const ofUser = new URL(request.url).pathname.includes('/students/');
      const pairs = (await listIn(request)).map((id) => (ofUser ? `${owner} ${id}` : `${id} ${owner}`));
      if (request.method === 'POST')
        return pairs.some((pair) => left.has(pair)) ? refusal(409, 'This row exists.') : service(request);
      const response = await service(request);
      if (response.ok) for (const pair of pairs) left.add(pair);
      return response;
    };
  });
}

/** Accepts a second change of the same user, and passes over it. */
function onceEach(): Break {
  return remembering(() => {
    const changed = new Set<string>();
    return async (request, service) => {
      const id = userIdIn(request);
      if (changed.has(id)) return Response.json({ user: await userNow(request, service) });
      const response = await service(request);
      if (response.ok) changed.add(id);
      return response;
    };
  });
}
