import { edit, editUsers, json, refuse } from '../answers.ts';
import { both, newCohortId, newUser, newUserId, userOf } from '../client.ts';
import { type BlindFault, type Fields, fields, on, readAnswer, textAt, texts } from '../kit.ts';
import { address, fault, idOf, mayUse, payloadOf, primaryOf, storedUser, usersBy } from './accounts-help.ts';

const details = 'PATCH /students/{id}/details';
const email = 'PUT /users/{id}/emails/primary';
const name = 'PUT /users/{id}/name';

const doubleClick = fault('same-details-for-the-next-student-count-as-a-double-click', {
  story:
    'A guard against double submission answers a request again if its route and body were seen a moment ago. It uses the route as it is declared, `:userId` and all, so the second girl of a class gets the answer of the first.',
  rests:
    'PATCH details updates the date of birth or gender of the student of the path and answers that user.',
  breaks: 'explicit',
  depth: 'deep',
  at: [details],
  wrap: (service) => {
    const seen = new Map<string, Fields>();
    return on(service, details, async (line) => {
      const { ask, pass } = line;
      const known = (await mayUse(line)) ? seen.get(ask.text) : undefined;
      const response = known === undefined ? await pass() : json(200, known);
      if (known !== undefined || !response.ok) return response;
      const { body } = await readAnswer(response.clone());
      seen.set(ask.text, body);
      const [oldest] = seen.keys();
      if (seen.size > 10 && oldest !== undefined) seen.delete(oldest);
      return response;
    });
  },
  witness: both(async (client) => {
    const user = { gender: 'female' };
    const seen: unknown[] = [];
    for (let count = 0; count < 2; count += 1) {
      const id = await newUserId(client, 'student');
      const { body } = await client.send('PATCH', `/students/${id}/details`, { user });
      seen.push(textAt(body, 'user', 'userId') === id, textAt(await userOf(client, id), 'gender'));
    }
    return seen;
  }),
});

const halfRefused = fault('refused-details-keep-the-date-of-birth', {
  story:
    'Each property of the details has a setter that checks and saves at once. The date comes first; a gender that is refused afterwards does not take it back.',
  rests: 'A request that is answered 400 is invalid, and does not update the details of the student.',
  breaks: 'implied',
  depth: 'deep',
  at: [details],
  wrap: (service) =>
    on(service, details, async (line) => {
      const response = await line.pass();
      const { dateOfBirth, gender } = payloadOf(line);
      if (response.status === 400 && typeof dateOfBirth === 'string' && gender !== undefined) {
        await line.call(`${line.ask.method} ${line.ask.path}`, { user: { dateOfBirth } });
      }
      return response;
    }),
  witness: both(async (client) => {
    const id = await newUserId(client, 'student', { dateOfBirth: '2009-01-02' });
    const user = { dateOfBirth: '2010-10-20', gender: 'no such gender' };
    const { status } = await client.send('PATCH', `/students/${id}/details`, { user });
    return [status, (await userOf(client, id))['dateOfBirth']];
  }),
});

const elder = fault('rename-reaches-the-elder-user-of-a-shared-email', {
  story:
    'Names are kept by the identity service, which is asked for the person by primary address and takes the first. Brothers and sisters share the address of a parent.',
  rests: 'PUT /users/{userId}/name updates the name of that user.',
  breaks: 'explicit',
  depth: 'deep',
  at: [name],
  wrap: (service) =>
    on(service, name, async (line) => {
      const wanted = primaryOf(await storedUser(line, idOf(line))).toLowerCase();
      if (wanted === '') return line.pass();
      const found = await usersBy(line, {
        email: wanted,
        'sort[field]': 'createdAt',
        'sort[direction]': 'asc',
      });
      const first = found.find((user) => primaryOf(user).toLowerCase() === wanted) ?? {};
      const id = textAt(first, 'userId');
      return id === '' ? line.pass() : line.pass({ path: `/users/${id}/name` });
    }),
  witness: both(async (client) => {
    const shared = { email: address(client.word()) };
    const first = await newUserId(client, 'student', shared);
    const second = await newUserId(client, 'student', shared);
    const user = { firstName: 'Renamed', lastName: 'Sibling' };
    await client.send('PUT', `/users/${second}/name`, { user });
    return [(await userOf(client, first))['fullName'], (await userOf(client, second))['fullName']];
  }),
});

