import { bodyOf, objects, read, resend } from '../../faults/kit/breaks.ts';
import { answer, answerBody, type Break, type Json, query, requestBody } from '../../faults/kit/fault.ts';
import type { OperationId } from '../../faults/kit/routes.ts';
import { type Variant, variant } from '../kit/variant.ts';

const lists: readonly OperationId[] = ['listClasses', 'listCohorts'];
const singles: readonly OperationId[] = ['getClass', 'getCohort'];
const creations: readonly OperationId[] = ['createClass', 'createCohort'];
const shown: readonly OperationId[] = [...lists, ...singles, ...creations];

const unknownId = '00000000-0000-4000-8000-00000000aaaa';
/** Ends a stored name that differs from another one only in letter case; no answer shows it. */
const mark = '\u200b';

/** Freedoms of academic years, classes, cohorts and tests; memberships have a file of their own. */
export const groups: readonly Variant[] = [
  variant('academic-years.no-current!between-years', {
    fills: ['academic-years.no-current'],
    story: 'It is August, and no year is current: the word selects nothing.',
    on: ['getCurrentAcademicYear', ...lists],
    with: async (request, service) => {
      if (request.url.includes('/academic-years/current')) return notFound(request, service);
      return query((query) => {
        if (query.get('academicYearId') === 'current') query.set('academicYearId', unknownId);
      })(request, service);
    },
  }),
  variant('academic-years.malformed-id!400', {
    fills: ['academic-years.malformed-id'],
    story: 'Every path is validated before anything is looked up, that of years included.',
    on: ['getAcademicYear'],
    with: async (request, service) => {
      const response = await service(request);
      const malformed = response.status === 404 && !/[0-9a-f]{12}$/i.test(request.url);
      return malformed ? refused(response, 400) : response;
    },
  }),
  variant('paths.malformed-id!404', {
    fills: ['paths.malformed-id'],
    story: 'An id that is no UUID names nothing, and is not found.',
    shapes: { malformedId: 404 },
  }),
  variant('class.required-fields!list-is-brief', {
    fills: ['class.required-fields'],
    story: 'The list has ids and names only; a single read has everything.',
    overlay: [{ target: '$.components.schemas.Class.required', remove: true }],
    on: ['listClasses'],
    with: answerBody((body) => ({
      ...body,
      data: objects(body['data']).map(({ classId, name }) => ({ classId, name })),
    })),
  }),
  variant('create-class.fields!title', {
    fills: ['create-class.fields', 'create-cohort.fields'],
    story: 'What is called `name` when it is read is called `title` when it is created.',
    overlay: ['CreateClass', 'CreateCohort'].flatMap((schema) => [
      { target: `$.components.schemas.${schema}.required`, remove: true as const },
      { target: `$.components.schemas.${schema}.properties.name`, remove: true as const },
      {
        target: `$.components.schemas.${schema}`,
        update: { required: ['title'], properties: { title: { type: 'string', 'x-means': 'name' } } },
      },
    ]),
    on: creations,
    with: requestBody((body) =>
      Object.fromEntries(
        Object.entries(body).map(([wrapper, payload]) => {
          if (typeof payload !== 'object' || payload === null || Array.isArray(payload))
            return [wrapper, payload];
          const { title, ...rest } = payload as Json;
          return [wrapper, title === undefined ? rest : { ...rest, name: title }];
        }),
      ),
    ),
  }),
  variant('create-class.fields!narrow', {
    fills: ['create-class.fields', 'create-cohort.fields'],
    story: 'A name has at most a hundred letters, and a description that is there has one at least.',
    on: creations,
    with: async (request, service) => {
      const [payload] = objects(Object.values(await bodyOf(request)));
      const isNarrow = String(payload?.['name'] ?? '').length <= 100 && payload?.['description'] !== '';
      // A body without anything is refused as well, and the key comes first.
      return service(isNarrow ? request : resend(request, {}));
    },
  }),
  variant('create-class.same-class!in-any-year', {
    fills: ['create-class.same-class', 'create-cohort.same-cohort'],
    story: 'A name is taken for good: no academic year may use it again.',
    on: creations,
    with: async (request, service) => {
      const name = nameIn(await bodyOf(request));
      const path = new URL(request.url).pathname.replace('/api/v1', '');
      const search = new URLSearchParams({ search: name });
      const found = name === '' ? {} : await read(request, service, `${path}?${search}`);
      const response = await service(request);
      return objects(found['data']).length > 0 && response.status < 400 ? refused(response, 409) : response;
    },
  }),
  variant('create-class.same-class!exact-case', {
    fills: ['create-class.same-class', 'create-cohort.same-cohort'],
    story: 'Names that differ in letter case are different names, though a search finds both.',
    readings: { 'create-class.same-class': 'exact-case', 'create-cohort.same-cohort': 'exact-case' },
    on: shown,
    with: async (request, service) => {
      const response =
        request.method === 'POST' ? await createdInOtherCase(request, service) : await service(request);
      const text = await response.text();
      return new Response(text.replaceAll(mark, ''), {
        status: response.status,
        headers: withoutLength(response),
      });
    },
  }),
  variant('create-class.unknown-academic-year!404', {
    fills: ['create-class.unknown-academic-year', 'list-classes.unknown-academic-year'],
    story: 'A year that does not exist is not found, wherever it is named.',
    on: [...creations, ...lists],
    with: async (request, service) => {
      const year = await yearOf(request);
      const response = await service(request);
      if (!/^[0-9a-f-]{36}$/i.test(year)) return response;
      const { data } = await read(request, service, '/academic-years');
      const isKnown = objects(data).some(
        (known) => String(known['academicYearId']).toLowerCase() === year.toLowerCase(),
      );
      // Who may not read the years isn't told of them, whatever else is wrong with the request.
      const isToldNothing = data === undefined || response.status === 401 || response.status === 403;
      return isKnown || isToldNothing ? response : refused(response, 404);
    },
  }),
  variant('create-class.name-normalisation!tidy', {
    fills: ['create-class.name-normalisation'],
    story: 'Names are trimmed, composed, and their runs of spaces are made one.',
    on: creations,
    with: requestBody((body) =>
      JSON.parse(
        JSON.stringify(body, (key, value: unknown) =>
          key === 'name' && typeof value === 'string'
            ? value.trim().normalize('NFC').replace(/ +/g, ' ')
            : value,
        ),
      ),
    ),
  }),
  variant('list-classes.search-empty!refused', {
    fills: ['list-classes.search-empty'],
    story: 'An empty search is a mistake of the client.',
    on: lists,
    with: async (request, service) => {
      const response = await service(request);
      return new URL(request.url).searchParams.get('search') === '' ? refused(response, 400) : response;
    },
  }),
  variant('cohort.tests-order!newest-first', {
    fills: ['cohort.tests-order'],
    story: 'The tests of a cohort come with the newest assignment first.',
    on: ['listCohorts', 'getCohort'],
    with: answerBody((body) => {
      for (const cohort of [...objects(body['data']), body['cohort'] as Json])
        if (cohort?.['tests']) cohort['tests'] = objects(cohort['tests']).toReversed();
      return body;
    }),
  }),
  variant('cohort-test.activation-status-values!capitals', {
    fills: ['cohort-test.activation-status-values'],
    story: 'The status is one of three words in capitals.',
    shapes: { activation: { active: 'ACTIVE', inactive: 'PAUSED' } },
    overlay: [
      { target: '$.components.schemas.CohortTest.properties.activationStatus.enum', remove: true },
      {
        target: '$.components.schemas.CohortTest.properties.activationStatus',
        update: { enum: ['ACTIVE', 'PAUSED', 'RETIRED'] },
      },
    ],
  }),
];

