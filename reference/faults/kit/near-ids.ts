import { bodyOf, objects, read, refusal, resend } from './breaks.ts';
import { answer, type Break, type Fault, faultsFrom, type Json, type Service } from './fault.ts';
import type { OperationId } from './routes.ts';

/** An operation that takes an id, and where the ids of that kind are listed: a path, and the property. */
export type Place = readonly [op: OperationId, path: string, id: string];

const uuids = /[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}/gi;

/** Faults of look-ups that take an id for a known one with the same first block. */
export function byFirstBlock(places: Readonly<Record<string, Place>>): Fault[] {
  return faultsFrom(places, ([op, path, id]) => ({
    on: [op],
    story: 'The look-up goes by the first eight digits of an id, as the logs show them.',
    with: takenFor(path, id, (asked) => asked.slice(0, 8)),
  }));
}

/** Faults of look-ups that take an id for a known one with the same first and last blocks. */
export function byBothEnds(places: Readonly<Record<string, Place>>): Fault[] {
  return faultsFrom(places, ([op, path, id]) => ({
    on: [op],
    deep: true,
    story: 'The index is made of a hash that is fed with both ends of an id, and nobody compares the whole.',
    with: takenFor(path, id, (asked) => asked.slice(0, 8) + asked.slice(-12)),
  }));
}

/** Takes each id of a request that nothing has for one that gives the same key. */
function takenFor(path: string, id: string, keyOf: (asked: string) => string): Break {
  return async (request, service) => {
    const known = await idsAt(request, service, path, id);
    const instead = (text: string) =>
      text.replace(uuids, (asked) => {
        const same = known.filter((one) => keyOf(one) === keyOf(asked.toLowerCase()));
        return same.length === 0 || same.includes(asked.toLowerCase()) ? asked : (same[0] ?? asked);
      });
    if (request.method === 'GET') return service(new Request(new URL(instead(request.url)), request));
    return service(resend(request, JSON.parse(instead(JSON.stringify(await bodyOf(request))))));
  };
}

async function idsAt(request: Request, service: Service, path: string, id: string): Promise<string[]> {
  return objects((await read(request, service, path))['data']).map((item) => String(item[id]).toLowerCase());
}

/** Takes for an id what begins with one. */
export const cut: Break = takenAs((text) => /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}/i.exec(text)?.[0]);

/** Takes for an id what has one in it. */
export const found: Break = takenAs((text) => text.match(uuids)?.[0]);

/** Faults of look-ups that take for an id what begins with one, and of those that look for one in a text. */
export function withMoreAround(
  places: Readonly<Record<string, readonly [op: OperationId, how: 'cut' | 'found']>>,
): Fault[] {
  return faultsFrom(places, ([op, how]) => ({
    on: [op],
    ...(how === 'cut' ? {} : { deep: true }),
    story:
      how === 'cut'
        ? 'The pattern of an id has no end, and the driver cuts what it binds to the length of the column.'
        : 'An id is looked for in what was sent, and whatever stands around it is left out.',
    with: how === 'cut' ? cut : found,
  }));
}

/** Faults of filters that fail for a text which has an id in it and is none. */
export function crashing(places: Readonly<Record<string, OperationId>>): Fault[] {
  return faultsFrom(places, (op) => ({
    on: [op],
    story: 'What is no id gets as far as the database, and nobody catches what that says of it.',
    with: async (request, service) => {
      const texts = (await textsOf(request)).filter((text) => text.match(uuids));
      const isId = (text: string) => text.replace(uuids, '') === '';
      return texts.every(isId) ? service(request) : refusal(500, 'The query failed.');
    },
  }));
}

/** Faults of filters for which somebody who is asked for by an id has to exist. */
export function lookedUpFirst(places: Readonly<Record<string, OperationId>>): Fault[] {
  return faultsFrom(places, (op) => ({
    on: [op],
    story:
      'The filter looks up what it names, as a read by id does, and answers like one that finds nothing.',
    with: async (request, service) => {
      const asked = (await textsOf(request)).filter((text) => text.match(uuids));
      const response = await service(request);
      if (asked.length !== 1 || response.status !== 200) return response;
      const { data } = (await response.clone().json()) as Json;
      return objects(data).length > 0 ? response : refusal(404, 'There is nothing of that id.');
    },
  }));
}

/** Faults of filters whose total counts what begins with the first block of an id. */
export function countedByFirstBlock(places: Readonly<Record<string, Place>>): Fault[] {
  return faultsFrom(places, ([op, path, id]) => ({
    on: [op],
    story:
      'Counting goes by the first eight digits of an id, as the index does; the rows are compared whole.',
    with: async (request, service) => {
      const asked = await textsOf(request);
      const known = await idsAt(request, service, path, id);
      const near = asked.filter((text) => known.some((one) => one.slice(0, 8) === text.slice(0, 8)));
      const response = await service(request);
      if (near.length === 0 || response.status !== 200) return response;
      const body = (await response.clone().json()) as Json;
      if (objects(body['data']).length > 0) return response;
      return answer(response, {
        ...body,
        pagination: { ...(body['pagination'] as Json), total: near.length },
      });
    },
  }));
}

/** Every text of a query and of a body. */
async function textsOf(request: Request): Promise<string[]> {
  const body = request.method === 'GET' ? '' : await request.clone().text();
  const inBody = [...body.matchAll(/"([^"\\]*)"/g)].map(([, text = '']) => text);
  return [...new URL(request.url).searchParams.values(), ...inBody].map((text) => text.toLowerCase());
}

/** Has the service see an id in each text, in the path, the query and the body, that somebody finds one in. */
function takenAs(idIn: (text: string) => string | undefined): Break {
  const read = (text: string) => idIn(text) ?? text;
  return async (request, service) => {
    const url = new URL(request.url);
    url.pathname = url.pathname.split('/').map(read).join('/');
    url.search = String(
      new URLSearchParams([...url.searchParams].map(([name, value]) => [name, read(value)])),
    );
    const taken = new Request(url, request.clone());
    const body = await request.text();
    if (body === '') return service(taken);
    return service(
      new Request(taken, { body: body.replace(/"([^"\\]*)"/g, (_, text) => `"${read(text)}"`) }),
    );
  };
}
