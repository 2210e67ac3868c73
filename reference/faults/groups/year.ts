import { bodyOf, objects, read, refusal, remembering, resend } from '../kit/breaks.ts';
import { answer, type Break, type Fault, faults, faultsFrom, type Json, type Service } from '../kit/fault.ts';
import { isLongAsUuid, isUuid } from '../kit/ids.ts';
import { groupOf } from './group.ts';
import { otherPayload, payloadOf } from './payload.ts';

/** Faults of the academic year in which something is created. */
export const year: readonly Fault[] = [
  ...faults(
    {
      'create-class.academic-year-id!ignored': 'createClass',
      'create-cohort.academic-year-id!ignored': 'createCohort',
    },
    {
      story: 'Everything is created in the current year, whatever the body says.',
      with: otherPayload((payload) => ({ ...payload, academicYearId: undefined })),
    },
  ),
  ...faults(
    {
      'create-class.academic-year-id!told-only': 'createClass',
      'create-cohort.academic-year-id!told-only': 'createCohort',
    },
    {
      story: 'The answer repeats the year that was sent, and the row is stored in the current one.',
      deep: true,
      with: async (request, service) => {
        const sent = await yearIn(request);
        const response = await service(await withYear(request, undefined));
        return response.ok && sent !== undefined ? showingYear(request, response, sent) : response;
      },
    },
  ),
  ...faults(
    {
      'create-class.academic-year-id!cached': 'createClass',
      'create-cohort.academic-year-id!cached': 'createCohort',
    },
    {
      story:
        'The cache of years holds the first and the current one; what it misses falls back to the default.',
      deep: true,
      with: async (request, service) => {
        const years = objects((await read(request, service, '/academic-years'))['data']);
        const sent = await yearIn(request);
        const isMissed = years.slice(1).some((year) => year['academicYearId'] === sent);
        return service(isMissed ? await withYear(request, undefined) : request);
      },
    },
  ),
  ...faults(
    {
      'create-class.academic-year-id/unknown': 'createClass',
      'create-cohort.academic-year-id/unknown': 'createCohort',
    },
    {
      story: 'A year that is not found falls back to the current one.',
      with: fallingBack(isUuid),
    },
  ),
  ...faults(
    {
      'create-class.academic-year-default/accepted': 'createClass',
      'create-cohort.academic-year-default/accepted': 'createCohort',
    },
    {
      story: 'The model that the framework validates by has the year as a required field.',
      with: async (request, service) => {
        const payload = await payloadOf(request);
        const lacksYear = payload !== undefined && payload['academicYearId'] === undefined;
        return lacksYear ? refusal(400, 'academicYearId is required.') : service(request);
      },
    },
  ),
  ...faults(
    {
      'create-class.academic-year-default/accepted!described': 'createClass',
      'create-cohort.academic-year-default/accepted!described': 'createCohort',
    },
    {
      story: 'What has a description goes through the newer route, in which the year is required.',
      deep: true,
      with: async (request, service) => {
        const payload = await payloadOf(request);
        const isRefused = payload?.['description'] !== undefined && payload['academicYearId'] === undefined;
        return isRefused ? refusal(400, 'academicYearId is required.') : service(request);
      },
    },
  ),
  ...faults(
    {
      'create-class.academic-year-default!oldest': 'createClass',
      'create-cohort.academic-year-default!oldest': 'createCohort',
    },
    {
      story: 'The default is the first year of the table.',
      with: oldestByDefault(async (_request, response) => response),
    },
  ),
  ...faults(
    {
      'create-class.academic-year-default!told-only': 'createClass',
      'create-cohort.academic-year-default!told-only': 'createCohort',
    },
    {
      story:
        'The answer is filled with the current year, and the row with the default of its column, the oldest.',
      deep: true,
      with: oldestByDefault(async (request, response, service) => {
        if (!response.ok) return response;
        const { academicYear } = await read(request, service, '/academic-years/current');
        return showingYear(request, response, (academicYear as Json)['academicYearId']);
      }),
    },
  ),
  ...faultsFrom(
    {
      'create-class.academic-year-default!asked-for-last': ['createClass', 'listClasses'],
      'create-cohort.academic-year-default!asked-for-last': ['createCohort', 'listCohorts'],
    },
    ([op, list]) => ({
      on: [op],
      touches: [op, list],
      story:
        'The year that was chosen in a list is the working year of the key, as in the pages of the product.',
      deep: true,
      with: inWorkingYear(),
    }),
  ),
  ...faults(
    {
      'create-class.academic-year-form!dropped': 'createClass',
      'create-cohort.academic-year-form!dropped': 'createCohort',
    },
    {
      story: 'A year that cannot be read counts as none.',
      with: fallingBack((id) => !isUuid(id)),
    },
  ),
  ...faults(
    {
      'create-class.academic-year-form!length-only': 'createClass',
      'create-cohort.academic-year-form!length-only': 'createCohort',
    },
    {
      story: 'Whether a year is an id is told from its length, and what is not found falls back.',
      deep: true,
      with: fallingBack(isLongAsUuid),
    },
  ),
];

/** Sends a creation that was refused once more without its year, if `falls` says so of that year. */
function fallingBack(falls: (id: string) => boolean): Break {
  return async (request, service) => {
    const response = await service(request.clone());
    const id = String((await yearIn(request)) ?? '');
    const isRepeated = response.status === 400 && id !== '' && falls(id);
    return isRepeated ? service(await withYear(request, undefined)) : response;
  };
}

/** Creates what names no year in the oldest year, and may change the answer. */
function oldestByDefault(
  answered: (request: Request, response: Response, service: Service) => Promise<Response>,
): Break {
  return async (request, service) => {
    const payload = await payloadOf(request);
    if (payload === undefined || payload['academicYearId'] !== undefined) return service(request);
    const [oldest] = objects((await read(request, service, '/academic-years'))['data']);
    const response = await service(await withYear(request, oldest?.['academicYearId']));
    return answered(request, response, service);
  };
}

async function yearIn(request: Request): Promise<unknown> {
  return (await payloadOf(request))?.['academicYearId'];
}

/** The same creation in another year, or without one. */
async function withYear(request: Request, academicYearId: unknown): Promise<Request> {
  const body = await bodyOf(request);
  const { wrapper } = groupOf(request);
  return resend(request, { ...body, [wrapper]: { ...(body[wrapper] as Json), academicYearId } });
}

/** The answer to a creation with another year. */
async function showingYear(request: Request, response: Response, academicYearId: unknown): Promise<Response> {
  const { wrapper } = groupOf(request);
  const created = ((await response.json()) as Json)[wrapper] as Json;
  return answer(response, { [wrapper]: { ...created, academicYearId } });
}

/** Creates without a year in the one that a list was asked for last. */
function inWorkingYear(): Break {
  return remembering(() => {
    let working: string | undefined;
    return async (request, service) => {
      if (request.method === 'POST')
        return service((await yearIn(request)) === undefined ? await withYear(request, working) : request);
      const asked = new URL(request.url).searchParams.get('academicYearId');
      const response = await service(request);
      if (response.ok && asked !== null) working = isUuid(asked) ? asked : undefined;
      return response;
    };
  });
}
