import { json, refuse } from '../answers.ts';
import { both, column, membersAmong, newClassId, newCohortId, newUserId, paginationOf } from '../client.ts';
import { at, type BlindFault, fields, list, on, textAt } from '../kit.ts';
import { dataOf, idsIn, insiders, member, relisted, usersById } from './members-help.ts';

const onePerYear = member('a-student-keeps-one-cohort-a-year', {
  story:
    'The table of intakes once had one row for each student and year. The upsert behind the route of the student still has that key, so the newest cohort of a year replaces the one before.',
  rests:
    'POST /students/{userId}/cohorts assigns the student to cohorts; cohortIds are the cohorts of the user.',
  breaks: 'explicit',
  depth: 'medium',
  at: ['POST /students/{id}/cohorts'],
  wrap: (service) =>
    on(service, 'POST /students/{id}/cohorts', async ({ ask, pass, call }) => {
      const id = ask.id.toLowerCase();
      const before = await usersById(call, [id]);
      const answer = await pass();
      if (!answer.ok) return answer;
      const held = list(before.get(id)?.['cohortIds']).map(String);
      const sent = idsIn(ask, 'cohortIds').filter((cohort) => !held.includes(cohort));
      const newest = new Map<string, string>();
      for (const cohort of [...held, ...sent]) {
        const { body } = await call(`GET /smart-ia/cohorts/${cohort}`);
        const year = textAt(body, 'cohort', 'academicYearId');
        const former = newest.get(year);
        newest.set(year, cohort);
        const replaced = former !== undefined && sent.includes(cohort);
        if (replaced) await call(`DELETE /smart-ia/cohorts/${former}/students`, { userIds: [id] });
      }
      return answer;
    }),
  witness: both(async (client) => {
    const student = await newUserId(client, 'student');
    const groups = [await newCohortId(client), await newCohortId(client)];
    const seen: string[] = [];
    await client.send('POST', `/students/${student}/cohorts`, { cohortIds: groups });
    for (const group of groups) seen.push(await membersAmong(client, [student], 'cohortIds', group));
    return seen;
  }),
});

const toggles = member('adding-a-student-of-the-cohort-again-takes-the-student-out', {
  story:
    'The route was made for the tick boxes of a web page and toggles each student. Importers that send the whole list again lose everybody who was in.',
  rests: 'POST cohort students assigns students; 204 says that they are in.',
  breaks: 'explicit',
  depth: 'medium',
  at: ['POST /smart-ia/cohorts/{id}/students'],
  wrap: (service) =>
    on(service, 'POST /smart-ia/cohorts/{id}/students', async ({ ask, pass, call }) => {
      const inside = await insiders(call, [...new Set(idsIn(ask, 'userIds'))], 'cohortIds', ask.id);
      const answer = await pass();
      if (answer.ok && inside.length > 0) {
        await call(`DELETE /smart-ia/cohorts/${ask.id}/students`, { userIds: inside });
      }
      return answer;
    }),
  witness: both(async (client) => {
    const [one, two] = [await newUserId(client, 'student'), await newUserId(client, 'student')];
    const group = await newCohortId(client);
    await client.send('POST', `/smart-ia/cohorts/${group}/students`, { userIds: [one] });
    await client.send('POST', `/smart-ia/cohorts/${group}/students`, { userIds: [one, two] });
    return membersAmong(client, [one, two], 'cohortIds', group);
  }),
});

const findOrCreate = member('a-class-that-exists-is-handed-back-when-the-year-is-sent', {
  story:
    'Sending the year marks a request of the nightly import, which must be repeatable: that branch looks the class up and returns it with 201 if it is there.',
  rests: 'POST /classes answers 409 when the class already exists.',
  breaks: 'explicit',
  depth: 'medium',
  at: ['POST /classes'],
  wrap: (service) =>
    on(service, 'POST /classes', async ({ ask, pass, call }) => {
      const sent = fields(ask.body['class']);
      const year = textAt(sent, 'academicYearId');
      const answer = await pass();
      if (answer.status !== 409 || year === '') return answer;
      const query = new URLSearchParams({ search: textAt(sent, 'name'), academicYearId: year });
      const [found] = dataOf(await call(`GET /classes?${query}`));
      return found ? json(201, { class: found }) : answer;
    }),
  witness: both(async (client) => {
    const name = client.word();
    const created = await client.send('POST', '/classes', { class: { name } });
    const academicYearId = textAt(created.body, 'class', 'academicYearId');
    return (await client.send('POST', '/classes', { class: { name, academicYearId } })).status;
  }),
});

