import { insteadOf, objects, pretend, read, refusal, remembering } from '../kit/breaks.ts';
import {
  answer,
  answerBody,
  type Break,
  type Fault,
  fault,
  faultOfService,
  type Json,
} from '../kit/fault.ts';
import { isLongAsUuid, isUuid, lastIn } from '../kit/ids.ts';
import { byBothEnds, byFirstBlock, withMoreAround } from '../kit/near-ids.ts';

/** Faults of chapter Academic years. */
export const academicYears: readonly Fault[] = [
  fault('list-academic-years.success', {
    on: ['listAcademicYears'],
    story: 'A cache in front answers with 203 where it has changed a header.',
    with: insteadOf(200, 203),
  }),
  fault('get-academic-year.success', {
    on: ['getAcademicYear'],
    story: 'A year is answered like a part of a document, with 206.',
    with: insteadOf(200, 206),
  }),
  fault('get-current-academic-year.success', {
    on: ['getCurrentAcademicYear'],
    story: 'The current year is found by a redirect to its id, which a gateway turns into 202.',
    with: insteadOf(200, 202),
  }),
  fault('get-current-academic-year.success/while-it-runs', {
    on: ['getCurrentAcademicYear'],
    story: 'The route by id stands first, and no year has the id `current`.',
    with: pretend(200, 404, { status: 404, message: 'There is no such academic year.' }),
  }),
  fault('get-academic-year.not-found/class', {
    on: ['getAcademicYear'],
    story: 'What is found in the common table has no dates, and is refused as it cannot be shown.',
    with: ofClasses(() => refusal(400, 'No dates.')),
  }),
  fault('get-academic-year.not-found/class!shown', {
    on: ['getAcademicYear'],
    story: 'The query for the year leaves out what kind of thing it is.',
    deep: true,
    with: ofClasses((request, { name }) =>
      Response.json(
        { academicYear: { academicYearId: lastIn(request), name } },
        { headers: { 'access-control-allow-origin': '*' } },
      ),
    ),
  }),
  fault('list-academic-years.body/identified', {
    on: ['listAcademicYears'],
    story: 'The list is made for a menu, and has names alone.',
    with: answerBody((body) => ({
      ...body,
      data: objects(body['data']).map(({ academicYearId: _, ...year }) => year),
    })),
  }),
  fault('list-academic-years.body/identified!last', {
    on: ['listAcademicYears'],
    deep: true,
    story: 'A year that is copied for the next has no key until somebody saves it.',
    with: answerBody((body) => {
      const years = objects(body['data']);
      const last = years.at(-1);
      return {
        ...body,
        data: years.map(({ academicYearId, ...year }) =>
          last?.['academicYearId'] === academicYearId ? year : { academicYearId, ...year },
        ),
      };
    }),
  }),
  fault('academic-year.id-unique', {
    on: ['listAcademicYears'],
    story: 'A join with the terms of a year repeats it.',
    with: answerBody((body) => ({ ...body, data: objects(body['data']).flatMap((year) => [year, year]) })),
  }),
  fault('academic-year.id-unique!last-two', {
    on: ['listAcademicYears'],
    story: 'A year that is copied for the next keeps its id until somebody edits it.',
    deep: true,
    with: answerBody((body) => {
      const [last, before] = objects(body['data']).toReversed();
      if (last && before) last['academicYearId'] = before['academicYearId'];
      return body;
    }),
  }),
  fault('get-current-academic-year.in-list!hidden', {
    on: ['getCurrentAcademicYear'],
    touches: ['listAcademicYears'],
    story: 'The list shows closed years only.',
    with: answerBody((body) => ({ ...body, data: objects(body['data']).slice(0, -1) })),
  }),
  fault('get-current-academic-year.in-list!end-date', {
    on: ['getCurrentAcademicYear'],
    story: 'The end of the current year is computed a day short.',
    deep: true,
    with: otherYear((year) => ({ ...year, endDate: '2026-07-30T23:59:59.999Z' })),
  }),
  fault('get-current-academic-year.own-answer!last-read', {
    on: ['getCurrentAcademicYear'],
    touches: ['getCurrentAcademicYear', 'getAcademicYear'],
    story: 'A year is kept once it is read, and the current one is looked for among what is kept.',
    with: lastReadInstead((status) => status === 200),
  }),
  fault('get-current-academic-year.own-answer!not-found', {
    on: ['getCurrentAcademicYear'],
    touches: ['getCurrentAcademicYear', 'getAcademicYear'],
    story:
      'A year that is not found leaves the shared query with a filter, and then the first year is current.',
    deep: true,
    with: lastReadInstead((status) => status === 404),
  }),
  fault('get-current-academic-year.unmoved', {
    on: ['getCurrentAcademicYear'],
    touches: ['getCurrentAcademicYear', 'createClass'],
    story: 'The year of the form is kept as the one that everybody works in.',
    with: yearOfNewest((year, newest) => newest !== undefined && newest !== year['academicYearId']),
  }),
  fault('get-current-academic-year.unmoved!earlier', {
    on: ['getCurrentAcademicYear'],
    touches: ['getCurrentAcademicYear', 'createClass'],
    story:
      'A year that begins before the current one is opened again by a class, and the first open year is current.',
    deep: true,
    with: yearOfNewest(
      (year, newest, at) => newest !== undefined && String(at?.['startDate']) < String(year['startDate']),
    ),
  }),
  fault('get-academic-year.body/asked-for!first', {
    on: ['getAcademicYear'],
    story: 'The id in the path is never read, and the first year is answered.',
    with: async (request, service) => {
      const response = await service(request);
      if (!response.ok) return response;
      const [first] = objects((await read(request, service, '/academic-years'))['data']);
      return answer(response, { academicYear: first });
    },
  }),
  fault('get-academic-year.body/asked-for!neighbour', {
    on: ['getAcademicYear'],
    story: 'Closed years are read from an archive that holds one, the oldest.',
    deep: true,
    with: async (request, service) => {
      const response = await service(request);
      if (!response.ok) return response;
      const years = objects((await read(request, service, '/academic-years'))['data']);
      const asked = (((await response.json()) as Json)['academicYear'] as Json)['academicYearId'];
      const at = years.findIndex(({ academicYearId }) => academicYearId === asked);
      return answer(response, { academicYear: at < years.length - 1 ? years[0] : years[at] });
    },
  }),
  fault('get-academic-year.not-found', {
    on: ['getAcademicYear'],
    story: 'What is not found is answered as an empty object.',
    with: pretend(404, 200, { academicYear: null }),
  }),
  ...byFirstBlock({
    'get-academic-year.not-found/near-id!first-block': [
      'getAcademicYear',
      '/academic-years',
      'academicYearId',
    ],
  }),
  ...byBothEnds({
    'get-academic-year.not-found/near-id!both-ends': ['getAcademicYear', '/academic-years', 'academicYearId'],
  }),
  ...withMoreAround({
    'get-academic-year.not-found/near-id!cut': ['getAcademicYear', 'cut'],
    'get-academic-year.not-found/near-id!found': ['getAcademicYear', 'found'],
  }),
  fault('get-academic-year.academic-year-id', {
    on: ['getAcademicYear'],
    story: 'An id that cannot be read falls back to the current year.',
    with: currentInstead((id) => !isUuid(id)),
  }),
  fault('get-academic-year.academic-year-id!length-only', {
    on: ['getAcademicYear'],
    story: 'Whether a text is an id is told from its length, and what is not found falls back.',
    deep: true,
    with: currentInstead(isLongAsUuid),
  }),
  fault('get-academic-year.same-as-list!start-date', {
    on: ['getAcademicYear'],
    story: 'One of two serialisers moves the start by the hour of summer time.',
    with: otherYear((year) => ({ ...year, startDate: '2024-08-31T23:00:00.000Z' })),
  }),
  fault('get-academic-year.same-as-list!closed-years', {
    on: ['getAcademicYear'],
    story: 'Past years are renamed when they are archived, and the list keeps the old names.',
    deep: true,
    with: otherYear((year) =>
      String(year['name']).startsWith('2025') ? year : { ...year, name: `${year['name']} (closed)` },
    ),
  }),
  fault('get-academic-year.same-as-list!archived', {
    on: ['getAcademicYear'],
    story: 'Past years lie in an archive, and the list alone looks there.',
    deep: true,
    with: async (request, service) => {
      const response = await service(request);
      if (!response.ok) return response;
      const { academicYear } = (await response.clone().json()) as { academicYear: Json };
      return String(academicYear['name']).startsWith('2025')
        ? response
        : refusal(404, 'There is no such academic year.');
    },
  }),
  faultOfService(
    'academic-years.read-only',
    {
      on: ['getAcademicYear'],
      story: 'The routes are generated from the model, those that change it as well.',
    },
    takingMethods(['DELETE', 'PATCH', 'PUT']),
  ),
  faultOfService(
    'academic-years.read-only!patch',
    {
      on: ['getAcademicYear'],
      story: 'A route that was made to rename years is left, and does nothing where there is no year.',
      deep: true,
    },
    takingMethods(['PATCH']),
  ),
];

