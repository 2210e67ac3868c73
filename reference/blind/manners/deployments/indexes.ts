import { fields, list as items } from '../../kit.ts';
import { cluster, copies, copyOf, replicated } from './cluster.ts';
import { clock, type Deployment, eventual } from './kit.ts';
import { listOf } from './lists.ts';
import { isWrite, objectIn, pathOf, reworded } from './messages.ts';

const refreshed: Deployment = {
  id: 'search-index-refresh',
  why:
    `${eventual} Users, sessions and name searches come from an index that is refreshed every 80 ms; classes and ` +
    'cohorts by id and their plain lists do not.',
  make: copies([() => 80 - (clock() % 80)], (request, all) => {
    const path = pathOf(request);
    const isIndexed =
      path === '/users' ||
      path.includes('sessions') ||
      path.endsWith('/search') ||
      new URL(request.url).searchParams.has('search');
    return isIndexed ? copyOf(all, 0) : all.leader;
  }),
};

const single = ['userId', 'upn', 'externalId', 'username'];
const several = ['userIds', 'upns', 'externalIds', 'usernames'];

const listedLater: Deployment = {
  id: 'create-listed-later',
  why: `${eventual} What was created is found by its identifier at once, and in the lists 100 ms later.`,
  make: copies([() => 100], async (request, all) => {
    const { searchParams } = new URL(request.url);
    if (listOf(request) === undefined || single.some((name) => searchParams.has(name))) return all.leader;
    if (request.method === 'POST') {
      const search = fields((await objectIn(request))?.['search']);
      if (several.some((name) => Array.isArray(search[name]))) return all.leader;
    }
    return copyOf(all, 0);
  }),
};

const projected: Deployment = {
  id: 'projected-memberships',
  why:
    `${eventual} In user lists and searches classIds and cohortIds come from a projection that is 90 ms late, the ` +
    'rest of the user is fresh.',
  make(create) {
    const all = cluster(create, () => 90);
    const shown = (item: unknown) => {
      const user = fields(item);
      const row = copyOf(all, 0).store.users.get(String(user['userId']));
      for (const name of ['classIds', 'cohortIds'] as const) {
        const ids = row?.[name] ?? [];
        if (ids.length > 0) user[name] = ids;
        else delete user[name];
      }
      return user;
    };
    return {
      keys: all.leader.keys,
      fetch: async (request) => {
        if (isWrite(request)) return replicated(all, request);
        const name = listOf(request);
        const response = await all.leader.answer(request);
        const isOfUsers = name === 'GET /users' || name === 'POST /users/search';
        if (!isOfUsers || response.status !== 200) return response;
        return reworded(request, response, (body) => ({ ...body, data: items(body['data']).map(shown) }));
      },
    };
  },
};

/** One machine, and something beside it that it answers from, and that learns a change later. */
export const indexDeployments: readonly Deployment[] = [refreshed, listedLater, projected];
