import { dateFilters, datesIn } from '../../faults/kit/date-filters.ts';
import {
  answerBody,
  type Break,
  type Json,
  objectIn,
  query,
  requestBody,
  type Service,
} from '../../faults/kit/fault.ts';
import { refuse } from '../kit/rewrite.ts';
import { type Variant, variant } from '../kit/variant.ts';

const searchBody = "$.components.requestBodies.SearchSessions.content['application/json'].schema";
const texts = { type: 'array', items: { type: 'string' } };
/** By the reference's name of a property of a session search: another team's name of it, and its schema. */
const words = {
  search: {
    userIds: ['learners', texts],
    testIds: ['assessments', texts],
    subjects: ['topics', texts],
    status: ['state', { $ref: '#/components/schemas/SessionStatusFilter' }],
  },
  sort: {
    field: ['by', { type: 'string', enum: ['startDate', 'endDate'] }],
    direction: ['way', { type: 'string', enum: ['asc', 'desc'] }],
  },
} as const;
const text = { type: 'string' };
/** A filter on a date with the four operators, which says no more of their values than that they are text. */
const textFilter = { type: 'object', properties: { gt: text, gte: text, lt: text, lte: text } };
const filters = /^(?:startDate|endDate|sort|userId|testId|subject)/;

const reasoned = {
  required: true,
  content: {
    'application/json': {
      schema: {
        type: 'object',
        required: ['reason'],
        properties: { reason: { type: 'string', minLength: 1, examples: ['Asked for'] } },
      },
    },
  },
};

