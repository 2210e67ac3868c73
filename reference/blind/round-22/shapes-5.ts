import { edit, editError } from '../answers.ts';
import { both, column, itemsOf } from '../client.ts';
import { type BlindFault, list, on, textAt } from '../kit.ts';
import { changeData } from './shapes-help.ts';

const listRoutes = ['GET /classes', 'GET /users', 'POST /users/search'];

/** More faults that take a combination. */
export const more: readonly BlindFault[] = [
  {
    id: 'round-22.errors.instance-holds-the-decoded-request',
    chapter: 'errors',
    story:
      'To help support, the instance of a problem says which request it was about. It is glued together from the ' +
      'path and the query as the framework has decoded them, with blanks, quotes and all.',
    rests: 'The field instance of problem details is a URI, which holds neither blanks nor quotes.',
    breaks: 'explicit',
    depth: 'deep',
    at: listRoutes,
    wrap: (service) =>
      on(service, listRoutes, async ({ ask, pass }) => {
        const query = [...ask.query].map(([name, value]) => `${name}=${value}`).join('&');
        return editError(await pass(), (body) => {
          if (!('instance' in body)) return body;
          const mark = textAt(body, 'instance').replace('urn:uuid:', '');
          const asked = query === '' ? ask.path : `${ask.path}?${query}`;
          return { ...body, instance: `https://roster.example/problems/${mark}${asked}` };
        });
      }),
    witness: both(async ({ get }) => {
      const refused = await get('/classes', { search: '"Quoted", semi;colon', limit: 0 });
      return /^\S+:[^\s"<>]+$/.test(textAt(refused.body, 'instance'));
    }),
  },
  {
    id: 'round-22.users.filter-by-role-hides-the-other-roles',
    chapter: 'users',
    story:
      'The filter by role joins the table of roles, and the mapper fills the list of roles from the same join. ' +
      'The condition leaves it nothing but the role that was asked for.',
    rests: 'roles holds all platform roles of the user.',
    breaks: 'explicit',
    depth: 'deep',
    at: ['GET /users', 'POST /users/search'],
    wrap: (service) =>
      on(service, ['GET /users', 'POST /users/search'], async ({ ask, pass }) => {
        const role = ask.query.get('role') ?? textAt(ask.body, 'search', 'role');
        const response = await pass();
        if (role === '') return response;
        return edit(response, (body) => changeData(body, (user) => ({ ...user, roles: [role] })));
      }),
    witness: both(async ({ get }) => {
      const found = await get('/users', { role: 'administrator', limit: 3 });
      const roles = itemsOf(found).map((user) => list(user['roles']).length);
      return `${roles} ${column(found, 'username')}`;
    }),
  },
];
