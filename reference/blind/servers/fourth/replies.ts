// Answers and refusals.

import type { Ctx, ErrorStyle, Json, JsonObject } from './types.ts';

export class Refusal extends Error {
  status: number;
  constructor(status: number, message: string) {
    super(message);
    this.status = status;
  }
}

export const refuse = (status: number, message: string): never => {
  throw new Refusal(status, message);
};

export const answer = (status: number, body: Json, type = 'application/json'): Response =>
  new Response(JSON.stringify(body), { status, headers: { 'content-type': type } });

export const nothing = (): Response => new Response(null, { status: 204 });

const titles: Record<number, string> = {
  400: 'Invalid request',
  401: 'Missing or invalid credentials',
  403: 'Not authorised',
  404: 'Not found',
  405: 'Method not allowed',
  409: 'Already exists',
  429: 'Too many requests',
  500: 'Server error',
};

export const errorBody = (ctx: Ctx, style: ErrorStyle, status: number, detail: string): JsonObject => {
  if (style === 'problem') {
    return {
      type: `https://errors.roster.example/problems/${status}`,
      title: titles[status] ?? 'Problem',
      status:
        ctx.on('sessions-problem-status-422') && ctx.op === 'GET /smart-ia/sessions' && status === 400
          ? 422
          : status,
      detail,
      instance: `urn:roster:${ctx.request.method.toLowerCase()}:${ctx.url.pathname.replaceAll('/', ':')}`,
    };
  }
  if (ctx.on('users-error-without-message') && ctx.op === 'GET /users' && status === 400)
    return { status, error: detail };
  if (ctx.on('class-error-status-text') && ctx.op === 'GET /classes/{classId}' && status === 404) {
    return { status: String(status), message: detail };
  }
  return { status, message: detail };
};

export const styleOf = (ctx: Ctx): ErrorStyle => {
  if (ctx.on('manner.problem-everywhere')) return 'problem';
  if (ctx.on('manner.basic-everywhere')) return 'basic';
  return ctx.route?.errors ?? 'basic';
};

export const errorAnswer = (ctx: Ctx, status: number, detail: string): Response => {
  const body = errorBody(ctx, styleOf(ctx), status, detail);
  if (status === 404 && ctx.on('year-404-plain-text') && ctx.op === 'GET /academic-years/{academicYearId}') {
    return new Response(JSON.stringify(body), { status, headers: { 'content-type': 'text/plain' } });
  }
  if (status === 404 && ctx.on('cohort-soft-404') && ctx.op === 'GET /smart-ia/cohorts/{cohortId}')
    return answer(200, body);
  return answer(status, body);
};
