import { insteadOf, objects, pretend, read, refusal } from '../kit/breaks.ts';
import { answer, answerBody, type Break, type Fault, fault, faults, type Json } from '../kit/fault.ts';
import { isLongAsUuid, lastIn } from '../kit/ids.ts';
import { otherName } from './answers.ts';
import { byGroup, groupOf } from './group.ts';

const pageSize = 100;

/** Faults of reads by id. */
export const get: readonly Fault[] = [
  ...faults(
    { 'get-class.success': 'getClass', 'get-cohort.success': 'getCohort' },
    {
      story: 'A cached answer keeps the 203 of the cache.',
      with: insteadOf(200, 203),
    },
  ),
  ...faults(
    { 'get-class.body/asked-for': 'getClass', 'get-cohort.body/asked-for': 'getCohort' },
    {
      story: 'The id in the path is compared with itself, and the first row is answered.',
      with: async (request, service) => {
        const { path, wrapper } = groupOf(request);
        const response = await service(request);
        if (!response.ok) return response;
        return answer(response, { [wrapper]: objects((await read(request, service, path))['data'])[0] });
      },
    },
  ),
  ...faults(
    {
      'get-class.body/asked-for!later-pages': 'getClass',
      'get-cohort.body/asked-for!later-pages': 'getCohort',
    },
    {
      story: 'The row is looked up by its place on its page, and the page is always the first.',
      deep: true,
      with: async (request, service) => {
        const { id, path, wrapper } = groupOf(request);
        const response = await service(request);
        if (!response.ok) return response;
        const all = objects((await read(request, service, `${path}?limit=1000`))['data']);
        const at = all.findIndex((item) => item[id] === lastIn(request));
        return answer(response, { [wrapper]: all[at % pageSize] });
      },
    },
  ),
  ...faults(
    { 'get-class.not-found/cohort': 'getClass', 'get-cohort.not-found/class': 'getCohort' },
    {
      story: 'The group is found in the common table, and its row in the table of its kind is not there.',
      with: ofOtherKind((request) => refusal(400, `No such row: ${lastIn(request)}.`)),
    },
  ),
  ...faults(
    {
      'get-class.not-found/cohort!shown': 'getClass',
      'get-cohort.not-found/class!shown': 'getCohort',
    },
    {
      story: 'The query for the group leaves out its kind.',
      deep: true,
      with: ofOtherKind((request, { name, academicYearId, createdAt, updatedAt }) => {
        const { id, wrapper } = groupOf(request);
        const shown = { [id]: lastIn(request), name, academicYearId, createdAt, updatedAt };
        return Response.json({ [wrapper]: shown }, { headers: { 'access-control-allow-origin': '*' } });
      }),
    },
  ),
  ...faults(
    { 'get-class.bad-request': 'getClass', 'get-cohort.bad-request': 'getCohort' },
    {
      story: 'An id that cannot be read is answered as nothing.',
      with: emptyInsteadOf(400),
    },
  ),
  ...faults(
    { 'get-class.bad-request!length-only': 'getClass', 'get-cohort.bad-request!length-only': 'getCohort' },
    {
      story: 'Whether a text is an id is told from its length, and what is not found is answered as nothing.',
      deep: true,
      with: (request, service) =>
        isLongAsUuid(lastIn(request)) ? emptyInsteadOf(400)(request, service) : service(request),
    },
  ),
  ...faults(
    { 'get-class.not-found!empty': 'getClass', 'get-cohort.not-found!empty': 'getCohort' },
    {
      story: 'What is not found is answered as nothing.',
      with: emptyInsteadOf(404),
    },
  ),
  ...faults(
    { 'get-class.not-found!refused': 'getClass', 'get-cohort.not-found!refused': 'getCohort' },
    {
      story: 'What is not found is answered as forbidden, so as not to tell what exists.',
      with: insteadOf(404, 403),
    },
  ),
  ...faults(
    { 'get-class.same-as-list!name': 'getClass', 'get-cohort.same-as-list!name': 'getCohort' },
    {
      story: 'The single read has the name for the screen, shortened.',
      with: otherName((name) => name.slice(0, 6)),
    },
  ),
  ...faults(
    {
      'get-class.same-as-list!beyond-ascii': 'getClass',
      'get-cohort.same-as-list!beyond-ascii': 'getCohort',
    },
    {
      story: 'The single read comes from a store that keeps names in ASCII.',
      deep: true,
      with: otherName((name) => name.replace(/[^\p{ASCII}]/gu, '?')),
    },
  ),
  ...faults(
    {
      'get-class.body/asked-for!namesake': 'getClass',
      'get-cohort.body/asked-for!namesake': 'getCohort',
    },
    {
      story: 'The row is found by its id, and its fields by its name, which another may have.',
      deep: true,
      with: async (request, service) => {
        const { path, wrapper } = groupOf(request);
        const response = await service(request);
        if (!response.ok) return response;
        const own = ((await response.clone().json()) as Json)[wrapper] as Json;
        const all = objects((await read(request, service, `${path}?limit=1000`))['data']);
        return answer(response, { [wrapper]: all.find(({ name }) => name === own['name']) ?? own });
      },
    },
  ),
  ...faults(
    {
      'get-class.same-as-list!not-in-index': 'getClass',
      'get-cohort.same-as-list!not-in-index': 'getCohort',
    },
    {
      story: 'The single read goes through an index of names, which has those in ASCII alone.',
      deep: true,
      with: unreadableWhere(({ name }) => /[^\p{ASCII}]/u.test(String(name))),
    },
  ),
  ...faults(
    {
      'get-class.same-as-list/page!joined': 'getClass',
      'get-cohort.same-as-list/page!joined': 'getCohort',
    },
    {
      story: 'Descriptions lie in a table of their own, and the join of the single read finds no row in it.',
      deep: true,
      with: unreadableWhere(({ description }) => description !== undefined),
    },
  ),
  fault('get-cohort.same-as-list!last-test', {
    on: ['getCohort'],
    touches: ['listCohorts'],
    story: 'The list is joined with at most two tests for each cohort.',
    deep: true,
    with: answerBody((body) => ({
      ...body,
      data: objects(body['data']).map((cohort) =>
        cohort['tests'] ? { ...cohort, tests: objects(cohort['tests']).slice(0, 2) } : cohort,
      ),
    })),
  }),
];

/** Answers with 404 to the read of some groups. */
function unreadableWhere(isUnreadable: (group: Json) => boolean): Break {
  return async (request, service) => {
    const response = await service(request);
    if (!response.ok) return response;
    const { wrapper } = groupOf(request);
    const group = ((await response.clone().json()) as Json)[wrapper] as Json;
    return isUnreadable(group) ? refusal(404, `There is no such ${wrapper}.`) : response;
  };
}

/** Answers with 200 and an empty wrapper where the service gave this status. */
function emptyInsteadOf(status: number): Break {
  return byGroup(({ wrapper }) => pretend(status, 200, { [wrapper]: null }));
}

/** Answers otherwise where what is not found is a group of the other kind. */
function ofOtherKind(otherwise: (request: Request, found: Json) => Response): Break {
  return async (request, service) => {
    const response = await service(request);
    if (response.status !== 404) return response;
    const isClass = groupOf(request).wrapper === 'class';
    const path = `${isClass ? '/smart-ia/cohorts' : '/classes'}/${lastIn(request)}`;
    const found = (await read(request, service, path))[isClass ? 'cohort' : 'class'] as Json | undefined;
    return found === undefined ? response : otherwise(request, found);
  };
}