const staleEntity = fault('second-rename-brings-the-former-email-back', {
  story:
    'The name service keeps the users that it has loaded in a cache of its own and saves them whole. A rename after a rename writes back the address as it was at the first one.',
  rests: 'PUT name updates the name; the primary address is the one that PUT emails/primary set.',
  breaks: 'explicit',
  depth: 'deep',
  at: [name, email],
  wrap: (service) => {
    const loaded = new Map<string, string>();
    return on(service, name, async (line) => {
      const response = await line.pass();
      if (!response.ok) return response;
      const id = idOf(line);
      const primary = primaryOf(await storedUser(line, id));
      const known = loaded.get(id);
      if (known === undefined && primary !== '') loaded.set(id, primary);
      if (known === undefined || known === primary) return response;
      await line.call(`PUT /users/${id}/emails/primary`, { user: { email: known } });
      const saved = await storedUser(line, id);
      return edit(response, (body) => ({ ...body, user: saved }));
    });
  },
  witness: both(async (client) => {
    const id = await newUserId(client, 'teacher', { email: address(client.word()) });
    const rename = () =>
      client.send('PUT', `/users/${id}/name`, { user: { firstName: client.word(), lastName: 'Witness' } });
    await rename();
    await client.send('PUT', `/users/${id}/emails/primary`, { user: { email: address(client.word()) } });
    await rename();
    return (await userOf(client, id))['emails'];
  }),
});

const dropsCohorts = fault('new-primary-email-takes-the-student-out-of-cohorts', {
  story:
    'The email handler saves the whole entity, of which it has loaded classes but not cohorts. The mapper takes the missing list for an empty one and deletes the rows.',
  rests: 'cohortIds are the cohorts of the user; PUT emails/primary updates the address.',
  breaks: 'explicit',
  depth: 'deep',
  at: [email, 'GET /users', 'POST /users/search'],
  wrap: (service) =>
    on(service, email, async (line) => {
      const response = await line.pass();
      const id = idOf(line);
      const cohorts = response.ok ? texts((await storedUser(line, id))['cohortIds']) : [];
      for (const cohort of cohorts) {
        await line.call(`DELETE /smart-ia/cohorts/${cohort}/students`, { userIds: [id] });
      }
      if (cohorts.length === 0) return response;
      const { updatedAt } = await storedUser(line, id);
      return editUsers(response, (user) => ({ ...user, updatedAt }));
    }),
  witness: both(async (client) => {
    const id = await newUserId(client, 'student');
    const cohort = await newCohortId(client);
    await client.send('POST', `/smart-ia/cohorts/${cohort}/students`, { userIds: [id] });
    await client.send('PUT', `/users/${id}/emails/primary`, { user: { email: address(client.word()) } });
    return texts((await userOf(client, id))['cohortIds']).includes(cohort);
  }),
});

const burnt = fault('create-with-a-taken-username-uses-up-the-upn', {
  story:
    'The UPN goes into the register of pupils first, in a transaction of its own, and the account with its username comes next. When the username is taken, nobody takes the UPN out of the register.',
  rests:
    'POST /students creates a student account: no user has that UPN, so a valid second request gets 201.',
  breaks: 'implied',
  depth: 'deep',
  at: ['POST /students'],
  wrap: (service) => {
    const register = new Set<string>();
    return on(service, 'POST /students', async (line) => {
      const { upn, username } = payloadOf(line);
      if (typeof upn !== 'string') return line.pass();
      const refused = register.has(upn) && (await mayUse(line));
      const response = refused ? undefined : await line.pass();
      if (response === undefined) return refuse(line.ask, 400, 'The upn belongs to another user');
      if (response.status !== 400 || typeof username !== 'string') return response;
      const namesakes = username === '' ? [] : await usersBy(line, { username });
      const holders = await usersBy(line, { upn });
      if (namesakes.length > 0 && holders.length === 0) register.add(upn);
      return response;
    });
  },
  witness: both(async (client) => {
    const { username } = await newUser(client, 'student');
    const user = { firstName: client.word(), lastName: 'Witness', upn: 'Z820299999001' };
    const taken = await client.send('POST', '/students', { user: { ...user, username } });
    const again = await client.send('POST', '/students', { user });
    return [taken.status, again.status, fields(again.body['user'])['upn']];
  }),
});

/** Faults that take a sequence of changes. */
export const deepChanges: readonly BlindFault[] = [
  doubleClick,
  halfRefused,
  elder,
  staleEntity,
  dropsCohorts,
  burnt,
];
