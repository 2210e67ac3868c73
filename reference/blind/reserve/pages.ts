import { editPagination } from '../answers.ts';
import { both } from '../client.ts';
import { type BlindFault, list, on, textAt } from '../kit.ts';

const chapter = 'pagination';

export const pages: readonly BlindFault[] = [
  {
    id: 'reserve.pages.past-the-end-is-the-last-page',
    chapter,
    story: 'An offset past the end is moved back to the last page, so that no table stands empty.',
    rests: 'offset is the start index, zero-based',
    breaks: 'explicit',
    depth: 'deep',
    at: ['GET /smart-ia/sessions/in-progress'],
    wrap: (service) =>
      on(service, 'GET /smart-ia/sessions/in-progress', async ({ ask, pass }) => {
        const response = await pass();
        const { body } = { body: Object(await response.clone().json()) };
        const total = Number(textAt(body, 'pagination', 'total'));
        const limit = Number(textAt(body, 'pagination', 'limit'));
        const offset = Number(ask.query.get('offset') ?? 0);
        if (!response.ok || offset < total || total === 0) return response;
        const query = new URLSearchParams(ask.query);
        query.set('offset', String(Math.floor((total - 1) / limit) * limit));
        return editPagination(await pass({ query }), (told) => ({ ...told, offset }));
      }),
    witness: both(async (client) => {
      const { body } = await client.get('/smart-ia/sessions/in-progress', { offset: 100_000, limit: 5 });
      return list(body['data']).length;
    }),
  },
];
