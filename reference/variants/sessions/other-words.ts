import { refusal } from '../../faults/kit/breaks.ts';
import { type Json, objectIn, query, requestBody, type Service } from '../../faults/kit/fault.ts';
import { eachItem } from '../../faults/kit/pages.ts';
import { type Variant, variant } from '../kit/variant.ts';

const on = ['listSessions', 'listCompletedSessions', 'listInProgressSessions', 'searchSessions'] as const;
const schemas = '$.components.schemas';

/** What the reference service shows of a learner beside the identifier. */
const personal = [
  'username',
  'fullName',
  'firstName',
  'upn',
  'externalId',
  'lastName',
  'gender',
  'dateOfBirth',
];

const numberOf = (uuid: unknown) => Number.parseInt(String(uuid).replaceAll('-', '').slice(0, 12), 16);

/** What a filter by status is asked by, and what sessions show: the interface says neither. */
const meant: Readonly<Record<string, string>> = { open: 'InProgress', closed: 'Completed' };

/** A profile that does not say by what a session is identified. */
const unnamed = [
  { target: `${schemas}.Session.properties.sessionId`, remove: true },
  { target: `${schemas}.Session.required`, remove: true },
  { target: `${schemas}.Session`, update: { required: ['status', 'startDate', 'user', 'test'] } },
] as const;

/** Other teams' identifiers of sessions, and their words to filter by. */
export const otherWords: readonly Variant[] = [
  variant('session.fields!numbered', {
    fills: ['session.fields'],
    story: 'The identifier of a session is its number.',
    overlay: [
      { target: `${schemas}.Session.properties.sessionId.format`, remove: true },
      { target: `${schemas}.Session.properties.sessionId`, update: { type: 'integer' } },
    ],
    on,
    with: eachItem((session) => {
      session['sessionId'] = numberOf(session['sessionId']);
    }),
  }),
  variant('session.fields!number-that-nobody-told-of', {
    fills: ['session.fields'],
    story: 'The identifier of a session is its number, and the profile does not say so.',
    overlay: unnamed,
    on,
    with: eachItem((session) => {
      session['sessionId'] = numberOf(session['sessionId']);
    }),
  }),
  variant('session-user.fields!identifier-alone', {
    fills: ['session-user.fields'],
    story: 'A session shows of its learner who it is, and nothing else; the profile says so.',
    overlay: [
      { target: `${schemas}.SessionUser.required`, remove: true },
      { target: `${schemas}.SessionUser`, update: { required: ['userId'] } },
      ...personal.map((name) => ({
        target: `${schemas}.SessionUser.properties.${name}`,
        remove: true as const,
      })),
    ],
    on,
    with: eachItem((session) => {
      session['user'] = { userId: (session['user'] as Json | undefined)?.['userId'] };
    }),
  }),
  variant('list-completed-sessions.query!nothing-told', {
    fills: ['list-completed-sessions.query', 'session.fields'],
    story:
      'The profile says neither by what a session is identified, nor by what the Completed ones are filtered.',
    overlay: unnamed,
    omits: ["$.paths['/smart-ia/sessions/completed'].get"],
  }),
  variant('list-sessions.status-values!other-words', {
    fills: ['list-sessions.status-values'],
    story: 'The filter takes `open` and `closed`, and refuses the words that sessions show.',
    overlay: [
      { target: `${schemas}.SessionStatusFilter.enum`, remove: true },
      { target: `${schemas}.SessionStatusFilter`, update: { enum: Object.keys(meant) } },
    ],
    on: ['listSessions', 'searchSessions'],
    with: translated,
  }),
  variant('list-sessions.status-values!other-words-alone', {
    fills: ['list-sessions.status-values', 'session.status-literals'],
    story:
      'The filter takes `open` and `closed`, and the profile does not name the words that sessions show.',
    overlay: [
      { target: `${schemas}.SessionStatusFilter.enum`, remove: true },
      { target: `${schemas}.SessionStatusFilter`, update: { enum: Object.keys(meant) } },
      { target: `${schemas}.Session.properties.status.enum`, remove: true },
    ],
    on: ['listSessions', 'searchSessions'],
    with: translated,
  }),
];

async function translated(request: Request, service: Service): Promise<Response> {
  const asked = await statusIn(request);
  if (asked === undefined) return service(request);
  const status = meant[asked] ?? 'Completed';
  const translate =
    request.method === 'GET'
      ? query((sent) => sent.set('status', status))
      : requestBody((body) => ({ ...body, search: { ...(body['search'] as Json), status } }));
  const response = await translate(request, service);
  return response.ok && meant[asked] === undefined ? refusal(400, 'There is no such status.') : response;
}

async function statusIn(request: Request): Promise<string | undefined> {
  if (request.method === 'GET') return new URL(request.url).searchParams.get('status') ?? undefined;
  const { status } = ((await objectIn(request))?.['search'] ?? {}) as Json;
  return status === undefined ? undefined : String(status);
}
