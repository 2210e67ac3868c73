import { answerBody, type Break, type Json } from '../../faults/kit/fault.ts';
import { eachItem } from '../../faults/kit/pages.ts';
import { duration } from '../../service/render/fields.ts';
import { asking } from '../kit/rewrite.ts';
import { type Variant, variant } from '../kit/variant.ts';

const on = ['listSessions', 'listCompletedSessions', 'listInProgressSessions', 'searchSessions'] as const;
const schemas = '$.components.schemas';

/** What another team may do where the interface doesn't show the fields of sessions and of their results. */
export const sessionFields: readonly Variant[] = [
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
    with: eachItem((session) => {
      // The two may have names of their own.
      for (const [name, value] of Object.entries(session)) {
        const { userId, fullName, testId, testVersionId } = (value ?? {}) as Json;
        if (userId !== undefined) session[name] = { userId, fullName };
        if (testId !== undefined) session[name] = { testId, testVersionId };
      }
    }),
  }),
  variant('session-test.fields!subject-of-some', {
    fills: ['session-test.fields'],
    story:
      'Nobody has said what some tests are about: they show no subject, and no filter finds them by one.',
    overlay: [{ target: `${schemas}.SessionTest.required`, remove: true }],
    on: [...on, 'listTests', 'listCohorts', 'getCohort'],
    with: (request, service) =>
      asking('subject', told)(request, (asked) => answerBody(withoutUntold)(asked, service)),
  }),
  variant('session.start-date-form!dates', {
    fills: ['session.start-date-form'],
    story: 'The start and the end of a session are shown as dates.',
    overlay: [
      { target: `${schemas}.Session.properties['startDate', 'endDate']`, update: { format: 'date' } },
    ],
    on,
    with: eachItem((session) => {
      for (const name of ['startDate', 'endDate']) {
        if (typeof session[name] === 'string') session[name] = session[name].slice(0, 10);
      }
    }),
  }),
  variant('result.calculated-date-form!date', {
    fills: ['result.calculated-date-form'],
    story: 'The day of a result is shown, not its moment.',
    overlay: [{ target: `${schemas}.SessionResult.properties.calculatedDate`, update: { format: 'date' } }],
    on,
    with: results((result) => ({ ...result, calculatedDate: String(result['calculatedDate']).slice(0, 10) })),
  }),
  variant('result.duration-origin!device', {
    fills: ['result.duration-origin'],
    story:
      'The device of the learner counts the duration, in whole minutes; start and end are moments of the server.',
    on,
    with: results((result, { startDate }) => ({ ...result, duration: byTheDevice(String(startDate)) })),
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
];

/** A duration that has nothing to do with the end of a session: by the digits of its start. */
function byTheDevice(start: string): string {
  const digits = start.replaceAll(/\D/g, '').slice(4, 14);
  return duration(60_000 * (5 + (Number(digits) % 97)));
}

function results(change: (result: Json, session: Json) => Json): Break {
  return eachItem((session) => {
    const result = session['result'];
    if (typeof result === 'object' && result !== null) session['result'] = change({ ...result }, session);
  });
}

/** The subject that nobody has told, and one that no test has. */
const [untoldSubject, noSubject] = ['ESOL Speaking & Listening', 'no subject'];

const told = (subject: unknown) => (subject === untoldSubject ? noSubject : subject);

function withoutUntold(body: Json): Json {
  const isUntold = (name: string, value: unknown) => name === 'subject' && value === untoldSubject;
  return JSON.parse(JSON.stringify(body), (_, held) =>
    typeof held !== 'object' || held === null || Array.isArray(held)
      ? held
      : Object.fromEntries(Object.entries(held).filter((member) => !isUntold(...member))),
  );
}
