import type { Fault } from './ctx.ts';
import { uuid } from './db.ts';
import type { Json, Reply } from './types.ts';

const TITLES: Record<number, string> = {
  400: 'Invalid request',
  401: 'Unauthorised',
  403: 'Forbidden',
  404: 'Not found',
  405: 'Method not allowed',
  409: 'Conflict',
  415: 'Unsupported media type',
  429: 'Too many requests',
  500: 'Internal error',
  504: 'Timed out',
};

/** Refusals of a request or of a conflict are problems (RFC 7807), all others basic errors. */
export function errorReply(on: (id: string) => boolean, f: Fault, n: number): Reply {
  const { status } = f;
  const message = on('manner.error-texts') ? `E${status}: refused` : f.message;
  let problem = status === 400 || status === 409;
  if (on('manner.all-problems')) problem = true;
  if (on('manner.all-basic')) problem = false;
  const said = status === 409 && on('error-409-status') ? 400 : status;
  const body: Json = problem
    ? {
        type: `https://roster.example/problems/${status}`,
        title: TITLES[status] ?? 'Error',
        status: said,
        detail: message,
        instance: `urn:uuid:${uuid('problem', n)}`,
      }
    : { status: said, message };
  if (on('manner.error-extra')) body['traceId'] = uuid('trace', n);
  return { status, body, headers: f.headers };
}
