import { editPagination, editUsers, refuse } from '../answers.ts';
import { both, column, itemsOf, newUserId, paginationOf, userOf } from '../client.ts';
import { at, type BlindFault, fields, list, on, textAt } from '../kit.ts';
import { keeping } from '../shared/accounts.ts';
import { findUser, userChanges, userLists } from './help.ts';

const name = 'PUT /users/{id}/name';
const external = 'PUT /users/{id}/external-id';
const details = 'PATCH /students/{id}/details';
const enable = 'POST /users/{id}/enable';
const disable = 'POST /users/{id}/disable';

/** Notes which users are disabled, before their next request. */
function disabledBy(service: Parameters<BlindFault['wrap']>[0], disabled: Set<string>) {
  return on(service, [enable, disable], async ({ ask, pass }) => {
    const answer = await pass();
    const id = ask.id.toLowerCase();
    if (answer.ok && ask.path.endsWith('/disable')) disabled.add(id);
    else if (answer.ok) disabled.delete(id);
    return answer;
  });
}

/** What changes of an account leave behind. */
export const updates: readonly BlindFault[] = [
  {
    id: 'round-4.updates.enable-does-not-find-the-disabled',
    chapter: 'updates',
    story: 'Every look-up of the model leaves out disabled users, also the one that should enable them.',
    rests:
      'Users can be enabled and disabled through POST enable and disable; 404 is for years, classes, cohorts.',
    breaks: 'explicit',
    depth: 'shallow',
    at: [enable],
    wrap: (service) => {
      const disabled = new Set<string>();
      return on(disabledBy(service, disabled), enable, ({ ask, pass }) => {
        const hidden = disabled.has(ask.id.toLowerCase());
        return hidden ? Promise.resolve(refuse(ask, 404, 'User not found')) : pass();
      });
    },
    witness: both(async (client) => {
      const id = await newUserId(client, 'student');
      await client.send('POST', `/users/${id}/disable`);
      return (await client.send('POST', `/users/${id}/enable`)).status < 300 ? 'enabled' : 'refused';
    }),
  },
  {
    id: 'round-4.updates.rename-renames-the-login',
    chapter: 'updates',
    story: 'The username is composed of the names by a hook that runs before every save, not only the first.',
    rests:
      "PUT /users/{userId}/name: its purpose is to update the user's name; the username is another field.",
    breaks: 'implied',
    depth: 'shallow',
    at: [name, ...userLists],
    wrap: (service) => {
      const logins = new Map<string, string>();
      const noting = on(service, name, async ({ ask, pass }) => {
        const answer = await pass();
        const { firstName, lastName } = fields(ask.body['user']);
        if (answer.ok) logins.set(ask.id.toLowerCase(), `${firstName}.${lastName}`.toLowerCase());
        return answer;
      });
      return on(noting, [...userLists, ...userChanges], async ({ pass }) =>
        editUsers(await pass(), (user) => {
          const username = logins.get(textAt(user, 'userId'));
          return username === undefined ? user : { ...user, username };
        }),
      );
    },
    witness: both(async (client) => {
      const id = await newUserId(client, 'student');
      const before = (await userOf(client, id))['username'];
      const user = { firstName: 'Anna', lastName: 'Witness' };
      await client.send('PUT', `/users/${id}/name`, { user });
      return (await userOf(client, id))['username'] === before ? 'kept' : 'changed';
    }),
  },
  {
    id: 'round-4.updates.teachers-keep-their-first-name',
    chapter: 'updates',
    story: 'Teachers are shown with title and last name, and the form for them was built from what is shown.',
    rests: "PUT /users/{userId}/name updates the user's name, and users are students and teachers.",
    breaks: 'explicit',
    depth: 'medium',
    at: [name],
    wrap: (service) =>
      on(service, name, async (line) => {
        const user = await findUser(line, line.ask.id);
        const payload = fields(line.ask.body['user']);
        if (at(user, 'roles', 0) !== 'teacher' || !('firstName' in payload)) return line.pass();
        return line.pass({ body: { user: { ...payload, firstName: textAt(user, 'firstName') } } });
      }),
    witness: both(async (client) => {
      const id = await newUserId(client, 'teacher', { firstName: 'Before' });
      const user = { firstName: 'After', lastName: 'Witness' };
      const { body } = await client.send('PUT', `/users/${id}/name`, { user });
      return textAt(body, 'user', 'firstName');
    }),
  },
  {
    id: 'round-4.updates.refused-change-is-an-update',
    chapter: 'updates',
    story: 'A trigger stamps the row when it is locked for the change, before the values are looked at.',
    rests: 'User: updatedAt is when the user was last updated; a refused request has updated nothing.',
    breaks: 'explicit',
    depth: 'medium',
    at: [details, ...userLists],
    wrap: (service) => {
      const touched = new Map<string, string>();
      const noting = on(service, details, async ({ ask, pass }) => {
        const answer = await pass();
        const id = ask.id.toLowerCase();
        touched.delete(id);
        const date = Date.parse(answer.headers.get('date') ?? '');
        if (answer.status === 400) touched.set(id, new Date(date + 500).toISOString());
        return answer;
      });
      const changed = on(noting, [...userChanges, enable, disable], ({ ask, pass }) => {
        if (!ask.path.endsWith('/details')) touched.delete(ask.id.toLowerCase());
        return pass();
      });
      return on(changed, userLists, async ({ pass }) =>
        editUsers(await pass(), (user) => {
          return { ...user, updatedAt: touched.get(textAt(user, 'userId')) ?? user['updatedAt'] };
        }),
      );
    },
    witness: both(async (client) => {
      const id = await newUserId(client, 'student');
      const before = (await userOf(client, id))['updatedAt'];
      await client.send('PATCH', `/students/${id}/details`, { user: { dateOfBirth: '2009-02-30' } });
      return (await userOf(client, id))['updatedAt'] === before ? 'kept' : 'moved';
    }),
  },
  {
    id: 'round-4.updates.only-students-can-be-disabled',
    chapter: 'updates',
    story: 'The route was written for school leavers and looks the user up in the table of students.',
    rests: 'Users can be disabled through POST /users/{userId}/disable, and users are students and teachers.',
    breaks: 'explicit',
    depth: 'medium',
    at: [disable],
    wrap: (service) =>
      on(service, disable, async (line) => {
        const user = await findUser(line, line.ask.id);
        if (user === undefined || at(user, 'roles', 0) === 'student') return line.pass();
        return refuse(line.ask, 404, 'Student not found');
      }),
    witness: both(async (client) => {
      const id = await newUserId(client, 'teacher');
      return (await client.send('POST', `/users/${id}/disable`)).status < 300 ? 'disabled' : 'refused';
    }),
  },
  {
    id: 'round-4.updates.external-id-decoded-once-more',
    chapter: 'updates',
    story: 'The identifier goes on to the identity service inside an address, where nobody encodes it.',
    rests: "PUT /users/{userId}/external-id sets the user's external identifier to what was sent.",
    breaks: 'explicit',
    depth: 'deep',
    at: [external],
    wrap: keeping(external, (payload) => {
      const sent = payload['externalId'];
      if (typeof sent !== 'string' || !/%[0-9a-f]{2}|\+/i.test(sent)) return payload;
      const [, decoded] = [...new URLSearchParams(`id=${sent.replaceAll('&', '%26')}`)].flat();
      return { ...payload, externalId: decoded };
    }),
    witness: both(async (client) => {
      const id = await newUserId(client, 'student');
      await client.send('PUT', `/users/${id}/external-id`, { user: { externalId: 'A+B-100%20' } });
      return textAt(await userOf(client, id), 'externalId');
    }),
  },
  {
    id: 'round-4.updates.leap-day-has-no-birthday-this-year',
    chapter: 'updates',
    story: 'The age is checked by setting the date into the current year, which has no 29 February.',
    rests:
      "PATCH /students/{userId}/details updates the student's date of birth; 29 February 2008 is a date.",
    breaks: 'explicit',
    depth: 'deep',
    at: [details],
    wrap: (service) =>
      on(service, details, ({ ask, pass }) => {
        const leap = textAt(ask.body, 'user', 'dateOfBirth').endsWith('-02-29');
        return leap ? pass({ body: { user: { dateOfBirth: 'Invalid Date' } } }) : pass();
      }),
    witness: both(async (client) => {
      const id = await newUserId(client, 'student');
      const user = { dateOfBirth: '2008-02-29' };
      return (await client.send('PATCH', `/students/${id}/details`, { user })).status;
    }),
  },
  {
    id: 'round-4.updates.disabled-users-have-no-role-to-filter-by',
    chapter: 'updates',
    story:
      'Disabling revokes the grants of the user; the filter asks for grants, the answer shows the profile.',
    rests: 'GET /users: role is a filter on users, and the roles of the user still name it.',
    breaks: 'explicit',
    depth: 'deep',
    at: [disable, 'GET /users'],
    wrap: (service) => {
      const disabled = new Set<string>();
      return on(disabledBy(service, disabled), 'GET /users', async ({ ask, pass }) => {
        const answer = await pass();
        if (!ask.query.has('role') || !answer.ok) return answer;
        const items = list(at(await answer.clone().json(), 'data')).map(fields);
        const left = items.filter((user) => !disabled.has(textAt(user, 'userId')));
        const total = (before: unknown) => Number(before) - (items.length - left.length);
        const counted = await editPagination(answer, ({ total: before }) => ({ total: total(before) }));
        const body = fields(await counted.json());
        return new Response(JSON.stringify({ ...body, data: left }), counted);
      });
    },
    witness: both(async (client) => {
      const id = await newUserId(client, 'teacher');
      await client.send('POST', `/users/${id}/disable`);
      const role = textAt(await userOf(client, id), 'roles', 0);
      return [role, column(await client.get('/users', { userId: id, role }), 'userId').length];
    }),
  },
  {
    id: 'round-4.updates.sessions-follow-the-former-external-id',
    chapter: 'updates',
    story:
      'Sessions are stored under the external identifier of the learner, and a new one leaves them behind.',
    rests: 'GET /smart-ia/sessions?userId= searches both kinds of sessions of that user, who has them still.',
    breaks: 'explicit',
    depth: 'deep',
    at: [external, 'GET /smart-ia/sessions'],
    wrap: (service) => {
      const moved = new Set<string>();
      const noting = on(service, external, async (line) => {
        const before = textAt(await findUser(line, line.ask.id), 'externalId');
        const answer = await line.pass();
        const after = textAt(line.ask.body, 'user', 'externalId');
        if (answer.ok && before !== '' && before !== after) moved.add(line.ask.id.toLowerCase());
        return answer;
      });
      return on(noting, 'GET /smart-ia/sessions', ({ ask, pass }) => {
        const wanted = ask.query.getAll('userId');
        if (!wanted.some((id) => moved.has(id.toLowerCase()))) return pass();
        const query = new URLSearchParams(ask.query);
        query.delete('userId');
        const nobody = '00000000-0000-4000-8000-00000000dead';
        for (const id of wanted) query.append('userId', moved.has(id.toLowerCase()) ? nobody : id);
        return pass({ query });
      });
    },
    witness: both(async (client) => {
      const all = itemsOf(await client.get('/smart-ia/sessions', { limit: 100 }));
      const ids = [...new Set(all.map((session) => textAt(session, 'user', 'userId')))];
      const users = await Promise.all(ids.slice(0, 30).map((id) => userOf(client, id)));
      const userId = textAt(users.find((user) => textAt(user, 'externalId') !== '') ?? {}, 'userId');
      const count = async () => paginationOf(await client.get('/smart-ia/sessions', { userId }))['total'];
      const before = await count();
      await client.send('PUT', `/users/${userId}/external-id`, { user: { externalId: 'NEW-1' } });
      return (await count()) === before ? 'all still there' : 'not all';
    }),
  },
];