/** Answers some methods on a single year with a success. */
function takingMethods(methods: readonly string[]): Fault['wrap'] {
  return (service) => async (request) => {
    const { pathname } = new URL(request.url);
    const response = await service(request.clone());
    const isTaken = methods.includes(request.method) && /\/academic-years\/[^/]+$/.test(pathname);
    return isTaken && [404, 405].includes(response.status)
      ? answer(response, undefined, { status: 204 })
      : response;
  };
}

/** Answers with the current year in place of a refusal if `holds` is true of the id in the path. */
function currentInstead(holds: (id: string) => boolean): Break {
  return async (request, service) => {
    const response = await service(request);
    if (response.ok || !holds(lastIn(request))) return response;
    return answer(response, await read(request, service, '/academic-years/current'), { status: 200 });
  };
}

/** Changes the single year in an answer. */
function otherYear(change: (year: Json) => Json): Break {
  return answerBody((body) => ({ ...body, academicYear: change(body['academicYear'] as Json) }));
}

/**
 * Answers a read of the current year with the year that was read last, or with the first year if that one was not
 * found.
 */
function lastReadInstead(remembers: (status: number) => boolean): Break {
  return remembering(() => {
    let kept: string | undefined;
    return async (request, service) => {
      const isCurrent = request.url.endsWith('/current');
      const response = await service(request);
      if (!isCurrent) kept = remembers(response.status) ? await textOf(response) : undefined;
      if (!isCurrent || kept === undefined || !response.ok) return response;
      const [first] = objects((await read(request, service, '/academic-years'))['data']);
      return answer(response, kept === '' ? { academicYear: first } : JSON.parse(kept));
    };
  });
}

