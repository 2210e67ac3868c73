import { bodyOf, objects, read, resend } from './breaks.ts';
import { type Break, type Fault, faultsFrom, type Service } from './fault.ts';
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
