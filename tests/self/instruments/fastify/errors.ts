import type { FastifyReply } from 'fastify';

/** A refusal with its status. */
export class HttpError extends Error {
  override readonly name = 'HttpError';
  readonly statusCode: number;

  constructor(statusCode: number, message: string) {
    super(message);
    this.statusCode = statusCode;
  }
}

const words: Readonly<Record<number, string>> = { 401: 'Unauthorized', 403: 'Forbidden', 404: 'Not Found' };

/** Answers a failure in the basic format, with the word that the framework adds. */
export function sendError(reply: FastifyReply, statusCode: number, message: string): FastifyReply {
  const text = message.trim() === '' ? 'The request failed.' : message;
  return reply
    .code(statusCode)
    .send({ status: statusCode, error: words[statusCode] ?? 'Error', message: text });
}
