import type { ErrorFormat, Shapes } from '../choices.ts';
import { uuidFrom } from '../data/random.ts';
import type { Refusal, RefusalStatus } from './refusal.ts';
import { jsonResponse } from './reply.ts';

const titles: Readonly<Record<RefusalStatus, string>> = {
  400: 'Invalid request',
  401: 'Invalid credentials',
  403: 'Not authorised',
  404: 'Not found',
  405: 'Method not allowed',
  409: 'Already exists',
  413: 'Request body too large',
  414: 'Address too long',
  415: 'Unsupported content type',
  429: 'Rate limit exceeded',
  500: 'Internal error',
  504: 'Request timed out',
};

/** The response of a refusal in one of the two formats (Errors); `occurrence` numbers the problem. */
export function errorResponse(
  refusal: Refusal,
  format: ErrorFormat,
  shapes: Shapes,
  occurrence: number,
  headers: Readonly<Record<string, string>>,
): Response {
  const all = { ...headers, ...refusal.headers };
  if (format === 'basic') {
    const body = { status: refusal.status, message: refusal.message };
    return jsonResponse(refusal.status, body, 'application/json', all);
  }
  return jsonResponse(refusal.status, problem(refusal, occurrence), shapes.problemType, all);
}

/** Problem details (RFC 7807). */
function problem({ status, message }: Refusal, occurrence: number) {
  const title = titles[status];
  return {
    type: `https://roster.example/problems/${title.toLowerCase().replaceAll(' ', '-')}`,
    title,
    status,
    detail: message,
    instance: `urn:uuid:${uuidFrom(0, `occurrence ${occurrence}`)}`,
  };
}
