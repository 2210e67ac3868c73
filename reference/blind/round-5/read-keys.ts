import { json, refuse } from '../answers.ts';
import { both, column } from '../client.ts';
import { type BlindFault, type Fields, on, readAnswer } from '../kit.ts';

/** Faults in keys. */
export const keys: readonly BlindFault[] = [
  {
    id: 'round-5.keys.locked-out-as-forbidden',
    chapter: 'authentication',
    story:
      'After four refused keys in a row the firewall blocks the caller for a while, and its answer is 403.',
    rests: 'Authentication: a request without a key, or with an invalid key, gets 401.',
    breaks: 'explicit',
    depth: 'deep',
    at: ['*'],
    wrap: (service) => {
      let refused = 0;
      return on(service, '*', async ({ ask, pass }) => {
        const answer = await pass();
        refused = answer.status === 401 ? refused + 1 : 0;
        return refused > 4 ? refuse(ask, 403, 'Not authorised') : answer;
      });
    },
    witness: both(async ({ raw }) => {
      const statuses: number[] = [];
      for (const key of ['a', 'b', 'c', 'd', 'e', 'f']) {
        statuses.push((await raw('GET /classes', { 'x-api-key': key })).status);
      }
      return statuses;
    }),
  },
  {
    id: 'round-5.keys.refusal-kept-in-the-cache',
    chapter: 'authentication',
    story:
      'The cache in front keeps answers by address, refusals among them, so whoever comes after a bad key is refused too.',
    rests:
      'Errors: 401 is for missing or invalid credentials; with a valid key a known academic year is 200.',
    breaks: 'explicit',
    depth: 'deep',
    at: ['GET /academic-years/{id}'],
    wrap: (service) => {
      const kept = new Map<string, Fields>();
      return on(service, 'GET /academic-years/{id}', async ({ ask, pass }) => {
        const refusal = kept.get(ask.path);
        if (refusal) return json(401, refusal);
        const answer = await pass();
        if (answer.status !== 401) return answer;
        const { body } = await readAnswer(answer);
        kept.set(ask.path, body);
        return json(401, body);
      });
    },
    witness: both(async ({ get, raw }) => {
      const [id] = column(await get('/academic-years'), 'academicYearId');
      const without = await raw(`GET /academic-years/${id}`);
      return [without.status, (await get(`/academic-years/${id}`)).status];
    }),
  },
];
