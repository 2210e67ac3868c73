import cors from '@fastify/cors';
import fastify, { type FastifyInstance, type FastifyRequest } from 'fastify';
import { accountRoutes } from './accounts.ts';
import { openDatabase, type Sql } from './database.ts';
import { HttpError, sendError } from './errors.ts';
import { groupRoutes } from './groups.ts';
import { memberRoutes } from './members.ts';
import { seed } from './seed.ts';
import { sittingRoutes } from './sittings.ts';
import { userRoutes } from './users.ts';
import { yearRoutes } from './years.ts';

/** The keys that the instrument takes. */
export const keys = { full: 'key-of-the-registrar', restricted: 'key-of-the-timetable' };

/** The instrument, listening on loopback. */
export interface Instrument {
  readonly baseUrl: string;
  close(): Promise<void>;
}

/** Opens the instrument: Fastify as it comes, a database in memory, and the routes of the interface. */
export async function openInstrument(): Promise<Instrument> {
  const db = openDatabase();
  seed(db);
  const app = fastify({
    // A path that cannot be decoded never reaches a hook.
    frameworkErrors: (error, _request, reply) => {
      reply.header('access-control-allow-origin', '*');
      sendError(reply, error.statusCode ?? 400, error.message);
    },
  });
  await app.register(cors, { methods: ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] });
  app.addHook('onRequest', checkKey);
  app.setErrorHandler(({ statusCode = 500, message }: HttpError, _request, reply) =>
    sendError(reply, statusCode, message),
  );
  app.setNotFoundHandler((_request, reply) => sendError(reply, 404, 'There is nothing at this address.'));
  await app.register(async (api) => routes(api, db), { prefix: '/college/api/v1' });
  const origin = await app.listen({ port: 0, host: '127.0.0.1' });
  const close = async () => {
    await app.close();
    db.close();
  };
  return { baseUrl: `${origin}/college/api/v1`, close };
}

function routes(api: FastifyInstance, db: Sql): void {
  for (const add of [yearRoutes, groupRoutes, memberRoutes, userRoutes, accountRoutes, sittingRoutes])
    add(api, db);
}

async function checkKey({ headers, url }: FastifyRequest): Promise<void> {
  const key = headers['x-api-key'];
  if (key !== keys.full && key !== keys.restricted) throw new HttpError(401, 'A valid key is needed.');
  if (key === keys.restricted && !url.includes('/academic-years'))
    throw new HttpError(403, 'This key reads academic years only.');
}
