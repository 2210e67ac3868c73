import { withText } from '../answers.ts';
import { both, nobody } from '../client.ts';
import { type BlindFault, on } from '../kit.ts';

const formats = 'an error response takes one of two JSON formats';
const chapter = 'errors';

export const errors: readonly BlindFault[] = [
  {
    id: 'reserve.errors.broken-json-told-in-plain-text',
    chapter,
    story: 'The body parser throws before the error handler of the interface is installed.',
    rests: formats,
    breaks: 'explicit',
    depth: 'medium',
    at: ['POST /users/search', 'POST /smart-ia/sessions/search'],
    wrap: (service) =>
      on(service, ['POST /users/search', 'POST /smart-ia/sessions/search'], async ({ ask, pass }) => {
        const response = await pass();
        if (response.status !== 400) return response;
        try {
          JSON.parse(ask.text);
          return response;
        } catch (error) {
          return withText(response, String(error), { 'content-type': 'text/plain; charset=utf-8' });
        }
      }),
    witness: both(async (client) => {
      const headers = { 'x-api-key': client.keys.full, 'content-type': 'application/json' };
      const { status, body } = await client.raw('POST /users/search', headers, '{"search":');
      return [status, body['status'] ?? 'no JSON'];
    }),
  },
  {
    id: 'reserve.errors.missing-body-answered-with-nothing',
    chapter,
    story: 'A missing body makes the binder set the status and end the response by itself.',
    rests: formats,
    breaks: 'explicit',
    depth: 'medium',
    at: ['POST /smart-ia/cohorts/{id}/students', 'DELETE /classes/{id}/teachers'],
    wrap: (service) =>
      on(
        service,
        ['POST /smart-ia/cohorts/{id}/students', 'DELETE /classes/{id}/teachers'],
        async ({ ask, pass }) => {
          const response = await pass();
          return response.status === 400 && ask.text === '' ? withText(response, '') : response;
        },
      ),
    witness: both(async (client) => {
      const { status, body } = await client.send('DELETE', `/classes/${nobody}/teachers`);
      return [status, body['status'] ?? 'no JSON'];
    }),
  },
  {
    id: 'reserve.errors.issues-instead-of-an-error',
    chapter,
    story: 'The schema library refuses too many values, and its list of issues is sent as it is.',
    rests: formats,
    breaks: 'explicit',
    depth: 'medium',
    at: ['GET /smart-ia/sessions'],
    wrap: (service) =>
      on(service, 'GET /smart-ia/sessions', async ({ ask, pass }) => {
        const response = await pass();
        const names = ['userId', 'testId', 'subject'];
        const long = names.find((name) => ask.query.getAll(name).length > 30);
        if (response.status !== 400 || long === undefined) return response;
        return withText(response, JSON.stringify([{ code: 'too_big', maximum: 30, path: [long] }]));
      }),
    witness: both(async (client) => {
      const subject = Array.from({ length: 31 }, (_, n) => `Subject ${n}`);
      const { status, text } = await client.get('/smart-ia/sessions', { subject });
      return [status, text.slice(0, 1)];
    }),
  },
];
