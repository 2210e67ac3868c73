import { type Json, query, requestBody } from '../../faults/kit/fault.ts';
import { asking, givenIn, page } from '../../faults/kit/pages.ts';
import { type Variant, variant } from '../kit/variant.ts';
import { wholeList } from '../kit/whole-list.ts';

const on = ['listSessions', 'listCompletedSessions', 'listInProgressSessions', 'searchSessions'] as const;
const schemas = '$.components.schemas';
const searchSort =
  "$.components.requestBodies.SearchSessions.content['application/json'].schema.properties.sort.properties.field";
const subjects = [
  'English Reading',
  'English Writing',
  'Mathematics',
  'Digital Skills',
  'ESOL Speaking & Listening',
];

/** What another team may do where the chapters on sessions, levels and states leave the choice. */
export const sessions: readonly Variant[] = [
  variant('session.status-literals!lower-case', {
    fills: ['session.status-literals', 'list-sessions.status-values'],
    story: 'The two kinds are `started` and `done`.',
    shapes: { status: { inProgress: 'started', completed: 'done' } },
    overlay: [
      { target: `${schemas}.Session.properties.status`, update: { enum: ['started', 'done'] } },
      { target: `${schemas}.SessionStatusFilter`, update: { enum: ['started', 'done'] } },
      { target: `${schemas}.CompletedSessionItem.allOf[1].properties.status`, update: { const: 'done' } },
      { target: `${schemas}.InProgressSessionItem.allOf[1].properties.status`, update: { const: 'started' } },
    ],
  }),
  variant('session.fields!other-names', {
    fills: [
      'session.fields',
      'session.item-shape',
      'result.fields',
      'list-completed-sessions.item-shape',
      'list-in-progress-sessions.item-shape',
    ],
    story: 'The learner is a `learner`, the test an `assessment`, the level a `grade`.',
    shapes: {
      session: {
        id: 'attemptId',
        user: 'learner',
        test: 'assessment',
        calculatedAt: 'gradedOn',
        level: 'grade',
        duration: 'took',
      },
    },
    overlay: [
      { target: `${schemas}.Session.required`, remove: true },
      { target: `${schemas}.Session.properties.sessionId`, remove: true },
      { target: `${schemas}.Session.properties.user`, remove: true },
      { target: `${schemas}.Session.properties.test`, remove: true },
      {
        target: `${schemas}.Session.properties`,
        update: {
          attemptId: { 'x-clause': 'session.session-id', type: 'string', format: 'uuid' },
          learner: { 'x-clause': 'session.user', $ref: '#/components/schemas/SessionUser' },
          assessment: { 'x-clause': 'session.test', $ref: '#/components/schemas/SessionTest' },
        },
      },
      { target: `${schemas}.SessionResult.required`, remove: true },
      { target: `${schemas}.SessionResult.properties`, remove: true },
      {
        target: `${schemas}.SessionResult`,
        update: {
          properties: {
            gradedOn: { 'x-clause': 'result.calculated-date', type: 'string', format: 'date-time' },
            grade: { 'x-clause': 'result.level', $ref: '#/components/schemas/ResultLevel' },
            took: { 'x-clause': 'result.duration', type: 'string', format: 'duration' },
          },
        },
      },
    ],
  }),
  variant('session-user.fields!few', {
    fills: ['session-user.fields', 'session.personal-details', 'session-test.fields'],
    story: 'Of a learner there are the id and the name, of a test only its two identifiers.',
    overlay: [
      { target: `${schemas}.SessionUser.required`, remove: true },
      { target: `${schemas}.SessionTest.required`, remove: true },
    ],
    on,
    with: page(({ data }) =>
      data.forEach((session) => {
        const user = session['user'] as Record<string, unknown>;
        const test = session['test'] as Record<string, unknown>;
        session['user'] = { userId: user['userId'], fullName: user['fullName'] };
        session['test'] = { testId: test['testId'], testVersionId: test['testVersionId'] };
      }),
    ),
  }),
  variant('session.result-empty!left-out', {
    fills: ['session.result-empty', 'conventions.empty-nested'],
    story: 'A session that goes on has no `result` at all.',
    overlay: [{ target: `${schemas}.Session.required`, remove: true }],
    on,
    with: page(({ data }) =>
      data.forEach((session) => {
        if (session['result'] === null) delete session['result'];
      }),
    ),
  }),
  variant('session.completed-end-date!unknown', {
    fills: ['session.completed-end-date'],
    story: 'A session that was graded by hand shows no end.',
    overlay: [{ target: `${schemas}.CompletedSessionItem.allOf[1].required`, remove: true }],
    on,
    with: page(({ data }) =>
      data.forEach((session) => {
        const result = session['result'] as Record<string, unknown> | null;
        if (result?.['level'] === 'NA') delete session['endDate'];
      }),
    ),
  }),
  variant('session.start-date-tie!newest-id-first', {
    fills: ['session.start-date-tie'],
    story: 'Sessions of the same start stand in descending order of their identifiers.',
    on: ['listSessions'],
    with: wholeList(async (items, request) => {
      const { searchParams: asked } = new URL(request.url);
      if (asked.has('sort[field]') && asked.get('sort[field]') !== 'startDate') return items;
      const sign = asked.get('sort[direction]') === 'desc' ? -1 : 1;
      const keyOf = (item: Record<string, unknown>) => String(item['startDate']);
      const idOf = (item: Record<string, unknown>) => String(item['sessionId']);
      return items.toSorted((a, b) => {
        const order = keyOf(a) < keyOf(b) ? -sign : keyOf(a) > keyOf(b) ? sign : 0;
        return order || (idOf(a) < idOf(b) ? 1 : -1);
      });
    }),
  }),
  variant('session.start-date-tie!not-when-asked-for', {
    fills: ['session.start-date-tie'],
    story:
      'Without a sort an index gives the order, and sessions of one start stand the other way round in it.',
    on: ['listSessions'],
    with: wholeList(async (items, request) => {
      if (new URL(request.url).searchParams.has('sort[field]')) return items;
      const starts = new Map<unknown, Json[]>();
      for (const item of items)
        starts.set(item['startDate'], [item, ...(starts.get(item['startDate']) ?? [])]);
      return [...starts.values()].flat();
    }),
  }),
  variant('session.start-date-form!dates', {
    fills: ['session.start-date-form'],
    story: 'The start and the end of a session are shown as dates.',
    overlay: [
      { target: `${schemas}.Session.properties['startDate', 'endDate']`, update: { format: 'date' } },
    ],
    on,
    with: page(({ data }) =>
      data.forEach((session) => {
        for (const name of ['startDate', 'endDate']) {
          if (typeof session[name] === 'string') session[name] = session[name].slice(0, 10);
        }
      }),
    ),
  }),
  variant('result.calculated-date-form!date', {
    fills: ['result.calculated-date-form'],
    story: 'The day of a result is shown, not its moment.',
    overlay: [{ target: `${schemas}.SessionResult.properties.calculatedDate`, update: { format: 'date' } }],
    on,
    with: results((result) => ({ ...result, calculatedDate: String(result['calculatedDate']).slice(0, 10) })),
  }),
  variant('result.special-outputs-place!own-field', {
    fills: ['result.special-outputs-place', 'result.na-format'],
    story: 'The two special outputs stand in `output`, and there is no level then.',
    overlay: [{ target: `${schemas}.SessionResult.required`, remove: true }],
    on,
    with: results(({ level, ...result }) =>
      level === 'NA' || level === 'Entry - Below E3' ? { ...result, output: level } : { ...result, level },
    ),
  }),
  variant('list-sessions.zero-bound!refused', {
    fills: ['list-sessions.zero-bound'],
    story: 'A filter without a value is refused.',
    on: ['listSessions'],
    with: async (request, service) => {
      const { searchParams: asked } = new URL(request.url);
      const empty = ['userId', 'testId', 'subject'].some((name) => asked.getAll(name).includes(''));
      return empty
        ? Response.json({ status: 400, message: 'A value is missing.' }, { status: 400 })
        : service(request);
    },
  }),
  variant('list-sessions.subject-case!ignored', {
    fills: ['list-sessions.subject-case'],
    story: 'Subjects are compared without regard to letter case.',
    on: ['listSessions'],
    with: query((asked) => {
      const values = asked.getAll('subject');
      asked.delete('subject');
      for (const value of values) {
        asked.append('subject', subjects.find((each) => each.toLowerCase() === value.toLowerCase()) ?? value);
      }
    }),
  }),
  variant('list-sessions.status-unknown!no-match', {
    fills: ['list-sessions.status-unknown'],
    story: 'A status that does not exist matches nothing.',
    on: ['listSessions'],
    with: async (request, service) => {
      const { status } = await givenIn(request);
      if (status === undefined || status === 'InProgress' || status === 'Completed') return service(request);
      const nobody = { status: undefined, userId: '00000000-0000-4000-8000-000000000000' };
      return service(await asking(request, nobody));
    },
  }),
  variant('search-sessions.default-order!newest-first', {
    fills: ['search-sessions.default-order'],
    story: 'The search shows what started last first, unless it is told otherwise.',
    on: ['searchSessions'],
    with: requestBody((body) => ({ sort: { field: 'startDate', direction: 'desc' }, ...body })),
  }),
  variant('list-sessions.sort-fields!result-date', {
    fills: ['list-sessions.sort-fields', 'list-sessions.sort-directions'],
    story: 'Ends are sorted by as `finished`.',
    shapes: { sessionSort: { startDate: 'startDate', finished: 'endDate' } },
    overlay: [
      { target: `${schemas}.SessionSort.properties.field.enum`, remove: true },
      { target: `${schemas}.SessionSort.properties.field`, update: { enum: ['startDate', 'finished'] } },
      { target: `${searchSort}.enum`, remove: true },
      { target: searchSort, update: { enum: ['startDate', 'finished'] } },
    ],
  }),
];

function results(change: (result: Record<string, unknown>) => Record<string, unknown>) {
  return page(({ data }) =>
    data.forEach((session) => {
      const result = session['result'];
      if (typeof result === 'object' && result !== null) session['result'] = change({ ...result });
    }),
  );
}
