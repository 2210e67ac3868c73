import { bodyOf, remembering, resend } from '../kit/breaks.ts';
import { type Break, type Fault, fault, type Json } from '../kit/fault.ts';
import type { OperationId } from '../kit/routes.ts';

const studentChanges: readonly OperationId[] = [
  'addClassStudents',
  'removeClassStudents',
  'addStudentClasses',
  'removeStudentClasses',
];
const cohortChanges: readonly OperationId[] = [
  'addCohortStudents',
  'removeCohortStudents',
  'addStudentCohorts',
];

/** Faults of a membership that came about in two ways, and is one for all that. */
export const bothSides: readonly Fault[] = [
  fault('add-class-students.keeps-others/sequence!both-sides', {
    on: ['addClassStudents'],
    touches: studentChanges,
    story:
      'The link table records who made an assignment as a part of its key, and a removal deletes one row.',
    with: rowOfEach(({ side }) => side),
  }),
  fault('add-cohort-students.keeps-others/sequence!both-sides', {
    on: ['addCohortStudents'],
    touches: cohortChanges,
    story: 'Places that a student has asked for and places that were given are two tables, united by a view.',
    with: rowOfEach(({ side }) => side),
  }),
  fault('add-class-students.keeps-others/sequence!each-list', {
    on: ['addClassStudents'],
    touches: studentChanges,
    story:
      'Each list of classes that is assigned to a student is an entry of its own, and the last one is undone.',
    deep: true,
    with: rowOfEach(({ side, nth }) => (side === 'user' ? `list ${nth}` : 'group')),
  }),
  fault('add-class-students.keeps-others/sequence!own-side', {
    on: ['addClassStudents'],
    touches: ['addClassTeachers', 'removeClassTeachers', 'addTeacherClasses', 'removeTeacherClasses'],
    story: 'The page of a teacher removes what was assigned there, where anything was.',
    deep: true,
    with: rowOfEach(({ side }) => side),
  }),
];

/** One assignment: from which side it came, and the how-manieth request it was. */
interface Assignment {
  readonly side: 'group' | 'user';
  readonly nth: number;
}

const groupSide = /\/(?:classes|cohorts)\/([^/]+)\/(?:students|teachers)$/;
const userSide = /\/(?:students|teachers)\/([^/]+)\/(?:classes|cohorts)$/;

/** Keeps a row for each way in which an assignment came about, and takes one away by a removal. */
function rowOfEach(keyOf: (assignment: Assignment) => string): Break {
  return remembering(() => {
    const rows = new Map<string, Set<string>>();
    let nth = 0;
    return async (request, service) => {
      nth += 1;
      const { pathname } = new URL(request.url);
      const side = userSide.test(pathname) ? 'user' : 'group';
      const owner = (side === 'user' ? userSide : groupSide).exec(pathname)?.[1] ?? '';
      const body = await bodyOf(request);
      const [list = '', ids] = listIn(body);
      const pairOf = (id: string) =>
        [owner, id]
          .map((one) => one.toLowerCase())
          .sort()
          .join();
      if (request.method === 'POST') {
        const response = await service(request);
        for (const pair of response.ok ? ids.map(pairOf) : [])
          rows.set(pair, (rows.get(pair) ?? new Set()).add(keyOf({ side, nth })));
        return response;
      }
      const doubled = ids.filter((id) => (rows.get(pairOf(id))?.size ?? 0) > 1);
      for (const id of ids) {
        const [last] = [...(rows.get(pairOf(id)) ?? [])].toReversed();
        rows.get(pairOf(id))?.delete(last ?? '');
      }
      const others = ids.filter((id) => !doubled.includes(id));
      if (doubled.length > 0 && others.length === 0) return new Response(null, { status: 204 });
      return service(doubled.length === 0 ? request : resend(request, { ...body, [list]: others }));
    };
  });
}

/** The list of ids in a body, and its name. */
function listIn(body: Json): readonly [name: string | undefined, ids: readonly string[]] {
  const [entry] = Object.entries(body).filter(([, value]) => Array.isArray(value));
  return [entry?.[0], Array.isArray(entry?.[1]) ? entry[1].map(String) : []];
}
