import { bodyOf, objects, read, remembering, resend } from '../../faults/kit/breaks.ts';
import { answer, answerBody, type Break, type Json } from '../../faults/kit/fault.ts';
import { operationOf } from '../../faults/kit/routes.ts';
import { type Variant, variant } from '../kit/variant.ts';
import { wholeList } from '../kit/whole-list.ts';

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** The operations that rest on which academic year is the current one. */
const restingOnYear = [
  'getCurrentAcademicYear',
  'listClasses',
  'listCohorts',
  'createClass',
  'createCohort',
] as const;

/** How many requests to these are sent before the year moves: a part of those of a run. */
const beforeTheMove = 300;

/** Freedoms of the academic years of classes and cohorts. */
export const groupYears: readonly Variant[] = [
  variant('create-class.unknown-academic-year!created', {
    fills: ['create-class.unknown-academic-year'],
    story:
      'Years are kept by another service: what is created is in the year that was sent, whether it is there.',
    on: ['listClasses', 'listCohorts', 'getClass', 'getCohort', 'createClass', 'createCohort'],
    with: inAnyYear(),
  }),
  variant('academic-years.current-moves!midway', {
    fills: ['academic-years.current-moves'],
    story: 'Somebody in the office moves the college on to the next year, and a client is at work.',
    on: [...restingOnYear],
    with: remembering(() => {
      let requests = 0;
      return async (request, service) => {
        requests += 1;
        const { data } = await read(request, service, '/academic-years');
        const years = objects(data).toSorted((one, other) =>
          String(one['startDate']).localeCompare(String(other['startDate'])),
        );
        const year = years.at(requests > beforeTheMove ? -1 : -2)?.['academicYearId'];
        return service(year === undefined ? request : await inYear(request, String(year)));
      };
    }),
  }),
];

/** The request with a year by its id wherever it means the current one. */
async function inYear(request: Request, year: string): Promise<Request> {
  const url = new URL(request.url);
  if (request.method === 'GET') {
    url.pathname = url.pathname.replace(/academic-years\/current$/, `academic-years/${year}`);
    if (url.searchParams.get('academicYearId') === 'current') url.searchParams.set('academicYearId', year);
    return new Request(url, request);
  }
  const body = await bodyOf(request);
  const wrapper = operationOf(request) === 'createClass' ? 'class' : 'cohort';
  const payload = body[wrapper];
  if (typeof payload !== 'object' || payload === null || Array.isArray(payload)) return request;
  const sent = payload as Json;
  const isNamed = (sent['academicYearId'] ?? undefined) !== undefined;
  return isNamed ? request : resend(request, { ...body, [wrapper]: { ...sent, academicYearId: year } });
}

/** Creates in the current year what is sent for an unknown one, and shows it in the year that was sent. */
function inAnyYear(): Break {
  return remembering(() => {
    const years = new Map<unknown, string>();
    const ofYear = (group: Json): Json => {
      const year = years.get(group['classId'] ?? group['cohortId']);
      return year === undefined ? group : { ...group, academicYearId: year };
    };
    const listed = wholeList(async (items, request) => {
      const asked = new URL(request.url).searchParams.get('academicYearId');
      return items.map(ofYear).filter((item, at) => asked === null || item === items[at]);
    });
    const single = answerBody((body) =>
      Object.fromEntries(Object.entries(body).map(([wrapper, group]) => [wrapper, ofYear(group as Json)])),
    );
    return async (request, service) => {
      if (request.method === 'GET')
        return isList(request) ? listed(request, service) : single(request, service);
      const year = String((await payloadOf(request))?.['academicYearId'] ?? '');
      const response = await service(request.clone());
      if (response.status !== 400 || !uuid.test(year)) return response;
      const body = await bodyOf(request);
      const [[wrapper, payload] = ['', {}]] = Object.entries(body);
      const { academicYearId: _, ...rest } = payload as Json;
      const made = await service(resend(request, { [wrapper]: rest }));
      if (!made.ok) return made;
      const group = ((await made.json()) as Json)[wrapper] as Json;
      years.set(group['classId'] ?? group['cohortId'], year);
      return answer(made, { [wrapper]: ofYear(group) });
    };
  });
}

function isList(request: Request): boolean {
  return operationOf(request)?.startsWith('list') === true;
}

/** What a creation sends in its wrapper, whatever the wrapper is. */
async function payloadOf(request: Request): Promise<Json | undefined> {
  const [payload] = Object.values(await bodyOf(request));
  return typeof payload === 'object' && payload !== null ? (payload as Json) : undefined;
}
