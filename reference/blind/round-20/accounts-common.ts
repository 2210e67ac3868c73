import { editUsers } from '../answers.ts';
import { type Answer, at, type Fields, fields, type Line, list, on, type Service, textAt } from '../kit.ts';

/** The two lists of users. */
export const userLists = ['GET /users', 'POST /users/search'] as const;

/** The operations whose answers hold users. */
export const userAnswers = [
  ...userLists,
  'POST /students',
  'POST /teachers',
  'PATCH /students/{id}/details',
  'PUT /users/{id}/name',
  'PUT /users/{id}/password',
  'PUT /users/{id}/emails/primary',
  'PUT /users/{id}/external-id',
] as const;

/** The lists of initial-assessment sessions. */
export const sessionLists = [
  'GET /smart-ia/sessions',
  'GET /smart-ia/sessions/completed',
  'GET /smart-ia/sessions/in-progress',
  'POST /smart-ia/sessions/search',
] as const;

/** The service with every user in its answers changed. */
export function overlay(service: Service, change: (user: Fields) => Fields): Service {
  return on(service, userAnswers, async ({ pass }) => editUsers(await pass(), change));
}

/** The user with that id as the service below has it, `{}` where there is none. */
export async function found({ call }: Pick<Line, 'call'>, userId: string): Promise<Fields> {
  const answer: Answer = await call(`GET /users?userId=${userId}`);
  return fields(at(answer.body, 'data', 0));
}

/** The user that an answer wraps. */
export async function userIn(response: Response): Promise<Fields> {
  return fields(fields(await response.clone().json())['user']);
}

/** The object that a body wraps as `user`. */
export function payloadOf({ ask }: Pick<Line, 'ask'>): Fields {
  return fields(ask.body['user']);
}

/** A list with some items left out and others added, and a total that fits. */
export function refill(body: Fields, keep: (item: Fields) => boolean, more: readonly Fields[] = []): Fields {
  const before = list(body['data']).map(fields);
  const data = [...before.filter(keep), ...more];
  const pagination = fields(body['pagination']);
  const total = Number(textAt(pagination, 'total')) + data.length - before.length;
  return { ...body, data, pagination: { ...pagination, total } };
}
