import { type Fields, fields } from '../../kit.ts';
import { chance, type Deployment, hash, start, uuid } from './kit.ts';
import { isJson } from './messages.ts';

/** Places to cut bytes at, in ascending order. The last is their end, and one is within a character that is no ASCII. */
function cutsOf(bytes: Uint8Array, random: () => number): number[] {
  const ascending = (one: number, other: number) => one - other;
  const cuts = Array.from({ length: 7 }, () => Math.floor(random() * bytes.length)).sort(ascending);
  const wide = bytes.findIndex((byte) => byte >= 0xc0);
  if (wide >= 0) cuts[0] = wide + 1;
  return [...new Set([...cuts, bytes.length])].sort(ascending).filter((cut) => cut > 0);
}

const chunks: Deployment = {
  id: 'chunks',
  why:
    'No sentence says how a body is transferred: it comes in up to eight pieces of uneven size, cut anywhere, also ' +
    'within a character, without a Content-Length.',
  make(create) {
    const { answer, keys } = start(create);
    const random = chance(25);
    return {
      keys,
      fetch: async (request) => {
        const response = await answer(request);
        if (request.method === 'HEAD' || response.body === null) return response;
        const bytes = new Uint8Array(await response.arrayBuffer());
        const cuts = cutsOf(bytes, random);
        let from = 0;
        const body = new ReadableStream({
          async pull(controller) {
            const to = cuts.shift();
            if (to === undefined) return controller.close();
            await new Promise((done) => setImmediate(done));
            controller.enqueue(bytes.slice(from, to));
            from = to;
          },
        });
        const headers = new Headers(response.headers);
        headers.delete('content-length');
        return new Response(body, { status: response.status, headers });
      },
    };
  },
};

/** The headers of an edge, beside those that came. */
function edgeHeaders(request: Request, came: Headers, random: () => number): Headers {
  const headers = new Headers(came);
  headers.set('access-control-allow-origin', request.headers.get('origin') ?? '*');
  headers.append('vary', 'origin');
  headers.set('access-control-expose-headers', 'allow, retry-after, etag, x-request-id');
  headers.set('x-request-id', uuid(random));
  headers.set('keep-alive', 'timeout=5');
  headers.set('via', '1.1 edge');
  return headers;
}

/** The answer of an edge to OPTIONS. */
function preflight(request: Request, random: () => number): Response {
  const headers = edgeHeaders(request, new Headers(), random);
  const asked = request.headers.get('access-control-request-headers');
  headers.set('access-control-allow-methods', 'GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS');
  headers.set('access-control-allow-headers', asked ?? 'x-api-key, content-type');
  headers.set('access-control-max-age', '5');
  return new Response(null, { status: 204, headers });
}

const edge: Deployment = {
  id: 'edge-gateway',
  why:
    '"Browser requests from any origin are permitted (CORS)": an edge answers every OPTIONS itself and names the origin ' +
    'that asks; it makes HEAD out of GET without a length, gives each answer a request id and Keep-Alive, and each GET ' +
    'an ETag, with 304 only to those who ask by If-None-Match. No sentence forbids headers.',
  make(create) {
    const { answer, keys } = start(create);
    const random = chance(28);
    return {
      keys,
      fetch: async (request) => {
        if (request.method === 'OPTIONS') return preflight(request, random);
        const isHead = request.method === 'HEAD';
        const response = await answer(isHead ? new Request(request, { method: 'GET' }) : request);
        const { status } = response;
        const headers = edgeHeaders(request, response.headers, random);
        if (!isHead && request.method !== 'GET') return new Response(response.body, { status, headers });
        const body = await response.arrayBuffer();
        headers.delete('content-length');
        if (status === 200) {
          const etag = `W/"${hash(Buffer.from(body).toString('latin1')).toString(36)}-${body.byteLength}"`;
          headers.set('etag', etag);
          headers.set('cache-control', 'private, no-cache');
          const asked = (request.headers.get('if-none-match') ?? '').split(',').map((tag) => tag.trim());
          if (asked.includes(etag)) {
            headers.delete('content-type');
            return new Response(null, { status: 304, headers });
          }
        }
        return new Response(isHead ? null : body, { status, headers });
      },
    };
  },
};

/** A JSON value with the members of each object in the other order. */
function turned(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(turned);
  if (typeof value !== 'object' || value === null) return value;
  const members = Object.entries(value).reverse();
  return Object.fromEntries(members.map(([name, inner]) => [name, turned(inner)]));
}

/** An error in the words of the new release. */
function declined(body: Fields, random: () => number): Fields {
  const { status, message, detail } = body;
  if (typeof message !== 'string' && typeof detail !== 'string') return body;
  const trace = uuid(random);
  if (typeof message === 'string')
    return { ...body, message: `Request declined (trace ${trace.slice(0, 8)})` };
  return {
    ...body,
    type: `https://errors.roster.example/v2/${status}`,
    title: `Declined with ${status}`,
    detail: `The request was declined (trace ${trace.slice(0, 8)})`,
    instance: `https://errors.roster.example/v2/occurrences/${trace}`,
  };
}

const release: Deployment = {
  id: 'rolling-deploy',
  why:
    'No sentence fixes the order of JSON members, whitespace, a charset, or the words of an error: between request 150 ' +
    'and 900 ever more requests reach the new release, which reverses the members, indents, names a charset, and words ' +
    'its errors (and their type and instance URIs) anew.',
  make(create) {
    const { answer, keys } = start(create);
    const random = chance(29);
    let seen = 0;
    return {
      keys,
      fetch: async (request) => {
        seen += 1;
        const isNew = random() < (seen - 150) / 750;
        const response = await answer(request);
        if (!isNew || request.method === 'HEAD' || response.body === null || !isJson(response))
          return response;
        const body: unknown = await response.json();
        const headers = new Headers(response.headers);
        headers.delete('content-length');
        headers.set('content-type', `${headers.get('content-type')?.split(';')[0]}; charset=utf-8`);
        const shown = turned(response.status >= 400 ? declined(fields(body), random) : body);
        return new Response(`${JSON.stringify(shown, null, 2)}\n`, { status: response.status, headers });
      },
    };
  },
};

/** What stands between a service and its callers, and writes its answers anew. */
export const edgeDeployments: readonly Deployment[] = [chunks, edge, release];
