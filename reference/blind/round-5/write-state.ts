import { editItems, editUsers, refuse } from '../answers.ts';
import { both, column, itemsOf, membersAmong, newClassId, newUserId, userOf } from '../client.ts';
import { type BlindFault, fields, on, textAt, texts } from '../kit.ts';
import { sentIds, usersOf } from '../shared/ids.ts';
import { lookUp, teacherOfTwoRoles, userLists, without } from './write-help.ts';

const enable = 'POST /users/{id}/enable';
const disable = 'POST /users/{id}/disable';
const sessions = '/smart-ia/sessions';

export const state: readonly BlindFault[] = [
  {
    id: 'round-5.state.disabled-users-cannot-be-enabled',
    chapter: 'state',
    story: 'The model has a default scope of enabled users, and the user to enable is looked up through it.',
    rests: 'Users can be enabled and disabled; 404 is for an academic year, class or cohort not found.',
    breaks: 'explicit',
    depth: 'shallow',
    at: [enable],
    wrap: (service) => {
      const hidden = new Set<string>();
      return on(service, [enable, disable], async ({ ask, pass }) => {
        const id = ask.id.toLowerCase();
        if (ask.path.endsWith('/enable')) return hidden.has(id) ? refuse(ask, 404, 'Not found') : pass();
        const answer = await pass();
        if (answer.ok) hidden.add(id);
        return answer;
      });
    },
    witness: both(async (client) => {
      const id = await newUserId(client, 'student');
      await client.send('POST', `/users/${id}/disable`);
      return (await client.send('POST', `/users/${id}/enable`)).status === 404;
    }),
  },
  {
    id: 'round-5.state.enabled-already-is-a-conflict',
    chapter: 'state',
    story: 'The machine of states has no way from enabled to enabled, and what it refuses is a conflict.',
    rests: 'Errors: 409 is for creating a class or a cohort that already exists.',
    breaks: 'explicit',
    depth: 'medium',
    at: [enable],
    wrap: (service) =>
      on(service, enable, async (line) => {
        const { enabled } = await lookUp(line, line.ask.id);
        return enabled === true ? refuse(line.ask, 409, 'Enabled already') : line.pass();
      }),
    witness: both(async (client) => {
      const id = await newUserId(client, 'student');
      await client.send('POST', `/users/${id}/enable`);
      return (await client.send('POST', `/users/${id}/enable`)).status === 409;
    }),
  },
  {
    id: 'round-5.state.disabled-users-vanish',
    chapter: 'state',
    story: 'To disable somebody is a soft delete, and lists leave out what is deleted softly.',
    rests: 'GET /users and its search list users by their filters, none of which asks for a state.',
    breaks: 'implied',
    depth: 'medium',
    at: [disable, ...userLists],
    wrap: (service) => {
      const hidden = new Set<string>();
      return on(service, [enable, disable, ...userLists], async ({ ask, pass }) => {
        const answer = await pass();
        if (ask.id === '') return without(answer, (user) => hidden.has(textAt(user, 'userId')));
        if (answer.ok && ask.path.endsWith('/disable')) hidden.add(ask.id.toLowerCase());
        else if (answer.ok) hidden.delete(ask.id.toLowerCase());
        return answer;
      });
    },
    witness: both(async (client) => {
      const id = await newUserId(client, 'student');
      await client.send('POST', `/users/${id}/disable`);
      return itemsOf(await client.get('/users', { userId: id })).length;
    }),
  },
  {
    id: 'round-5.state.disabling-completes-open-sessions',
    chapter: 'state',
    story:
      'Whoever is disabled is logged out everywhere, and the log-out closes the open sessions as they are.',
    rests: 'A Completed session carries a result; no move from In Progress without one.',
    breaks: 'explicit',
    depth: 'deep',
    at: [disable, `GET ${sessions}`],
    wrap: (service) => {
      const out = new Set<string>();
      return on(service, [disable, `GET ${sessions}`], async ({ ask, pass, call }) => {
        const answer = await pass();
        if (ask.method === 'POST') {
          if (answer.ok) out.add(ask.id.toLowerCase());
          return answer;
        }
        if (!answer.ok || out.size === 0) return answer;
        const [done] = itemsOf(await call(`GET ${sessions}/completed?limit=1`));
        return editItems(answer, (item) => {
          const closed = out.has(textAt(item, 'user', 'userId')) && !('endDate' in item);
          return closed ? { ...item, status: done?.['status'], endDate: item['startDate'] } : item;
        });
      });
    },
    witness: both(async (client) => {
      const [userId = ''] = usersOf(itemsOf(await client.get(`${sessions}/in-progress`)));
      await client.send('POST', `/users/${userId}/disable`);
      const found = itemsOf(await client.get(sessions, { userId }));
      return found.every((one) => !('endDate' in one) || one['result'] !== null);
    }),
  },
  {
    id: 'round-5.state.enabled-as-a-student',
    chapter: 'state',
    story:
      'Disabling withdraws the roles, and enabling gives back the one that the platform has for a default.',
    rests: 'roles are all platform roles of the user; a teacher who was enabled again is a teacher.',
    breaks: 'explicit',
    depth: 'deep',
    at: [disable, enable, ...userLists],
    wrap: (service) => {
      const withdrawn = new Set<string>();
      const given = new Set<string>();
      return on(service, [enable, disable, ...userLists], async ({ ask, pass }) => {
        const answer = await pass();
        const id = ask.id.toLowerCase();
        if (answer.ok && ask.path.endsWith('/disable')) withdrawn.add(id);
        if (answer.ok && ask.path.endsWith('/enable') && withdrawn.has(id)) given.add(id);
        return editUsers(answer, (user) =>
          given.has(textAt(user, 'userId')) ? { ...user, roles: ['student'] } : user,
        );
      });
    },
    witness: both(async (client) => {
      const id = await newUserId(client, 'teacher');
      const before = texts((await userOf(client, id))['roles']);
      await client.send('POST', `/users/${id}/disable`);
      await client.send('POST', `/users/${id}/enable`);
      return texts((await userOf(client, id))['roles']).join() === before.join();
    }),
  },
];

