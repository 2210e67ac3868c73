import { bodyOf, objects, remembering, resend } from '../kit/breaks.ts';
import { answerBody, type Break, type Fault, faultsFrom, type Json } from '../kit/fault.ts';
import { isUuid, ownerIn } from '../kit/ids.ts';
import { type OperationId, operationOf } from '../kit/routes.ts';
import { idsOf, listOf, membershipFaults } from './membership.ts';
import { watching } from './watching.ts';

const assigned = {
  'add-class-students.effect/some-there': 'addClassStudents',
  'add-class-teachers.effect/some-there': 'addClassTeachers',
  'add-cohort-students.effect/some-there': 'addCohortStudents',
  'add-cohort-tests.effect/some-there': 'addCohortTests',
} as const;

/** Faults of lists of which a part is there already, is not there, or cannot be read. */
export const partial: readonly Fault[] = [
  ...membershipFaults(assigned, {
    story: 'The loop over a list ends at the first member who is there already.',
    with: watching(({ ids, assigns, members, send }) =>
      sendSome(assigns ? until(ids, (id) => members.has(id)) : ids, send),
    ),
  }),
  ...membershipFaults(
    {
      'add-class-students.effect/some-there!next': 'addClassStudents',
      'add-class-teachers.effect/some-there!next': 'addClassTeachers',
      'add-cohort-students.effect/some-there!next': 'addCohortStudents',
      'add-cohort-tests.effect/some-there!next': 'addCohortTests',
    },
    {
      story: 'Known members are taken out of the list while it is walked, and the next one is passed over.',
      deep: true,
      with: watching(({ ids, assigns, members, send }) =>
        send(assigns ? ids.filter((_, at) => !members.has(ids[at - 1] ?? '')) : ids),
      ),
    },
  ),
  ...membershipFaults(
    {
      'remove-class-students.effect/some-absent': 'removeClassStudents',
      'remove-class-teachers.effect/some-absent': 'removeClassTeachers',
      'remove-cohort-students.effect/some-absent': 'removeCohortStudents',
      'remove-cohort-tests.effect/some-absent': 'removeCohortTests',
    },
    {
      story: 'The loop over a list ends at the first one who is not a member.',
      with: watching(({ ids, assigns, members, send }) =>
        sendSome(assigns ? ids : until(ids, (id) => !members.has(id)), send),
      ),
    },
  ),
  ...membershipFaults(
    {
      'remove-class-students.effect/some-absent!counted': 'removeClassStudents',
      'remove-class-teachers.effect/some-absent!counted': 'removeClassTeachers',
      'remove-cohort-students.effect/some-absent!counted': 'removeCohortStudents',
      'remove-cohort-tests.effect/some-absent!counted': 'removeCohortTests',
    },
    {
      story: 'As many rows are deleted as the list has ids, less one for each that is not there.',
      deep: true,
      with: watching(({ ids, assigns, members, send }) => {
        const absent = ids.filter((id) => !members.has(id)).length;
        return send(assigns ? ids : ids.slice(0, Math.max(1, ids.length - absent)));
      }),
    },
  ),
  ...shownTwice(
    {
      'add-class-students.effect/stays-one': ['addClassStudents', 'listUsers', 'classIds'],
      'add-class-teachers.effect/stays-one': ['addClassTeachers', 'listUsers', 'classIds'],
      'add-cohort-students.effect/stays-one': ['addCohortStudents', 'listUsers', 'cohortIds'],
      'add-cohort-tests.effect/stays-one': ['addCohortTests', 'getCohort', 'tests'],
    },
    {
      story: 'Each assignment is a row, and the list is joined with the rows.',
      isRepeated: (ids, before) => ids.filter((id) => before.has(id)),
    },
  ),
  ...shownTwice(
    {
      'add-class-students.effect/stays-one!in-one-list': ['addClassStudents', 'listUsers', 'classIds'],
      'add-class-teachers.effect/stays-one!in-one-list': ['addClassTeachers', 'listUsers', 'classIds'],
      'add-cohort-students.effect/stays-one!in-one-list': ['addCohortStudents', 'listUsers', 'cohortIds'],
      'add-cohort-tests.effect/stays-one!in-one-list': ['addCohortTests', 'getCohort', 'tests'],
    },
    {
      story: 'Who is there is asked once for a list, and not again for what it names twice.',
      deep: true,
      isRepeated: (ids) => ids.filter((id, at) => ids.indexOf(id) !== at),
    },
  ),
  ...membershipFaults(
    {
      'add-class-students.user-ids-form/nothing-left': 'addClassStudents',
      'remove-class-students.user-ids-form/nothing-left': 'removeClassStudents',
      'add-class-teachers.user-ids-form/nothing-left': 'addClassTeachers',
      'remove-class-teachers.user-ids-form/nothing-left': 'removeClassTeachers',
      'add-cohort-students.user-ids-form/nothing-left': 'addCohortStudents',
      'remove-cohort-students.user-ids-form/nothing-left': 'removeCohortStudents',
      'add-cohort-tests.test-ids-form/nothing-left': 'addCohortTests',
      'remove-cohort-tests.test-ids-form/nothing-left': 'removeCohortTests',
    },
    {
      story: 'Each id is read and written in turn, outside of a transaction, until one cannot be read.',
      with: doneInPart((ids) => until(ids, (id) => !isUuid(id))),
    },
  ),
  ...membershipFaults(
    {
      'add-class-students.user-ids-form/nothing-left!behind': 'addClassStudents',
      'remove-class-students.user-ids-form/nothing-left!behind': 'removeClassStudents',
      'add-class-teachers.user-ids-form/nothing-left!behind': 'addClassTeachers',
      'remove-class-teachers.user-ids-form/nothing-left!behind': 'removeClassTeachers',
      'add-cohort-students.user-ids-form/nothing-left!behind': 'addCohortStudents',
      'remove-cohort-students.user-ids-form/nothing-left!behind': 'removeCohortStudents',
      'add-cohort-tests.test-ids-form/nothing-left!behind': 'addCohortTests',
      'remove-cohort-tests.test-ids-form/nothing-left!behind': 'removeCohortTests',
    },
    {
      story: 'The list is worked off from its end, outside of a transaction.',
      deep: true,
      with: doneInPart((ids) => ids.slice(ids.findLastIndex((id) => !isUuid(id)) + 1)),
    },
  ),
];