const sharedNames = member('a-cohort-conflicts-with-a-class-of-its-name', {
  story:
    'Classes and cohorts became rows of one table of groups. Its unique index has the name and the year but not the kind of group.',
  rests: 'POST cohorts answers 409 when the cohort already exists; a class of that name is no cohort.',
  breaks: 'explicit',
  depth: 'medium',
  at: ['POST /smart-ia/cohorts'],
  wrap: (service) =>
    on(service, 'POST /smart-ia/cohorts', async ({ ask, pass, call }) => {
      const sent = fields(ask.body['cohort']);
      const name = textAt(sent, 'name');
      if (name === '') return pass();
      const academicYearId = textAt(sent, 'academicYearId') || 'current';
      const query = new URLSearchParams({ search: name, academicYearId, limit: '1' });
      const found = dataOf(await call(`GET /classes?${query}`));
      return found.length > 0 ? refuse(ask, 409, 'The group already exists') : pass();
    }),
  witness: both(async (client) => {
    const name = client.word();
    await client.send('POST', '/classes', { class: { name } });
    return (await client.send('POST', '/smart-ia/cohorts', { cohort: { name } })).status;
  }),
});

const kindless = member('the-id-of-a-class-finds-a-cohort', {
  story:
    'Classes and cohorts are rows of one table. The list of cohorts chooses by kind, and the look-up by primary key was forgotten.',
  rests: 'GET of a cohort is 404 when there is no such cohort.',
  breaks: 'explicit',
  depth: 'medium',
  at: ['GET /smart-ia/cohorts/{id}'],
  wrap: (service) =>
    on(service, 'GET /smart-ia/cohorts/{id}', async ({ ask, pass, call }) => {
      const answer = await pass();
      if (answer.status !== 404) return answer;
      const { status, body } = await call(`GET /classes/${ask.id}`);
      if (status !== 200) return answer;
      const { classId, ...others } = fields(body['class']);
      return json(200, { cohort: { cohortId: classId, ...others } });
    }),
  witness: both(async (client) => {
    const group = await newClassId(client);
    return (await client.get(`/smart-ia/cohorts/${group}`)).status;
  }),
});

const rowPerCohort = member('a-session-in-progress-comes-once-for-each-cohort-of-its-student', {
  story:
    'The list of sessions in progress joins the cohorts of the student for a report and has no DISTINCT, so students of three cohorts have three rows.',
  rests: 'The list of In Progress sessions holds sessions, each one attempt, and total is their number.',
  breaks: 'implied',
  depth: 'medium',
  at: ['GET /smart-ia/sessions/in-progress'],
  wrap: (service) =>
    on(service, 'GET /smart-ia/sessions/in-progress', (line) =>
      relisted(line, async (items) => {
        const ids = items.map((item) => textAt(item, 'user', 'userId'));
        const users = await usersById(line.call, [...new Set(ids)]);
        return items.flatMap((item) => {
          const cohorts = list(at(users.get(textAt(item, 'user', 'userId')), 'cohortIds'));
          return Array.from({ length: Math.max(1, cohorts.length) }, () => item);
        });
      }),
    ),
  witness: both(async (client) => {
    const found = await client.get('/smart-ia/sessions/in-progress', { limit: 20 });
    const ids = column(found, 'sessionId');
    return [ids.length, new Set(ids).size, paginationOf(found)['total']];
  }),
});

export const second: readonly BlindFault[] = [
  onePerYear,
  toggles,
  findOrCreate,
  sharedNames,
  kindless,
  rowPerCohort,
];
