import { setTimeout as sleep } from 'node:timers/promises';
import { bodyOf, remembering, resend } from '../kit/breaks.ts';
import { type Break, type Fault, fault, type Json, type Service } from '../kit/fault.ts';
import { type OperationId, operationOf } from '../kit/routes.ts';
import { elsewhere, userNow } from './changes.ts';
import { clausesOf, memberships, userIdIn } from './routes.ts';

const adding = ['addStudentClasses', 'addStudentCohorts', 'addTeacherClasses'] as const;
const removing = ['removeStudentClasses', 'removeTeacherClasses'] as const;

/** Both routes into a class, for each kind of user. */
const routes = [
  {
    check: 'add-student-classes',
    add: 'addStudentClasses',
    remove: 'removeStudentClasses',
    addThere: 'addClassStudents',
    removeThere: 'removeClassStudents',
  },
  {
    check: 'add-teacher-classes',
    add: 'addTeacherClasses',
    remove: 'removeTeacherClasses',
    addThere: 'addClassTeachers',
    removeThere: 'removeClassTeachers',
  },
] as const;

/** Faults of the classes and cohorts of one user. */
export const membershipFaults: readonly Fault[] = [
  ...adding.map((op) =>
    fault(`${clausesOf(op)}.effect`, {
      on: [op],
      story: 'The list is taken for the whole: what it does not name is taken away.',
      with: async (request, service) => {
        await removeAll(request, service);
        return service(request);
      },
    }),
  ),
  ...removing.map((op) =>
    fault(`${clausesOf(op)}.effect`, {
      on: [op],
      story: 'A removal empties the list of the user, whatever it names.',
      with: async (request, service) => {
        await removeAll(request, service);
        return service(request);
      },
    }),
  ),
  ...memberships.map((op) =>
    fault(`${clausesOf(op)}.effect!first-only`, {
      on: [op],
      deep: true,
      story: 'The loop over the list returns after its first item.',
      with: async (request, service) => {
        const [[name, ids] = ['', []]] = Object.entries(await bodyOf(request));
        return service(resend(request, { [name]: Array.isArray(ids) ? ids.slice(0, 1) : ids }));
      },
    }),
  ),
  ...adding.map((op) =>
    fault(`${clausesOf(op)}.effect/at-once!queued`, {
      on: [op],
      story: 'Assignments are accepted into a queue, and nobody reads the queue.',
      with: async () => new Response(null, { status: 204 }),
    }),
  ),
  ...adding.map((op) =>
    fault(`${clausesOf(op)}.effect/at-once`, {
      on: [op],
      deep: true,
      story: 'The list of a user is read, changed and written back; of two that overlap the later wins.',
      with: lastWins(),
    }),
  ),
  ...routes.flatMap(({ check, add, remove, addThere, removeThere }) => [
    fault(`${check}.effect/in-sequence`, {
      on: [add],
      touches: [add, removeThere],
      story: 'Each route has a table of its own, and a removal looks into its own only.',
      with: ownTable(add, removeThere),
    }),
    fault(`${check}.effect/in-sequence!tombstone`, {
      on: [add],
      touches: [remove, addThere],
      deep: true,
      story: 'A removal leaves a mark, and the other route takes whoever is marked for removed.',
      with: ownTable(remove, addThere),
    }),
  ]),
];

/** What one route has done to a user and a class, the other does not undo. */
function ownTable(one: OperationId, other: OperationId): Break {
  return remembering(() => {
    const done = new Set<string>();
    return async (request, service) => {
      const op = operationOf(request);
      const body = await bodyOf(request);
      const pathId =
        userIdIn(request) || (/\/classes\/([^/]+)\//.exec(new URL(request.url).pathname)?.[1] ?? '');
      const pairs = listIn(body).map((id) => [pathId, id].sort().join(' '));
      if (op === one) for (const pair of pairs) done.add(pair);
      if (op === other && pairs.some((pair) => done.has(pair))) return new Response(null, { status: 204 });
      return service(request);
    };
  });
}

/** Of requests for one user that overlap, only the last one has its effect; all are answered alike. */
function lastWins(): Break {
  return remembering(() => {
    const latest = new Map<string, Request>();
    return async (request, service) => {
      const { pathname } = new URL(request.url);
      latest.set(pathname, request);
      await sleep(5);
      return latest.get(pathname) === request ? service(request) : new Response(null, { status: 204 });
    };
  });
}

/** Takes a user out of all classes, or of all cohorts, that the request is about. */
async function removeAll(request: Request, service: Service): Promise<void> {
  const id = userIdIn(request);
  const user = await userNow(request, service);
  const cohorts = new URL(request.url).pathname.endsWith('/cohorts');
  const held = (user[cohorts ? 'cohortIds' : 'classIds'] ?? []) as string[];
  const teacher = new URL(request.url).pathname.includes('/teachers/');
  for (const groupId of held) {
    const path = cohorts
      ? `/smart-ia/cohorts/${groupId}/students`
      : `/classes/${groupId}/${teacher ? 'teachers' : 'students'}`;
    await service(elsewhere(request, path, { userIds: [id] }, 'DELETE'));
  }
}

function listIn(body: Json): string[] {
  return Object.values(body).flatMap((value) => (Array.isArray(value) ? value.map(String) : []));
}