/** Creates what was refused only for its letter case under a marked name. */
const createdInOtherCase: Break = async (request, service) => {
  const body = await bodyOf(request);
  const response = await service(request);
  if (response.status !== 409) return response;
  const name = nameIn(body);
  const path = new URL(request.url).pathname.replace('/api/v1', '');
  const isTaken = objects(
    (await read(request, service, `${path}?search=${encodeURIComponent(name)}`))['data'],
  ).some((item) => String(item['name']).replaceAll(mark, '') === name);
  if (isTaken) return response;
  const marked = mark.repeat([...name].filter((letter) => letter !== letter.toLowerCase()).length + 1);
  const again = JSON.stringify(body, (key, value: unknown) =>
    key === 'name' ? `${String(value)}${marked}` : value,
  );
  return service(resend(request, JSON.parse(again)));
};

const notFound: Break = async (request, service) => {
  const response = await service(request);
  return response.ok
    ? answer(response, { status: 404, message: 'No year is current.' }, { status: 404 })
    : response;
};

function refused(response: Response, status: number): Response {
  const headers = { 'content-type': 'application/json' };
  return answer(response, { status, message: 'This is refused.' }, { status, headers });
}

function nameIn(body: Json): string {
  const payload = (body['class'] ?? body['cohort'] ?? {}) as Json;
  return String(payload['name'] ?? '');
}

/** The year that a request names, in its query or its body. */
async function yearOf(request: Request): Promise<string> {
  const asked = new URL(request.url).searchParams.get('academicYearId');
  const body = await bodyOf(request);
  const payload = (body['class'] ?? body['cohort'] ?? {}) as Json;
  return asked ?? String(payload['academicYearId'] ?? '');
}

function withoutLength({ headers }: Response): Headers {
  const changed = new Headers(headers);
  changed.delete('content-length');
  return changed;
}
