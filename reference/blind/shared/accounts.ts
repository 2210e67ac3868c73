import { both, newUserId } from '../client.ts';
import { type Fields, fields, on, type Service, textAt } from '../kit.ts';

/** A service whose payload is changed before it is kept. */
export function keeping(routes: string | readonly string[], change: (payload: Fields) => Fields) {
  return (service: Service) =>
    on(service, routes, ({ ask, pass }) => {
      if (!('user' in ask.body)) return pass();
      return pass({ body: { ...ask.body, user: change(fields(ask.body['user'])) } });
    });
}

/** A text changed where it is one. */
export function mapped(payload: Fields, names: readonly string[], change: (text: string) => string): Fields {
  const changed = names.flatMap((name) => {
    const value = payload[name];
    return typeof value === 'string' ? [[name, change(value)] as const] : [];
  });
  return { ...payload, ...Object.fromEntries(changed) };
}

/** The two names of a person. */
export const names = ['firstName', 'lastName'];

/** The name that an update answers. */
export function renamed(firstName: string, lastName: string) {
  return both(async (client) => {
    const id = await newUserId(client, 'student');
    const { body } = await client.send('PUT', `/users/${id}/name`, { user: { firstName, lastName } });
    return [textAt(body, 'user', 'firstName'), textAt(body, 'user', 'lastName')];
  });
}
