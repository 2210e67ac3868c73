import { bodyOf, objects, pretend, read, remembering, resend } from '../kit/breaks.ts';
import { answerBody, type Break, type Fault, fault, type Json, objectIn } from '../kit/fault.ts';
import { ownerIn } from '../kit/ids.ts';
import type { OperationId } from '../kit/routes.ts';
import { idsOf } from './membership.ts';
import { type Change, watching } from './watching.ts';

const classChanges: readonly OperationId[] = [
  'addClassStudents',
  'removeClassStudents',
  'addClassTeachers',
  'removeClassTeachers',
];
const cohortChanges: readonly OperationId[] = [
  'addCohortStudents',
  'removeCohortStudents',
  'addCohortTests',
  'removeCohortTests',
];

const counted = {
  story: 'Each assignment is a row of its own, and a removal deletes one of them.',
  deep: true,
  with: countingRows(),
} as const;

const createdAgain = {
  story: 'A retried creation is answered as the first one was, with 201.',
  with: pretend(409, 201, {}),
};

/** Faults that no single operation shows, only several in the right order. */
export const sequences: readonly Fault[] = [
  fault('add-class-students.keeps-others/sequence!counted', {
    ...counted,
    on: ['addClassStudents'],
    touches: classChanges,
  }),
  fault('add-cohort-students.keeps-others/sequence!counted', {
    ...counted,
    on: ['addCohortStudents'],
    touches: cohortChanges,
  }),
  fault('add-class-students.keeps-others/sequence!other-kind', {
    on: ['addClassStudents'],
    touches: classChanges,
    story: 'Assigning teachers writes the group anew, without its students.',
    deep: true,
    with: losingStudents(),
  }),
  fault('add-cohort-students.keeps-others/sequence!other-kind', {
    on: ['addCohortStudents'],
    touches: cohortChanges,
    story: 'Assigning tests writes the group anew, without its students.',
    deep: true,
    with: losingStudents(),
  }),
  fault('add-class-students.keeps-others/sequence!created-again', {
    ...createdAgain,
    on: ['addClassStudents'],
    touches: ['createClass'],
  }),
  fault('add-cohort-students.keeps-others/sequence!created-again', {
    ...createdAgain,
    on: ['addCohortStudents'],
    touches: ['createCohort'],
  }),
  fault('add-cohort-students.keeps-others/sequence!tests-by-name', {
    on: ['addCohortStudents'],
    touches: ['addCohortTests'],
    story: 'The statement finds the cohort of the tests by its name, which one of another year has as well.',
    deep: true,
    with: async (request, service) => {
      const id = ownerIn(request);
      const copy = request.clone();
      const response = await service(request);
      if (!response.ok) return response;
      const { cohort } = await read(copy, service, `/smart-ia/cohorts/${id}`);
      const name = String((cohort as Json | undefined)?.['name']);
      const found = await read(copy, service, `/smart-ia/cohorts?search=${encodeURIComponent(name)}`);
      for (const other of objects(found['data']))
        if (other['cohortId'] !== id)
          await service(
            new Request(copy.url.replace(id, String(other['cohortId'])), resend(copy, await bodyOf(copy))),
          );
      return response;
    },
  }),
  fault('add-cohort-students.keeps-others/sequence!catalogue', {
    on: ['addCohortStudents'],
    touches: ['removeCohortTests', 'listTests'],
    story: 'The relation cascades the wrong way: a test goes with its assignment.',
    deep: true,
    with: remembering(() => {
      const gone = new Set<string>();
      const list = answerBody((body) => ({
        ...body,
        data: objects(body['data']).filter(({ testId }) => !gone.has(String(testId))),
      }));
      return async (request, service) => {
        if (request.method === 'GET') return list(request, service);
        const ids = idsOf((await objectIn(request)) ?? {}, 'testIds');
        const response = await service(request);
        if (response.ok) for (const id of ids) gone.add(id);
        return response;
      };
    }),
  }),
];

/** Removes all students of a class when teachers are assigned to it, and those of a cohort when tests are. */
function losingStudents(): Break {
  return watching(async (change) => {
    const response = await change.send(change.ids);
    const path = change.path.replace(/\/(?:teachers|tests)$/, '/students');
    const students = [...(change.membersByPath.get(path) ?? [])];
    if (change.assigns && response.ok && path !== change.path && students.length > 0)
      await removeStudents(change, path, students);
    return response;
  });
}

/** The list of students takes users, whichever list is being changed. */
async function removeStudents(
  { request, service }: Change,
  path: string,
  userIds: readonly string[],
): Promise<void> {
  const { headers } = request;
  const body = JSON.stringify({ userIds });
  await service(new Request(new URL(path, request.url), { method: 'DELETE', headers, body }));
}

/** Removes a member who was assigned twice only at the second removal. */
function countingRows(): Break {
  return remembering(() => {
    const rows = new Map<string, number>();
    return watching(({ path, ids, assigns, send }) => {
      const rowsOf = (id: string) => rows.get(`${path} ${id}`) ?? 0;
      const left = new Set(ids.filter((id) => rowsOf(id) > 1));
      for (const id of ids) {
        rows.set(`${path} ${id}`, assigns ? rowsOf(id) + 1 : Math.max(0, rowsOf(id) - 1));
      }
      return send(assigns ? ids : ids.filter((id) => !left.has(id)));
    });
  });
}