/** Answers a read of the current year with that of the newest class, where `isMoved` says so. */
function yearOfNewest(isMoved: (current: Json, newest: unknown, year: Json | undefined) => boolean): Break {
  return remembering(() => {
    let newest: unknown;
    return async (request, service) => {
      const response = await service(request.clone());
      if (!response.ok) return response;
      const body = (await response.clone().json()) as Json;
      if (request.method === 'POST') {
        newest = (body['class'] as Json)['academicYearId'];
        return response;
      }
      const years = objects((await read(request, service, '/academic-years'))['data']);
      const year = years.find(({ academicYearId }) => academicYearId === newest);
      const current = body['academicYear'] as Json;
      return year && isMoved(current, newest, year) ? answer(response, { academicYear: year }) : response;
    };
  });
}

/** The text of a success, and none of a refusal. */
function textOf(response: Response): Promise<string> | string {
  return response.ok ? response.clone().text() : '';
}

/** Answers otherwise where what is asked for is a class. */
function ofClasses(otherwise: (request: Request, found: Json) => Response): Break {
  return async (request, service) => {
    const response = await service(request);
    if (response.status !== 404) return response;
    const { class: found } = await read(request, service, `/classes/${lastIn(request)}`);
    return found ? otherwise(request, found as Json) : response;
  };
}
