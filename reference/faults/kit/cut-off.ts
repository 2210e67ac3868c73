import { bodyOf, objects, read, remembering } from './breaks.ts';
import { answer, type Break, type Fault, fault, type Json, type Service } from './fault.ts';
import { type OperationId, operationOf, sessionLists } from './routes.ts';

/** What a change cuts off from the user, or from each of the users whom it names. */
interface Cut {
  readonly after: OperationId;
  /** The reads that show what is cut off; the answer to the change is among them where it carries the user. */
  readonly in: readonly OperationId[];
  readonly story: string;
  readonly deep?: true;
  /** What links the user with the rest: once it is again as it was, nothing is cut off. Left out, that is for good. */
  readonly by?: (user: Json) => unknown;
  /** A user, or a session of the user, as it is shown then, or how often; `undefined` for one that is gone. */
  readonly shows: (item: Json) => Json | readonly Json[] | undefined;
}

/** The reads that show users. */
export const userReads: readonly OperationId[] = ['listUsers', 'searchUsers'];

/** The reads that show sessions of any kind. */
export const sessionReads: readonly OperationId[] = [...sessionLists, 'searchSessions', 'listStudySessions'];

/** The reads that show sessions under way. */
export const readsUnderWay: readonly OperationId[] = [
  'listInProgressSessions',
  'listSessions',
  'searchSessions',
];

/** Shows nothing any more. */
export const gone = (): undefined => undefined;

/** Shows everything twice. */
export const twice = (item: Json): readonly Json[] => [item, item];

/** Shows no sessions that are under way. */
export const withoutThoseUnderWay = (session: Json): Json | undefined =>
  session['result'] === null ? undefined : session;

/** Shows a user with the first address alone. */
export const withOneAddress = (user: Json): Json => ({ ...user, emails: listIn(user, 'emails').slice(0, 1) });

/** Shows a user with some of the roles. */
export const withRoles =
  (keeps: (role: unknown, at: number) => boolean) =>
  (user: Json): Json => ({ ...user, roles: listIn(user, 'roles').filter(keeps) });

/** A fault that cuts something off from users, which only somebody has who was there before. */
export function cutting(id: string, { after, in: places, story, deep, by, shows }: Cut): Fault {
  return fault(id, {
    on: [after],
    touches: [after, ...places],
    story,
    ...(deep ? { deep } : {}),
    with: cutOff(after, by, places.includes('listUsers') ? shows : undefined, shows),
  });
}

/** Cuts something off after a change. `answered` changes the user in the answer to it. */
function cutOff(
  after: OperationId,
  by: Cut['by'],
  answered: Cut['shows'] | undefined,
  shows: Cut['shows'],
): Break {
  return remembering(() => {
    const former = new Map<string, unknown>();
    const cut = new Set<string>();
    const isCut = (item: Json) => cut.has(ownerOf(item));
    return async (request, service) => {
      if (operationOf(request) !== after) {
        const response = await service(request);
        return response.ok ? shown(response, isCut, shows) : response;
      }
      const links = async () =>
        Promise.all(
          (await idsIn(request)).map(async (id) => [id, await linkOf(request, service, id, by)] as const),
        );
      const before = await links();
      const response = await service(request.clone());
      if (!response.ok) return response;
      for (const [id, link] of before) if (!former.has(id)) former.set(id, link);
      for (const [id, link] of await links()) {
        if (by !== undefined && link === former.get(id)) cut.delete(id);
        else cut.add(id);
      }
      return answered && response.status === 200 ? shown(response, isCut, answered) : response;
    };
  });
}

/** The ids of the users whom a change names: the one in its path, or those in its body. */
async function idsIn(request: Request): Promise<readonly string[]> {
  const [, inPath] = /\/(?:students|teachers|users)\/([^/]+)\//.exec(new URL(request.url).pathname) ?? [];
  const ids = inPath === undefined ? listIn(await bodyOf(request), 'userIds') : [inPath];
  return ids.map((id) => String(id).toLowerCase());
}

async function linkOf(request: Request, service: Service, id: string, by: Cut['by']): Promise<unknown> {
  if (by === undefined) return undefined;
  const { data } = await read(request, service, `/users?userId=${encodeURIComponent(id)}`);
  return by(objects(data)[0] ?? {});
}

/** An answer with some of its items otherwise, or without them. */
async function shown(
  response: Response,
  isMeant: (item: Json) => boolean,
  shows: Cut['shows'],
): Promise<Response> {
  const body = (await response.json()) as Json;
  const change = (item: Json) => (isMeant(item) ? shows(item) : item);
  if (!Array.isArray(body['data'])) return answer(response, { ...body, user: change(body['user'] as Json) });
  const items = objects(body['data']);
  const data = items.flatMap((item) => change(item) ?? []);
  const pagination = body['pagination'] as Json;
  const total = Number(pagination['total']) - (items.length - data.length);
  return answer(response, { ...body, data, pagination: { ...pagination, total } });
}

/** The id of a user, or of the learner of a session. */
function ownerOf(item: Json): string {
  const learner = item['user'] as Json | undefined;
  return String(item['userId'] ?? learner?.['userId']).toLowerCase();
}

/** A list in an item; empty when it is none. */
export function listIn(item: Json, name: string): unknown[] {
  const list = item[name];
  return Array.isArray(list) ? list : [];
}
