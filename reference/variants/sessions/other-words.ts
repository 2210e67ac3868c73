import { refusal } from '../../faults/kit/breaks.ts';
import { type Json, objectIn, query, requestBody, type Service } from '../../faults/kit/fault.ts';
import { eachItem } from '../../faults/kit/pages.ts';
import { type Variant, variant } from '../kit/variant.ts';

const on = ['listSessions', 'listCompletedSessions', 'listInProgressSessions', 'searchSessions'] as const;
const schemas = '$.components.schemas';

/** What a filter by status is asked by, and what sessions show: the interface says neither. */
const meant: Readonly<Record<string, string>> = { open: 'InProgress', closed: 'Completed' };

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
      session['sessionId'] = Number.parseInt(
        String(session['sessionId']).replaceAll('-', '').slice(0, 12),
        16,
      );
    }),
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
