import { createHash } from 'node:crypto';
import { editPagination } from '../answers.ts';
import { both, column, newUserIds, nextOf, paginationOf } from '../client.ts';
import { at, type BlindFault, list, on } from '../kit.ts';

const chapter = 'pagination';

export const pagination: readonly BlindFault[] = [
  {
    id: 'reserve.pagination.total-counts-joined-rows',
    chapter,
    story: 'The count joins the classes of a user and forgets to be distinct.',
    rests: 'total is the total number of results',
    breaks: 'explicit',
    depth: 'shallow',
    at: ['GET /users'],
    wrap: (service) =>
      on(service, 'GET /users', async ({ ask, pass }) => {
        const response = await pass();
        if (!ask.query.has('name')) return response;
        return editPagination(response, (told, data) => {
          const more = data.map((user) => Math.max(0, list(at(user, 'classIds')).length - 1));
          return { ...told, total: Number(told['total']) + more.reduce((sum, one) => sum + one, 0) };
        });
      }),
    witness: both(async (client) => {
      const found = await client.get('/users', { name: 'Okafor' });
      return column(found, 'userId').length === paginationOf(found)['total'];
    }),
  },
  {
    id: 'reserve.pagination.plus-in-a-token',
    chapter,
    story:
      'Cursors are short tokens in standard base64, and the query is decoded once too often: plus becomes a space.',
    rests: 'a cursor is a value taken from nextCursor of an earlier response',
    breaks: 'explicit',
    depth: 'medium',
    at: ['GET /users'],
    wrap: (service) => {
      const tokens = new Map<string, string>();
      const token = (cursor: unknown) => {
        if (typeof cursor !== 'string') return cursor;
        const short = createHash('sha256').update(cursor).digest().subarray(0, 9).toString('base64');
        tokens.set(short, cursor);
        return short;
      };
      return on(service, 'GET /users', async ({ ask, pass }) => {
        const query = new URLSearchParams(ask.query);
        const sent = query.get('cursor');
        if (sent !== null)
          query.set('cursor', tokens.get(sent.replaceAll('+', ' ')) ?? sent.replaceAll('+', ' '));
        return editPagination(await pass({ query }), (told) => ({
          ...told,
          previousCursor: token(told['previousCursor']),
          nextCursor: token(told['nextCursor']),
        }));
      });
    },
    witness: both(async (client) => {
      await newUserIds(client, 'student', 1);
      const statuses = new Set<number>();
      let cursor = '';
      do {
        const answer = await client.get('/users', cursor === '' ? { limit: 5 } : { limit: 5, cursor });
        statuses.add(answer.status);
        cursor = nextOf(answer);
      } while (cursor !== '');
      return [...statuses];
    }),
  },
];
