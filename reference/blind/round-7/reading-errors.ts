import { editError, withText } from '../answers.ts';
import { both } from '../client.ts';
import { type BlindFault, on, textAt } from '../kit.ts';

/** Faults of errors at reads. */
export const readingErrors: readonly BlindFault[] = [
  {
    id: 'round-7.errors.problem-status-as-text',
    chapter: 'errors',
    story: 'The problem object of the user list is filled from a template, where the status is a text.',
    rests: 'Errors, problem details: status is an integer.',
    breaks: 'explicit',
    depth: 'shallow',
    at: ['GET /users'],
    wrap: (service) =>
      on(service, 'GET /users', async ({ pass }) =>
        editError(await pass(), (body) => ({ ...body, status: String(body['status']) })),
      ),
    witness: both(async ({ get }) => typeof (await get('/users', { name: '' })).body['status']),
  },
  {
    id: 'round-7.errors.cohort-not-found-in-framework-shape',
    chapter: 'errors',
    story: 'A missing cohort is thrown as the exception of the framework, which writes statusCode and error.',
    rests: 'Errors: an error takes one of two JSON formats, and both have the field status.',
    breaks: 'explicit',
    depth: 'shallow',
    at: ['GET /smart-ia/cohorts/{id}'],
    wrap: (service) =>
      on(service, 'GET /smart-ia/cohorts/{id}', async ({ pass }) => {
        const answer = await pass();
        if (answer.status !== 404) return answer;
        return editError(answer, (body) => ({
          statusCode: 404,
          error: 'Not Found',
          message: body['message'] ?? body['detail'],
        }));
      }),
    witness: both(async ({ get }) => {
      const { body } = await get('/smart-ia/cohorts/00000000-0000-4000-8000-00000000dead');
      return textAt(body, 'status');
    }),
  },
  {
    id: 'round-7.errors.html-for-browsers',
    chapter: 'errors',
    story: 'The error middleware answers a page to whoever accepts HTML, as the starter project had it.',
    rests: 'Errors: an error response takes one of two JSON formats.',
    breaks: 'explicit',
    depth: 'medium',
    at: ['*'],
    wrap: (service) =>
      on(service, '*', async ({ ask, pass }) => {
        const answer = await pass();
        if (answer.status < 400 || !(ask.headers.get('accept') ?? '').includes('text/html')) return answer;
        return withText(answer, `<h1>Error ${answer.status}</h1>`, { 'content-type': 'text/html' });
      }),
    witness: both(async ({ raw }) => {
      const answer = await raw('GET /classes', { accept: 'text/html,application/json;q=0.9,*/*;q=0.8' });
      return [answer.status, answer.headers.get('content-type')?.includes('json') ?? false];
    }),
  },
  {
    id: 'round-7.errors.list-of-messages-for-several-defects',
    chapter: 'errors',
    story: 'The validator collects its complaints, and with more than one the message is a list of them.',
    rests: 'Errors, basic error: message is a string.',
    breaks: 'explicit',
    depth: 'deep',
    at: ['GET /smart-ia/sessions', 'GET /smart-ia/cohorts'],
    wrap: (service) =>
      on(service, ['GET /smart-ia/sessions', 'GET /smart-ia/cohorts'], async ({ ask, pass }) => {
        const answer = await pass();
        const odd = ['limit', 'offset'].filter((name) => !/^\d*$/.test(ask.query.get(name) ?? ''));
        if (answer.status !== 400 || odd.length < 2) return answer;
        const name = 'message' in (await answer.clone().json()) ? 'message' : 'detail';
        return editError(answer, (body) => ({
          ...body,
          [name]: odd.map((one) => `${one} must be an integer`),
        }));
      }),
    witness: both(async ({ get }) => {
      const { body, status } = await get('/smart-ia/cohorts', { limit: 'many', offset: 'far' });
      return [status, typeof (body['message'] ?? body['detail'])];
    }),
  },
];
