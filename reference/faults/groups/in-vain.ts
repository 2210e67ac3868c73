import { bodyOf, objects, read, refusal, refuseInstead, remembering, resend } from '../kit/breaks.ts';
import {
  answer,
  answerBody,
  type Break,
  type Fault,
  faults,
  type Json,
  requestBody,
  type Service,
} from '../kit/fault.ts';
import { isUuid } from '../kit/ids.ts';
import { onPage } from '../kit/pages.ts';
import { groupOf } from './group.ts';

/** Faults of creations and lists whose status, or whose total, is another one than what they do. */
export const inVain: readonly Fault[] = [
  ...faults(
    { 'create-class.bad-request!text-in-wrapper': 'createClass' },
    {
      story: 'A wrapper of the wrong type is told by another library than a field is, with 422.',
      deep: true,
      with: async (request, service) =>
        refuseInstead(400, typeof (await payloadIn(request)) === 'string' ? 422 : 400)(request, service),
    },
  ),
  ...faults(
    { 'create-class.bad-request!number-for-the-year': 'createClass' },
    {
      story: 'What is no text cannot be the year, and so the current one is taken.',
      deep: true,
      with: requestBody((body) => {
        const group = Object.values(body)[0] as Json | null;
        if (typeof group?.['academicYearId'] === 'number') delete group['academicYearId'];
        return body;
      }),
    },
  ),
  ...faults(
    { 'create-class.conflict/any-case!invalid': 'createClass' },
    {
      story: 'Names are compared by the validator, as one of its rules, and by the table letter by letter.',
      deep: true,
      with: async (request, service) => {
        const name = String((await payloadIn(request))?.['name'] ?? '');
        const plain = name === name.toUpperCase() || name === name.toLowerCase();
        return refuseInstead(409, plain ? 400 : 409)(request, service);
      },
    },
  ),
  ...faults(
    { 'create-class.academic-year-id!ok': 'createClass' },
    {
      story: 'What names its year is saved by the route of the import, which says 200.',
      with: async (request, service) => {
        const names = (await payloadIn(request))?.['academicYearId'] !== undefined;
        const response = await service(request);
        if (!names || response.status !== 201) return response;
        return answer(response, await response.json(), { status: 200 });
      },
    },
  ),
  ...faults(
    { 'create-class.academic-year-id/unknown!unprocessable': 'createClass' },
    {
      story: 'A year that is not there is told by the foreign key, whose errors are answered with 422.',
      with: async (request, service) =>
        refuseInstead([400, 404], isUuid(String((await payloadIn(request))?.['academicYearId'])) ? 422 : 400)(
          request,
          service,
        ),
    },
  ),
  ...faults(
    { 'create-class.body/after-refusals!other-year': 'createClass' },
    {
      story:
        'A year that cannot be read is put in the session of the client, where the default is looked for.',
      deep: true,
      with: defaultLost(),
    },
  ),
  ...faults(
    { 'create-class.bad-request/nothing-left!accepted': 'createClass' },
    {
      story: 'A year that cannot be read counts as none.',
      with: async (request, service) => {
        const payload = await payloadIn(request);
        const year = payload?.['academicYearId'];
        if (!payload || typeof year !== 'string' || isUuid(year)) return service(request);
        const { academicYearId: _, ...rest } = payload;
        return service(resend(request, { [groupOf(request).wrapper]: rest }));
      },
    },
  ),
  ...faults(
    { 'create-class.read-back/same-name!found': 'createClass' },
    {
      story: 'Without a year, a name is looked up in all of them, and what is found is given as new.',
      deep: true,
      with: foundByName,
    },
  ),
  ...faults(
    { 'list-classes.search-no-match!all-counted': 'listClasses' },
    {
      story: 'The query that counts knows no search.',
      with: async (request, service) => {
        const all = await read(request, service, '/classes?limit=1');
        const searches = new URL(request.url).searchParams.has('search');
        return onPage(request, service, (page) => {
          if (searches) page.pagination.total = Number((all['pagination'] as Json)['total']);
        });
      },
    },
  ),
  ...faults(
    { 'list-classes.academic-year-id/unknown!unprocessable': 'listClasses' },
    {
      story: 'A year that is not there is a value that cannot be worked with.',
      with: async (request, service) => {
        const year = new URL(request.url).searchParams.get('academicYearId') ?? 'current';
        if (year === 'current') return service(request);
        const known = objects((await read(request, service, '/academic-years'))['data']);
        const isKnown = known.some(({ academicYearId }) => academicYearId === year);
        return isKnown ? service(request) : refusal(422, 'There is no such year.');
      },
    },
  ),
  ...faults(
    { 'list-classes.academic-year-id!beside-a-search': 'listClasses' },
    {
      story: 'Beside a search the year is compared with the name of the year.',
      deep: true,
      with: async (request, service) => {
        const asked = new URL(request.url).searchParams;
        const both = asked.has('search') && isUuid(asked.get('academicYearId') ?? '');
        return onPage(request, service, (page) => {
          if (!both) return;
          page.data = [];
          page.pagination.total = 0;
        });
      },
    },
  ),
  ...faults(
    { 'list-classes.academic-year-current!row-twice': 'listClasses' },
    {
      story:
        'The word is resolved by a join without an order, and a row comes twice in the place of another.',
      deep: true,
      with: async (request, service) => {
        const isCurrent = new URL(request.url).searchParams.get('academicYearId') === 'current';
        return onPage(request, service, (page) => {
          const [first] = page.data;
          if (isCurrent && first && page.data.length > 1) page.data = [...page.data.slice(0, -1), first];
        });
      },
    },
  ),
  ...faults(
    { 'create-class.read-back/asked-before!counted-once': 'createClass' },
    {
      story: 'Totals are kept for the page of one, by which a dashboard counts.',
      deep: true,
      touches: ['listClasses'],
      with: countedOnce(),
    },
  ),
  ...faults(
    { 'conventions.json-well-formed/escapes!gone': 'getClass' },
    {
      story: 'What cannot be put into the template of the page is answered as no longer there.',
      deep: true,
      with: async (request, service) => {
        const response = await service(request);
        const isOdd = (await response.clone().text()).includes('\\t');
        return isOdd ? refusal(410, 'This is gone.') : response;
      },
    },
  ),
];