/** The part of a list before the first id of which `holds` is true. */
function until(ids: readonly string[], holds: (id: string) => boolean): readonly string[] {
  return ids.slice(0, firstWhere(ids, holds));
}

/** Sends the rest of a list; answers with success where nothing is left to send. */
async function sendSome(
  ids: readonly string[],
  send: (ids: readonly string[]) => Promise<Response>,
): Promise<Response> {
  return ids.length > 0 ? send(ids) : new Response(null, { status: 204 });
}

/** The index of the first id of which `holds` is true; the length of the list if there is none. */
function firstWhere(ids: readonly string[], holds: (id: string) => boolean): number {
  const at = ids.findIndex(holds);
  return at < 0 ? ids.length : at;
}

/** Does a part of a list that is refused for an id that is none. */
function doneInPart(part: (ids: readonly string[]) => readonly string[]): Break {
  return async (request, service) => {
    const response = await service(request.clone());
    const list = listOf(request);
    const ids = idsOf(await bodyOf(request), list);
    const done = ids.every(isUuid) ? [] : part(ids);
    if (response.status === 400 && done.length > 0) await service(resend(request, { [list]: done }));
    return response;
  };
}

/** Makes one fault for each id of a table: what was assigned again stands twice in what is read. */
function shownTwice(
  places: Readonly<Record<string, readonly [assign: OperationId, read: OperationId, field: string]>>,
  draft: {
    readonly story: string;
    readonly deep?: true;
    readonly isRepeated: (ids: readonly string[], before: ReadonlySet<string>) => readonly string[];
  },
): Fault[] {
  const { story, deep, isRepeated } = draft;
  return faultsFrom(places, ([assign, readBy, field]) => ({
    on: [assign],
    touches: [assign, readBy],
    story,
    ...(deep && { deep }),
    with: remembering(() => {
      const before = new Set<string>();
      const twice = new Set<string>();
      const shown = answerBody((body) => {
        for (const thing of [...objects(body['data']), ...objects([body['cohort']].filter(Boolean))])
          thing[field] = doubled(thing, field, twice);
        return body;
      });
      return async (request, service) => {
        if (operationOf(request) === readBy) return shown(request, service);
        const group = ownerIn(request);
        const pairs = idsOf(await bodyOf(request), listOf(request)).map((id) => `${group} ${id}`);
        const response = await service(request);
        if (!response.ok) return response;
        for (const pair of isRepeated(pairs, before)) twice.add(pair);
        for (const pair of pairs) before.add(pair);
        return response;
      };
    }),
  }));
}

/** The list of a user's groups or a cohort's tests, with what was assigned again standing twice. */
function doubled(thing: Json, field: string, twice: ReadonlySet<string>): unknown {
  const list = thing[field];
  if (!Array.isArray(list)) return list;
  const pairOf = (item: unknown) =>
    field === 'tests' ? `${thing['cohortId']} ${(item as Json)['testId']}` : `${item} ${thing['userId']}`;
  return list.flatMap((item) => (twice.has(pairOf(item)) ? [item, item] : [item]));
}