/** Freedoms where the interface only names an operation, for teams whose profile says nothing of it. */
export const unshown: readonly Variant[] = [
  variant('search-sessions.response!bare-list', {
    fills: ['search-sessions.response', 'search-sessions.body', 'pagination.search-sessions'],
    story: 'The session search takes words, and answers a list of ids.',
    on: ['searchSessions'],
    omits: [searchBody, "$.paths['/smart-ia/sessions/search'].post.responses"],
    with: both(
      requestBody(() => ({ search: {} })),
      answerBody(({ data }) => ({ sessions: (data as Json[]).map((item) => item['sessionId']) })),
    ),
  }),
  variant('search-sessions.body!own-words', {
    fills: ['search-sessions.body'],
    story:
      'In the body of the session search filters and sort have other names than in the query of the list.',
    on: ['searchSessions'],
    overlay: (['search', 'sort'] as const).flatMap((part) => {
      const own = Object.entries(words[part]);
      return [
        {
          target: `${searchBody}.properties.${part}.properties['${own.map(([word]) => word).join("','")}']`,
          remove: true,
        },
        {
          target: `${searchBody}.properties.${part}.properties`,
          update: Object.fromEntries(
            own.map(([means, [name, schema]]) => [name, { 'x-means': means, ...schema }]),
          ),
        },
      ];
    }),
    with: requestBody((body) => ({
      ...body,
      ...inWordsOfReference(body, 'search'),
      ...inWordsOfReference(body, 'sort'),
    })),
  }),
  variant('list-study-sessions.response!bare-list', {
    fills: ['list-study-sessions.response', 'list-study-sessions.query', 'pagination.study-sessions'],
    story: 'The study sessions come as one list, whatever is asked.',
    on: ['listStudySessions'],
    omits: ["$.paths['/sessions/completed'].get", "$.paths['/sessions/completed'].get.responses"],
    with: both(
      query((params) => {
        for (const name of [...params.keys()]) params.delete(name);
      }),
      answerBody(({ data }) => ({ studySessions: data })),
    ),
  }),
  variant('list-completed-sessions.query!pages-only', {
    fills: ['list-completed-sessions.query', 'list-in-progress-sessions.query', 'date-filtering.other-lists'],
    story: 'The lists of one kind have pages, and no filters.',
    on: ['listCompletedSessions', 'listInProgressSessions'],
    omits: ["$.paths['/smart-ia/sessions/completed'].get", "$.paths['/smart-ia/sessions/in-progress'].get"],
    with: query((params) => {
      for (const name of [...params.keys()]) if (filters.test(name)) params.delete(name);
    }),
  }),
  variant('date-filtering.other-lists!one-day', {
    fills: ['date-filtering.other-lists', 'list-study-sessions.query'],
    story: 'The study sessions take a day as `startDate`, and the search a user, both without operators.',
    on: ['listStudySessions', 'searchSessions'],
    omits: ["$.paths['/sessions/completed'].get", searchBody],
    overlay: [
      {
        target: "$.paths['/sessions/completed'].get",
        update: {
          parameters: [
            { name: 'startDate', in: 'query', schema: { type: 'string', format: 'date' } },
            { $ref: '#/components/parameters/SessionUserIdFilter' },
          ],
        },
      },
      {
        target: searchBody,
        update: {
          properties: {
            search: {
              properties: { learners: { 'x-means': 'userIds', type: 'array', items: { type: 'string' } } },
            },
            sort: { properties: { by: { type: 'string' } } },
          },
        },
      },
    ],
    with: both(
      requestBody(({ search }) => {
        const { learners } = (search ?? {}) as Json;
        return { search: learners === undefined ? {} : { userIds: learners } };
      }),
      query((params) => {
        const day = params.get('startDate');
        for (const name of [...params.keys()]) if (name !== 'userId') params.delete(name);
        if (day === null) return;
        params.set('startDate[gte]', `${day}T00:00:00.000Z`);
        params.set('startDate[lte]', `${day}T23:59:59.999Z`);
      }),
    ),
  }),
  variant('date-filtering.other-lists!as-text', {
    fills: ['date-filtering.other-lists'],
    story:
      'The search compares dates as text: no timestamps, any operators together, and what is no date is no filter.',
    on: ['searchSessions'],
    overlay: [
      { target: `${searchBody}.properties.search.properties['startDate','endDate']`, remove: true },
      {
        target: `${searchBody}.properties.search.properties`,
        update: { startDate: textFilter, endDate: textFilter },
      },
    ],
    with: async (request, service) => {
      const asked = [...(await datesIn(request))];
      if (asked.some(([, value]) => /^\d+$/.test(value))) return refuse(400, 'A date is text.');
      return asText(request, service);
    },
  }),
  variant('list-sessions.error-statuses!unprocessable', {
    fills: ['list-sessions.error-statuses'],
    story: 'The session list refuses what it cannot make sense of with 422.',
    on: ['listSessions'],
    omits: ["$.paths['/smart-ia/sessions'].get.responses"],
    with: async (request, service) => {
      const response = await service(request);
      return response.status === 400 ? refuse(422, 'This makes no sense to us.') : response;
    },
  }),
  variant('enable-user.request!reason', {
    fills: ['enable-user.request'],
    story: 'Whoever wants to enable a user has to give a reason.',
    on: ['enableUser'],
    omits: ["$.paths['/users/{userId}/enable'].post.requestBody"],
    overlay: [{ target: "$.paths['/users/{userId}/enable'].post.requestBody", update: reasoned }],
    with: demandingReason,
  }),
  variant('enable-user.request!untold', {
    fills: ['enable-user.request'],
    story: 'The profile says how users are disabled, and not how they are enabled.',
    omits: ["$.paths['/users/{userId}/enable'].post.requestBody"],
  }),
  variant('disable-user.request!reason', {
    fills: ['disable-user.request'],
    story: 'Whoever wants to disable a user has to give a reason.',
    on: ['disableUser'],
    omits: ["$.paths['/users/{userId}/disable'].post.requestBody"],
    overlay: [{ target: "$.paths['/users/{userId}/disable'].post.requestBody", update: reasoned }],
    with: demandingReason,
  }),
];

const asText = dateFilters((asked) => {
  for (const [name, value] of [...asked]) if (Number.isNaN(Date.parse(value))) asked.delete(name);
  for (const name of [...asked.keys()].filter((each) => each.endsWith('e]'))) {
    if (asked.has(name.replace('e]', ']'))) asked.delete(name);
  }
});

/** One part of a search body, with the names that the reference service gives its properties. */
function inWordsOfReference(body: Json, part: keyof typeof words): Json {
  const sent = body[part];
  if (typeof sent !== 'object' || sent === null) return {};
  const meanings = new Map<string, string>(
    Object.entries(words[part]).map(([means, [name]]) => [name, means]),
  );
  const renamed = Object.entries(sent).map(([name, value]) => [meanings.get(name) ?? name, value]);
  return { [part]: Object.fromEntries(renamed) };
}

/** Breaks a request in two ways, one after the other. */
function both(first: Break, second: Break): Break {
  return (request, service) => second(request, (changed) => first(changed, service));
}

/** Refuses a request that gives no reason, after its key was looked at. */
async function demandingReason(request: Request, service: Service): Promise<Response> {
  const body = await objectIn(request);
  const response = await service(new Request(request.url, { method: 'POST', headers: request.headers }));
  const isMissing = response.ok && typeof body?.['reason'] !== 'string';
  return isMissing ? refuse(400, 'A reason is required.') : response;
}