async function payloadIn(request: Request): Promise<Json | undefined> {
  return (await bodyOf(request))[groupOf(request).wrapper] as Json | undefined;
}

/** Creates what names no year in another one than the current, after a year that could not be read. */
function defaultLost(): Break {
  return remembering(() => {
    let isLost = false;
    return async (request, service) => {
      const payload = await payloadIn(request);
      const year = payload?.['academicYearId'];
      if (typeof year === 'string' && !isUuid(year)) isLost = true;
      if (!isLost || !payload || year !== undefined) return service(request);
      const years = objects((await read(request, service, '/academic-years'))['data']);
      const current = (await read(request, service, '/academic-years/current'))['academicYear'] as Json;
      const other = years.find(({ academicYearId }) => academicYearId !== current['academicYearId']);
      const academicYearId = other?.['academicYearId'];
      return service(resend(request, { [groupOf(request).wrapper]: { ...payload, academicYearId } }));
    };
  });
}

async function foundByName(request: Request, service: Service): Promise<Response> {
  const { path, wrapper } = groupOf(request);
  const payload = await payloadIn(request);
  if (!payload || payload['academicYearId'] !== undefined) return service(request);
  const name = encodeURIComponent(String(payload['name']));
  const [same] = objects((await read(request, service, `${path}?search=${name}`))['data']);
  return same ? Response.json({ [wrapper]: same }, { status: 201 }) : service(request);
}

/** Gives the total of the first time, for pages of one item. */
function countedOnce(): Break {
  return remembering(() => {
    const totals = new Map<string, unknown>();
    return answerBody((body, request) => {
      const asked = new URL(request.url).searchParams;
      if (asked.get('limit') !== '1') return body;
      const key = String(asked);
      const pagination = body['pagination'] as Json;
      if (!totals.has(key)) totals.set(key, pagination['total']);
      return { ...body, pagination: { ...pagination, total: totals.get(key) } };
    });
  });
}
