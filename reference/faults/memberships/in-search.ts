import { bodyOf, remembering } from '../kit/breaks.ts';
import { answer, type Break, type Fault, faultsFrom, type Json } from '../kit/fault.ts';
import { type OperationId, operationOf } from '../kit/routes.ts';

type Change = readonly [op: OperationId, field: 'classIds' | 'cohortIds'];

/** Faults of a search whose index some changes of members don't reach. */
export const inSearch: readonly Fault[] = [
  ...faultsFrom<Change>(
    {
      'add-class-students.effect/in-search': ['addClassStudents', 'classIds'],
      'remove-class-students.effect/in-search': ['removeClassStudents', 'classIds'],
      'add-class-teachers.effect/in-search': ['addClassTeachers', 'classIds'],
      'remove-class-teachers.effect/in-search': ['removeClassTeachers', 'classIds'],
      'add-cohort-students.effect/in-search': ['addCohortStudents', 'cohortIds'],
      'remove-cohort-students.effect/in-search': ['removeCohortStudents', 'cohortIds'],
    },
    ([op, field]) => ({
      on: [op],
      touches: [op, 'searchUsers'],
      story: 'The search reads an index, which hears of every change of a user but this one.',
      with: unheard(field, () => true),
    }),
  ),
  ...faultsFrom<Change>(
    {
      'add-class-students.effect/in-search!last': ['addClassStudents', 'classIds'],
      'remove-class-students.effect/in-search!last': ['removeClassStudents', 'classIds'],
      'add-class-teachers.effect/in-search!last': ['addClassTeachers', 'classIds'],
      'remove-class-teachers.effect/in-search!last': ['removeClassTeachers', 'classIds'],
      'add-cohort-students.effect/in-search!last': ['addCohortStudents', 'cohortIds'],
      'remove-cohort-students.effect/in-search!last': ['removeCohortStudents', 'cohortIds'],
    },
    ([op, field]) => ({
      on: [op],
      touches: [op, 'searchUsers'],
      story: 'A worker renews the index for a list of users, and stops before the last of them.',
      deep: true,
      with: unheard(field, (at, ids) => ids.length > 1 && at === ids.length - 1),
    }),
  ),
];

/** The search shows some users as if they had not been assigned, or not removed. */
function unheard(field: Change[1], isUnheard: (at: number, ids: readonly string[]) => boolean): Break {
  return remembering(() => {
    const assigned = new Set<string>();
    const removed = new Set<string>();
    const shown = (user: Json): Json => {
      const own = Array.isArray(user[field]) ? user[field].map(String) : [];
      const keyOf = (group: string) => `${String(user['userId'])} ${group}`;
      const kept = [...removed]
        .map((key) => key.split(' '))
        .flatMap(([id, group = '']) => (id === user['userId'] && !own.includes(group) ? group : []));
      return { ...user, [field]: [...own.filter((group) => !assigned.has(keyOf(group))), ...kept] };
    };
    return async (request, service) => {
      const isSearch = operationOf(request) === 'searchUsers';
      const ids = isSearch ? [] : ((await bodyOf(request))['userIds'] as string[] | undefined);
      const response = await service(request);
      if (!response.ok) return response;
      if (isSearch) {
        const body = (await response.json()) as Json;
        return answer(response, { ...body, data: (body['data'] as Json[]).map(shown) });
      }
      const [, group = ''] = /\/([0-9a-f-]{36})\//i.exec(new URL(request.url).pathname) ?? [];
      for (const [at, id] of (ids ?? []).entries())
        if (isUnheard(at, ids ?? [])) (request.method === 'POST' ? assigned : removed).add(`${id} ${group}`);
      return response;
    };
  });
}
