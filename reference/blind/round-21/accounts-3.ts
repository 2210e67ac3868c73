import { editUsers, json } from '../answers.ts';
import { both, newCohortId, newUser, newUserId, userOf } from '../client.ts';
import { at, type BlindFault, type Fields, type Line, on, textAt, texts } from '../kit.ts';
import { current, fault, idOf, isText, reads, resent, seen, sent, userIn } from './accounts-help.ts';

const details = 'PATCH /students/{id}/details';
const name = 'PUT /users/{id}/name';
const primaryEmail = 'PUT /users/{id}/emails/primary';
const disable = 'POST /users/{id}/disable';
const enable = 'POST /users/{id}/enable';

/** Faults of changes that take a sequence of them. */
export const sequences: readonly BlindFault[] = [
  fault({
    name: 'enabling-brings-back-what-the-user-was-when-disabled',
    story:
      'Disabling moves a copy of the account to an archive, enabling writes the copy back. What was changed in between is written over.',
    rests:
      'PUT name and PUT external-id update the user, and POST enable enables the user and does nothing else.',
    breaks: 'explicit',
    depth: 'deep',
    at: [enable, ...reads],
    wrap: (service) => {
      const archive = new Map<string, Fields>();
      return on(service, [disable, enable], async (line) => {
        const user = await current(line, line.ask.id);
        const id = line.ask.id.toLowerCase();
        const response = await line.pass();
        if (!user || !response.ok) return response;
        if (line.ask.path.endsWith('/disable')) {
          if (user['enabled'] === true) archive.set(id, user);
          return response;
        }
        const copy = archive.get(id);
        archive.delete(id);
        if (copy && user['enabled'] === false) await writeBack(line, user, copy);
        return response;
      });
    },
    witness: both(async (client) => {
      const id = await newUserId(client, 'teacher');
      await client.send('POST', `/users/${id}/disable`);
      await client.send('PUT', `/users/${id}/name`, { user: { firstName: 'Later', lastName: 'Name' } });
      await client.send('POST', `/users/${id}/enable`);
      return seen(await userOf(client, id), 'fullName', 'enabled').replace(/Blind \d+/, 'Earlier');
    }),
  }),
  fault({
    name: 'disabling-a-disabled-user-enables',
    story:
      'Both routes share a handler that flips the flag. Enabling checks first, since a retry had once locked somebody out; disabling does not.',
    rests: 'POST disable disables the user, also when a client repeats it.',
    breaks: 'explicit',
    depth: 'deep',
    at: [disable, ...reads],
    wrap: (service) =>
      on(service, disable, async (line) => {
        const user = await current(line, line.ask.id);
        return user?.['enabled'] === false
          ? line.pass({ path: `/users/${line.ask.id}/enable` })
          : line.pass();
      }),
    witness: both(async (client) => {
      const id = await newUserId(client, 'student');
      const told: string[] = [];
      for (let times = 0; times < 2; times += 1) {
        await client.send('POST', `/users/${id}/disable`);
        told.push(seen(await userOf(client, id), 'enabled'));
      }
      return told;
    }),
  }),
  fault({
    name: 'a-new-primary-e-mail-takes-the-student-out-of-cohorts',
    story:
      'The assessment platform knows learners by e-mail. A new address removes the learner there and adds a new one, and the removal clears the enrolments here.',
    rests: 'cohortIds: the cohorts of the user. PUT emails/primary updates the address and moves nobody.',
    breaks: 'explicit',
    depth: 'deep',
    at: [primaryEmail, ...reads],
    wrap: (service) =>
      on(service, primaryEmail, async (line) => {
        const user = await current(line, line.ask.id);
        const response = await line.pass();
        const cohorts = texts(user?.['cohortIds']);
        if (!user || !response.ok || cohorts.length === 0) return response;
        for (const cohort of cohorts) {
          await line.call(`DELETE /smart-ia/cohorts/${cohort}/students`, { userIds: [idOf(user)] });
        }
        return line.pass();
      }),
    witness: both(async (client) => {
      const id = await newUserId(client, 'student', { email: 'before@school.example' });
      const cohortIds = [await newCohortId(client)];
      await client.send('POST', `/students/${id}/cohorts`, { cohortIds });
      await client.send('PUT', `/users/${id}/emails/primary`, { user: { email: 'after@school.example' } });
      const user = await userOf(client, id);
      return [seen(user, 'emails'), texts(user['cohortIds']).length];
    }),
  }),
  fault({
    name: 'gender-alone-takes-along-the-date-of-birth-of-the-request-before',
    story:
      'The mapper of the details handler is a singleton that fills one object over and over. What a request leaves out keeps the value of the request before, which was about another student.',
    rests: 'PATCH details updates the date of birth or the gender: updating one is no update of the other.',
    breaks: 'explicit',
    depth: 'deep',
    at: [details, ...reads],
    wrap: (service) => {
      let last: unknown;
      return on(service, details, async (line) => {
        const payload = sent(line);
        if ('dateOfBirth' in payload || !('gender' in payload) || last === undefined) {
          const response = await line.pass();
          if (response.ok && isText(payload['dateOfBirth'])) last = payload['dateOfBirth'];
          return response;
        }
        return line.pass({ body: resent(line, { dateOfBirth: last }) });
      });
    },
    witness: both(async (client) => {
      const one = await newUserId(client, 'student');
      const other = await newUserId(client, 'student', { dateOfBirth: '2010-10-10' });
      await client.send('PATCH', `/students/${one}/details`, { user: { dateOfBirth: '2009-01-20' } });
      await client.send('PATCH', `/students/${other}/details`, { user: { gender: 'male' } });
      return seen(await userOf(client, other), 'dateOfBirth', 'gender');
    }),
  }),
  fault({
    name: 'e-mails-that-the-list-has-shown-stay-as-they-were',
    story:
      'The addresses come from a memoising loader that was meant to live for one request and is created once for the process.',
    rests:
      'PUT emails/primary updates the address, and the list reads the emails of the user (not the former ones for ever).',
    breaks: 'explicit',
    depth: 'deep',
    at: ['GET /users'],
    wrap: (service) => {
      const loaded = new Map<string, unknown>();
      return on(service, 'GET /users', async ({ pass }) =>
        editUsers(await pass(), ({ emails, ...user }) => {
          const id = idOf(user);
          if (!loaded.has(id)) loaded.set(id, emails);
          const kept = loaded.get(id);
          return kept === undefined ? user : { ...user, emails: kept };
        }),
      );
    },
    witness: both(async (client) => {
      const id = await newUserId(client, 'student', { email: 'first@school.example' });
      const told = [seen(await userOf(client, id), 'emails')];
      await client.send('PUT', `/users/${id}/emails/primary`, { user: { email: 'second@school.example' } });
      told.push(seen(await userOf(client, id), 'emails'));
      return told;
    }),
  }),
  fault({
    name: 'a-name-that-differs-in-case-or-accents-only-is-not-kept',
    story:
      'The update is UPDATE … WHERE id = ? AND (first_name <> ? OR last_name <> ?), to spare needless writes. The collation of the columns ignores case and accents.',
    rests: 'PUT name updates the name of the user.',
    breaks: 'explicit',
    depth: 'deep',
    at: [name, ...reads],
    wrap: (service) =>
      on(service, name, async (line) => {
        const user = await current(line, line.ask.id);
        const { firstName, lastName } = sent(line);
        const same = user && isSame(firstName, user['firstName']) && isSame(lastName, user['lastName']);
        if (!same || !isText(firstName) || !isText(lastName)) return line.pass();
        return json(200, { user });
      }),
    witness: both(async (client) => {
      const user = await newUser(client, 'teacher', { lastName: 'Mcdonald' });
      const change = { user: { firstName: textAt(user, 'firstName'), lastName: 'McDonald' } };
      const changed = userIn(await client.send('PUT', `/users/${idOf(user)}/name`, change));
      return [changed, await userOf(client, idOf(user))].map((told) => seen(told, 'lastName'));
    }),
  }),
];

function isSame(sentName: unknown, kept: unknown): boolean {
  return String(sentName).localeCompare(String(kept), 'en', { sensitivity: 'base' }) === 0;
}

/** Writes a former name, external id and primary e-mail address over the present ones. */
async function writeBack({ call }: Line, user: Fields, copy: Fields): Promise<void> {
  const { firstName, lastName, externalId = null } = copy;
  const path = `/users/${idOf(user)}`;
  if (textAt(user, 'fullName') !== textAt(copy, 'fullName')) {
    await call(`PUT ${path}/name`, { user: { firstName, lastName } });
  }
  if ((user['externalId'] ?? null) !== externalId) {
    await call(`PUT ${path}/external-id`, { user: { externalId } });
  }
  const email = at(copy, 'emails', 0);
  if (email !== undefined && email !== at(user, 'emails', 0)) {
    await call(`PUT ${path}/emails/primary`, { user: { email } });
  }
}
