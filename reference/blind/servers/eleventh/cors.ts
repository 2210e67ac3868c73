// CORS: any origin may ask, whatever the answer is.
import type { Ctx, Operation } from './kernel.ts';

function allowed(ctx: Ctx, origin: string | null, status: number): string | undefined {
  if (ctx.f('cors-none')) return undefined;
  if (ctx.f('cors-error') && status >= 400) return undefined;
  if (ctx.f(`cors-${status}`)) return undefined;
  if (origin !== null) {
    if (ctx.f('cors-null') && origin === 'null') return undefined;
    if (ctx.f('cors-port') && /:\d+$/.test(origin)) return undefined;
    if (ctx.f('cors-http') && origin.startsWith('http:')) return undefined;
    if (ctx.f('cors-sub') && origin.split('.').length > 2) return undefined;
    if (ctx.f('cors-fixed')) return 'https://app.northfield.example';
    if (ctx.f('cors-host')) return origin.replace(/^https?:\/\//, '');
    if (ctx.f('cors-noport')) return origin.replace(/:\d+$/, '');
    if (ctx.f('cors-two')) return '*, *';
  }
  if (ctx.f('cors-query') && ctx.query.size > 0) return undefined;
  if (ctx.f('cors-second') && ctx.query.has('cursor')) return undefined;
  if (origin !== null && (ctx.on('m-cors-echo') || ctx.on('m-cors-credentials'))) return origin;
  return '*';
}

export function corsHeaders(ctx: Ctx, headers: Headers, status: number): void {
  const origin = ctx.request.headers.get('origin');
  const value = allowed(ctx, origin, status);
  if (value === undefined) return;
  headers.set('access-control-allow-origin', value);
  if (ctx.on('m-cors-echo') || ctx.on('m-cors-credentials')) headers.append('vary', 'Origin');
  if (ctx.on('m-cors-credentials') && origin !== null) {
    headers.set('access-control-allow-credentials', 'true');
    headers.set('access-control-expose-headers', 'ETag, X-Request-Id, Retry-After');
  }
}

/** The answer to a preflight; `methods`: what the path can do. */
export function preflight(ctx: Ctx, methods: string[], operation: Operation | undefined): Response {
  const headers = new Headers();
  const { request } = ctx;
  const asked = request.headers.get('access-control-request-headers');
  const method = operation ? (operation.id.split(' ')[0] ?? '') : '';
  const any = ctx.on('m-preflight-lists-all');
  let list = any ? ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'] : methods;
  let names = ['x-api-key', 'content-type', 'accept', 'if-none-match'];
  if (ctx.on('m-preflight-echo') && asked !== null) names = asked.split(',').map((one) => one.trim());
  if (ctx.f('pre-key')) names = names.filter((one) => one.toLowerCase() !== 'x-api-key');
  if (ctx.f('pre-type')) names = names.filter((one) => one.toLowerCase() !== 'content-type');
  if (ctx.f('pre-method')) list = list.filter((one) => one !== method);
  if (!ctx.f('pre-none') && !(ctx.f('pre-null') && request.headers.get('origin') === 'null')) {
    corsHeaders(ctx, headers, 204);
    if (!headers.has('access-control-allow-origin')) headers.set('access-control-allow-origin', '*');
  }
  if (ctx.f('pre-port') && /:\d+$/.test(request.headers.get('origin') ?? ''))
    headers.delete('access-control-allow-origin');
  headers.set('access-control-allow-methods', list.join(', '));
  headers.set('access-control-allow-headers', names.join(ctx.on('m-preflight-echo') ? ',' : ', '));
  if (!ctx.on('m-preflight-no-age')) headers.set('access-control-max-age', '600');
  let status = ctx.on('m-preflight-200') ? 200 : 204;
  if (ctx.f('pre-401')) status = 401;
  if (ctx.f('pre-404')) status = 404;
  if (ctx.f('pre-405')) status = 405;
  if (ctx.f('pre-403-restricted') && asked?.includes('content-type')) status = 403;
  return new Response(null, { status, headers });
}
