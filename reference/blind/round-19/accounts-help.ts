import { edit, editUsers } from '../answers.ts';
import { type Answer, type Fields, fields, type Line, list, on, type Service } from '../kit.ts';

/** The lists of users. */
export const userLists = ['GET /users', 'POST /users/search'] as const;

/** Every operation that answers with users. */
export const userRoutes = [
  ...userLists,
  'POST /students',
  'POST /teachers',
  'PATCH /students/{id}/details',
  'PUT /users/{id}/name',
  'PUT /users/{id}/password',
  'PUT /users/{id}/emails/primary',
  'PUT /users/{id}/external-id',
] as const;

/** Shows every user differently, wherever users are answered. */
export function showing(service: Service, change: (user: Fields) => Fields): Service {
  return on(service, userRoutes, async ({ pass }) => editUsers(await pass(), change));
}

/** A list without some of its items, and a total that is less by as many. */
export function without(response: Response, hidden: (item: Fields) => boolean): Promise<Response> {
  return edit(response, (body) => {
    const data = list(body['data']).map(fields);
    const left = data.filter((item) => !hidden(item));
    const pagination = fields(body['pagination']);
    const total = Number(pagination['total']) - (data.length - left.length);
    return { ...body, data: left, pagination: { ...pagination, total } };
  });
}

/** The user with that id, as the service behind the fault has it. */
export async function rowOf({ call }: Line, userId: string): Promise<Fields> {
  return firstOf(await call(`GET /users?userId=${userId}`));
}

/** The first item of a list. */
export function firstOf({ body }: Answer): Fields {
  return fields(list(body['data'])[0]);
}

/** Without a field. */
export function lacking(item: Fields, ...names: readonly string[]): Fields {
  return Object.fromEntries(Object.entries(item).filter(([name]) => !names.includes(name)));
}
