import { editItems, editUsers, withText } from '../answers.ts';
import { itemsOf, newUser, newUserId } from '../client.ts';
import { at, type BlindFault, fields, on, textAt } from '../kit.ts';
import { accountAnswers, fault, sessionLists } from './shapes-help.ts';

/** Users and sessions that take a certain value or state. */
export const values: readonly BlindFault[] = [
  fault('users', 'search-shows-a-user-without-classes-in-one-class-without-a-name', {
    story:
      'The search reads an index in which the class ids are one text with commas. Splitting an empty text gives one empty part.',
    rests: 'Empty fields are omitted, and the search has the response of GET `/users`.',
    breaks: 'explicit',
    depth: 'medium',
    at: ['POST /users/search'],
    wrap: (service) =>
      on(service, 'POST /users/search', async ({ pass }) =>
        editUsers(await pass(), (user) => ('classIds' in user ? user : { ...user, classIds: [''] })),
      ),
    script: async (client) => {
      const userId = await newUserId(client, 'student');
      const found = await client.send('POST', '/users/search', { search: { userIds: [userId] } });
      return itemsOf(found).map((user) => user['classIds'] ?? 'none');
    },
  }),
  fault('accounts', 'renamed-user-was-created-at-the-renaming', {
    story:
      'Renaming writes a new revision of the user, and the answer takes `createdAt` from the revision instead of the user.',
    rests: '`createdAt` tells when the user was created.',
    breaks: 'explicit',
    depth: 'medium',
    at: ['PUT /users/{id}/name'],
    wrap: (service) =>
      on(service, 'PUT /users/{id}/name', async ({ pass }) =>
        editUsers(await pass(), (user) => ({ ...user, createdAt: user['updatedAt'] })),
      ),
    script: async (client) => {
      const user = await newUser(client, 'teacher');
      const body = { user: { firstName: client.word(), lastName: 'Renamed' } };
      const renamed = await client.send('PUT', `/users/${textAt(user, 'userId')}/name`, body);
      return user['createdAt'] === at(renamed.body, 'user', 'createdAt') ? 'kept' : 'moved';
    },
  }),
  fault('accounts', 'answer-is-cut-by-as-many-bytes-as-its-accents-take', {
    story:
      'The length of the answer is set from the number of characters instead of bytes, and the front server sends no more than that.',
    rests: 'Responses are `application/json`. Half an object is none.',
    breaks: 'explicit',
    depth: 'medium',
    at: accountAnswers,
    wrap: (service) =>
      on(service, accountAnswers, async ({ pass }) => {
        const answer = await pass();
        if (!answer.ok) return answer;
        const text = await answer.text();
        return withText(answer, Buffer.from(text).subarray(0, text.length).toString());
      }),
    script: async (client) => {
      const user = { firstName: 'Zoë', lastName: client.word() };
      return (await client.send('POST', '/students', { user })).text.slice(-12);
    },
  }),
  fault('sessions', 'page-that-begins-with-a-session-in-progress-has-no-results', {
    story:
      'A fast serialiser derives its plan from the first item of the page. Where that has a null for the result, the plan writes null for all.',
    rests: 'A Completed session carries a result.',
    breaks: 'explicit',
    depth: 'medium',
    at: ['GET /smart-ia/sessions', 'POST /smart-ia/sessions/search'],
    wrap: (service) =>
      on(service, ['GET /smart-ia/sessions', 'POST /smart-ia/sessions/search'], async ({ pass }) =>
        editItems(await pass(), (item, _index, items) =>
          items[0]?.['result'] === null ? { ...item, result: null } : item,
        ),
      ),
    script: async (client) => {
      const pages: number[] = [];
      for (const offset of [0, 1, 2, 3, 4, 5, 6, 7]) {
        const items = itemsOf(await client.get('/smart-ia/sessions', { offset, limit: 40 }));
        pages.push(items.filter((item) => 'endDate' in item && item['result'] === null).length);
      }
      return pages;
    },
  }),
  fault('levels', 'result-without-a-grade-has-no-level', {
    story:
      'Results pass through a data frame on their way in, and its reader takes the text NA for a missing value.',
    rests:
      'The level `NA` is returned for writing that did not meet the criteria, and a result holds its level.',
    breaks: 'explicit',
    depth: 'medium',
    at: sessionLists,
    wrap: (service) =>
      on(service, sessionLists, async ({ pass }) =>
        editItems(await pass(), (item) => {
          const { level, ...result } = fields(item['result']);
          return level === 'NA' ? { ...item, result } : item;
        }),
      ),
    script: async (client) =>
      itemsOf(await client.get('/smart-ia/sessions/completed', { limit: 1000 })).map((item) =>
        textAt(item, 'result', 'level'),
      ),
  }),
  fault('sessions', 'learners-slide-up-where-a-learner-has-two-sessions', {
    story:
      'The batch loader asks for each learner of the page once, and hands the learners out by position, although the sessions still name some of them twice.',
    rests: 'A session is an attempt by a user and links to that user.',
    breaks: 'explicit',
    depth: 'medium',
    at: sessionLists,
    wrap: (service) =>
      on(service, sessionLists, async ({ pass }) =>
        editItems(await pass(), (item, index, items) => {
          const learners = new Map(items.map(({ user }) => [textAt(user, 'userId'), user]));
          return { ...item, user: [...learners.values()][index] ?? null };
        }),
      ),
    script: async (client) => {
      for (const user of itemsOf(await client.get('/users', { role: 'student' }))) {
        const userId = textAt(user, 'userId');
        const own = itemsOf(await client.get('/smart-ia/sessions', { userId }));
        if (own.length > 1) return own.map((item) => textAt(item, 'user', 'userId') === userId);
      }
      return 'no learner has two';
    },
  }),
];