export const ownClasses: readonly BlindFault[] = [
  {
    id: 'round-5.user-side.last-class-stays',
    chapter: 'user-side',
    story:
      'A teacher without a class makes no sense to the planner, which keeps the last one and says nothing.',
    rests: 'DELETE /teachers/{userId}/classes removes a list of classes from the teacher.',
    breaks: 'explicit',
    depth: 'deep',
    at: ['DELETE /teachers/{id}/classes'],
    wrap: (service) =>
      on(service, 'DELETE /teachers/{id}/classes', async (line) => {
        const sent = sentIds(line, 'classIds');
        const has = texts((await lookUp(line, line.ask.id))['classIds']);
        const stays = has.length > 0 && has.every((id) => sent.includes(id)) ? has[0] : undefined;
        if (stays === undefined) return line.pass();
        return line.pass({ body: { classIds: sent.filter((id) => id !== stays) } });
      }),
    witness: both(async (client) => {
      const id = await newUserId(client, 'teacher');
      const classIds = [await newClassId(client), await newClassId(client)];
      await client.send('POST', `/teachers/${id}/classes`, { classIds });
      await client.send('DELETE', `/teachers/${id}/classes`, { classIds });
      return texts(fields(await userOf(client, id))['classIds']).length;
    }),
  },
  {
    id: 'round-5.user-side.teacher-of-two-roles-is-no-teacher',
    chapter: 'user-side',
    story: 'Whether the user of the path is a teacher is asked by comparing the whole list of roles.',
    rests: 'roles are all roles of the user; POST /teachers/{userId}/classes assigns the teacher to classes.',
    breaks: 'explicit',
    depth: 'deep',
    at: ['POST /teachers/{id}/classes'],
    wrap: (service) =>
      on(service, 'POST /teachers/{id}/classes', async (line) => {
        const roles = texts((await lookUp(line, line.ask.id))['roles']);
        return roles.length > 1 ? refuse(line.ask, 404, 'Not found') : line.pass();
      }),
    witness: both(async (client) => {
      const id = await teacherOfTwoRoles(client);
      const classId = await newClassId(client);
      await client.send('POST', `/teachers/${id}/classes`, { classIds: [classId] });
      return membersAmong(client, [id], 'classIds', classId);
    }),
  },
];

export const pages: readonly BlindFault[] = [
  {
    id: 'round-5.pages.cursor-expires-with-a-write',
    chapter: 'pages',
    story:
      'Cursors point into a stored result of the query, and creating a class throws stored results away.',
    rests: 'cursor takes a value of nextCursor or previousCursor of an earlier response.',
    breaks: 'explicit',
    depth: 'deep',
    at: ['POST /classes', 'GET /classes'],
    wrap: (service) => {
      const stored = new Set<string>();
      const expired = new Set<string>();
      return on(service, ['POST /classes', 'GET /classes'], async ({ ask, pass }) => {
        if (expired.has(ask.query.get('cursor') ?? '')) return refuse(ask, 400, 'Invalid cursor');
        const answer = await pass();
        if (ask.method === 'POST') {
          if (answer.status === 201) for (const cursor of stored) expired.add(cursor);
          return answer;
        }
        const { pagination } = answer.ok ? fields(await answer.clone().json()) : { pagination: {} };
        for (const name of ['nextCursor', 'previousCursor']) {
          const cursor = textAt(pagination, name);
          if (cursor === '') continue;
          stored.add(cursor);
          expired.delete(cursor);
        }
        return answer;
      });
    },
    witness: both(async (client) => {
      const first = await client.get('/classes', { limit: 5 });
      await newClassId(client);
      const cursor = textAt(first.body, 'pagination', 'nextCursor');
      return column(await client.get('/classes', { limit: 5, cursor }), 'classId').length;
    }),
  },
];
