// The chain around every endpoint: CORS, errors, rate, key, route, permission.

import { errorAnswer, Refusal, refuse } from './replies.ts';
import type { Ctx, KeyKind, Middleware } from './types.ts';

export const keys: { full: string; restricted: string } = {
  full: 'Fk4-9f2c71d0a8e3-Full',
  restricted: 'Fk4-51b7e60c94da-Read',
};

const allowedHeaders = (ctx: Ctx): string =>
  ctx.on('cors-preflight-without-key-header') ? 'content-type, accept' : 'content-type, accept, x-api-key';

const preflight = (ctx: Ctx): Response =>
  new Response(null, {
    status: 204,
    headers: {
      'access-control-allow-methods': 'GET, POST, PUT, PATCH, DELETE, OPTIONS',
      'access-control-allow-headers': allowedHeaders(ctx),
      'access-control-max-age': '600',
    },
  });

export const withCors: Middleware = async (ctx, next) => {
  const answered = ctx.request.method === 'OPTIONS' ? preflight(ctx) : await next();
  const origin = ctx.request.headers.get('origin');
  if (ctx.on('cors-lost-on-401') && answered.status === 401) return answered;
  if (ctx.on('inprogress-without-cors') && ctx.op === 'GET /smart-ia/sessions/in-progress') return answered;
  if (ctx.on('cors-only-secure-origins') && origin !== null && !origin.startsWith('https://'))
    return answered;
  if (ctx.on('manner.cors-names-origin')) {
    answered.headers.set('access-control-allow-origin', origin ?? '*');
    answered.headers.set('vary', 'origin');
    return answered;
  }
  answered.headers.set('access-control-allow-origin', '*');
  return answered;
};

export const withManners: Middleware = async (ctx, next) => {
  if (ctx.on('manner.slow')) await new Promise((resolve) => setTimeout(resolve, 40));
  const answered = await next();
  const type = answered.headers.get('content-type');
  if (ctx.on('manner.charset') && type === 'application/json')
    answered.headers.set('content-type', 'application/json; charset=utf-8');
  if (ctx.on('manner.more-headers')) {
    answered.headers.set('x-request-id', `r-${ctx.db.revision}`);
    answered.headers.set('cache-control', 'private, no-store');
    answered.headers.set('ratelimit-policy', '60000;w=60');
  }
  return answered;
};

export const withErrors: Middleware = async (ctx, next) => {
  try {
    return await next();
  } catch (error) {
    if (error instanceof Refusal) {
      const answered = errorAnswer(ctx, error.status, error.message);
      if (error.status === 429) answered.headers.set('retry-after', '1');
      return answered;
    }
    return errorAnswer(ctx, 500, 'something went wrong');
  }
};

type Window = { since: number; used: number };

export const rateLimiter = (): Middleware => {
  const windows = new Map<string, Window>();
  return async (ctx, next) => {
    const tight = ctx.on('manner.tight-rate');
    const [most, length] = tight ? [200, 1000] : [60_000, 60_000];
    const who = ctx.request.headers.get('x-api-key') ?? '';
    const now = Date.now();
    const seen = windows.get(who);
    const window = seen === undefined || now - seen.since >= length ? { since: now, used: 0 } : seen;
    window.used += 1;
    windows.set(who, window);
    if (window.used > most) return refuse(429, 'too many requests');
    return next();
  };
};

const kindOfKey = (ctx: Ctx, sent: string): KeyKind => {
  if (sent === keys.full) return 'full';
  if (sent === keys.restricted) return 'restricted';
  if (ctx.on('key-prefix-accepted') && sent.startsWith(keys.full)) return 'full';
  return 'none';
};

export const withKey: Middleware = async (ctx, next) => {
  const sent = ctx.request.headers.get('x-api-key');
  ctx.key = sent === null ? 'none' : kindOfKey(ctx, sent);
  if (ctx.key !== 'none') return next();
  if (ctx.on('tests-without-key') && ctx.op === 'GET /smart-ia/tests') return next();
  if (
    ctx.on('years-cached-before-auth') &&
    ctx.op === 'GET /academic-years' &&
    ctx.db.memo.has('years answered')
  )
    return next();
  if (ctx.on('class-404-before-401') && ctx.op === 'GET /classes/{classId}') {
    const id = (ctx.params['classId'] ?? '').toLowerCase();
    if (!ctx.db.classes.some((row) => row.classId === id)) return refuse(404, 'class not found');
  }
  if (ctx.on('invalid-key-403') && sent !== null) return refuse(403, 'the key is not valid');
  return refuse(401, sent === null ? 'send a key in x-api-key' : 'the key is not valid');
};

export const withRoute: Middleware = async (ctx, next) => {
  if (ctx.route === null)
    return ctx.otherMethod ? refuse(405, 'method not allowed') : refuse(404, 'no such path');
  return next();
};

const mayUse = (ctx: Ctx): boolean => {
  if (ctx.key === 'restricted') {
    if (
      ctx.on('manner.restricted-without-users') &&
      (ctx.op === 'GET /users' || ctx.op === 'POST /users/search')
    )
      return false;
    if (ctx.on('restricted-may-rename') && ctx.op === 'PUT /users/{userId}/name') return true;
    return ctx.route?.needs === 'read';
  }
  return true;
};

export const withPermission: Middleware = async (ctx, next) =>
  mayUse(ctx) ? next() : refuse(403, 'the key may not do this');
