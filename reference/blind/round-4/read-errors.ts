import { editError, json } from '../answers.ts';
import { both, nobody } from '../client.ts';
import { type BlindFault, on } from '../kit.ts';

const statusAsText: BlindFault = {
  id: 'round-4.errors.status-in-quotes',
  chapter: 'errors',
  story: 'Problems are put together as a map of texts, so the number of the status becomes one.',
  rests: 'Errors: status is an integer in both formats.',
  breaks: 'explicit',
  depth: 'shallow',
  at: ['GET /classes/{id}'],
  wrap: (service) =>
    on(service, 'GET /classes/{id}', async ({ pass }) =>
      editError(await pass(), (body) => ({ ...body, status: String(body['status']) })),
    ),
  witness: both(async ({ get }) => typeof (await get(`/classes/${nobody}`)).body['status']),
};

const otherName: BlindFault = {
  id: 'round-4.errors.status-code-under-the-frameworks-name',
  chapter: 'errors',
  story:
    'The framework has an error of its own for what is not found, whose fields are statusCode, error, message.',
  rests: 'Errors: both formats have the field status, which equals the HTTP status.',
  breaks: 'explicit',
  depth: 'shallow',
  at: ['GET /smart-ia/cohorts/{id}'],
  wrap: (service) =>
    on(service, 'GET /smart-ia/cohorts/{id}', async ({ pass }) => {
      const answer = await pass();
      if (answer.status !== 404) return answer;
      return json(404, { statusCode: 404, error: 'Not Found', message: 'Cohort not found.' });
    }),
  witness: both(async ({ get }) => {
    const { status, body } = await get(`/smart-ia/cohorts/${nobody}`);
    return [status, body['status'] ?? 'none'];
  }),
};

export const errors: readonly BlindFault[] = [statusAsText, otherName];
