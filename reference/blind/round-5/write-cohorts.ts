import { allOf, edit, editItems, refuse } from '../answers.ts';
import { both, column, itemsOf, membersAmong, newCohortId, newUserId, testIds } from '../client.ts';
import { type BlindFault, type Fields, fields, list, on, textAt, texts } from '../kit.ts';
import { sentIds, testsOf, usersOf } from '../shared/ids.ts';
import { cohortReads, editGroups, lookUp, sessionLists, without } from './write-help.ts';

const base = '/smart-ia/cohorts';
const sessions = '/smart-ia/sessions';
const tests = `${base}/{id}/tests`;
const students = `${base}/{id}/students`;

/** A session in progress that has not been begun. */
function blank({ startDate: _startDate, ...open }: Fields, user: Fields, testId: string): Fields {
  const { userId, username, fullName, firstName, lastName } = user;
  const learner = { userId, username, fullName, firstName, lastName };
  return { ...open, sessionId: testId, user: learner, test: { ...fields(open['test']), testId } };
}

export const cohorts: readonly BlindFault[] = [
  {
    id: 'round-5.cohort-tests.version-of-its-own-for-each-assignment',
    chapter: 'cohort-tests',
    story: 'The version is the identifier of the assignment, which the table makes anew for each row.',
    rests: 'testVersionId identifies the version of the test content, which is one for both cohorts.',
    breaks: 'explicit',
    depth: 'shallow',
    at: [`POST ${tests}`, ...cohortReads],
    wrap: (service) => {
      const rows = new Map<string, string>();
      return on(service, [`POST ${tests}`, ...cohortReads], async (line) => {
        const answer = await line.pass();
        if (line.ask.method === 'POST') {
          for (const testId of answer.ok ? sentIds(line, 'testIds') : []) {
            const end = String(rows.size + 1).padStart(12, '0');
            rows.set(`${line.ask.id.toLowerCase()} ${testId}`, `00000000-0000-4000-9000-${end}`);
          }
          return answer;
        }
        return editGroups(answer, 'cohort', (cohort) => {
          if (!('tests' in cohort)) return cohort;
          const shown = list(cohort['tests']).map((test) => {
            const row = rows.get(`${textAt(cohort, 'cohortId')} ${textAt(test, 'testId')}`);
            return row === undefined ? test : { ...fields(test), testVersionId: row };
          });
          return { ...cohort, tests: shown };
        });
      });
    },
    witness: both(async (client) => {
      const [testId] = await testIds(client);
      const versions: string[] = [];
      for (const id of [await newCohortId(client), await newCohortId(client)]) {
        await client.send('POST', `${base}/${id}/tests`, { testIds: [testId] });
        const { body } = await client.get(`${base}/${id}`);
        versions.push(textAt(list(fields(body['cohort'])['tests'])[0], 'testVersionId'));
      }
      return versions[0] === versions[1];
    }),
  },
  {
    id: 'round-5.cohort-tests.cohort-without-tests-is-gone',
    chapter: 'cohort-tests',
    story:
      'A job that clears away unused cohorts was made a trigger, and runs when the last test is removed.',
    rests: 'DELETE cohort tests removes tests from the cohort, and GET of the cohort then shows it with 200.',
    breaks: 'explicit',
    depth: 'shallow',
    at: [`DELETE ${tests}`, ...cohortReads],
    wrap: (service) => {
      const gone = new Set<string>();
      return on(service, [`DELETE ${tests}`, ...cohortReads], async ({ ask, pass, call }) => {
        const id = ask.id.toLowerCase();
        if (gone.has(id)) return refuse(ask, 404, 'Not found');
        const answer = await pass();
        if (ask.method === 'GET') return without(answer, (cohort) => gone.has(textAt(cohort, 'cohortId')));
        if (!answer.ok || list(ask.body['testIds']).length === 0) return answer;
        const left = testsOf((await call(`GET ${base}/${id}`)).body['cohort']);
        if (left.length === 0) gone.add(id);
        return answer;
      });
    },
    witness: both(async (client) => {
      const id = await newCohortId(client);
      const body = { testIds: (await testIds(client)).slice(0, 1) };
      await client.send('POST', `${base}/${id}/tests`, body);
      await client.send('DELETE', `${base}/${id}/tests`, body);
      return (await client.get(`${base}/${id}`)).status;
    }),
  },
  {
    id: 'round-5.cohort-tests.assigned-to-the-whole-year',
    chapter: 'cohort-tests',
    story: 'The statement selects the cohorts to assign to with a join on the year of the one in the path.',
    rests: 'tests of a cohort are the tests assigned to it; POST assigns to the cohort of the path.',
    breaks: 'explicit',
    depth: 'shallow',
    at: [`POST ${tests}`, ...cohortReads],
    wrap: (service) =>
      on(service, `POST ${tests}`, async (line) => {
        const answer = await line.pass();
        if (!answer.ok) return answer;
        const { body } = await line.call(`GET ${base}/${line.ask.id}`);
        const academicYearId = textAt(body, 'cohort', 'academicYearId');
        for (const cohort of await allOf(line, base, new URLSearchParams({ academicYearId }))) {
          await line.call(`POST ${base}/${textAt(cohort, 'cohortId')}/tests`, line.ask.body);
        }
        return answer;
      }),
    witness: both(async (client) => {
      const [own, other] = [await newCohortId(client), await newCohortId(client)];
      await client.send('POST', `${base}/${own}/tests`, { testIds: (await testIds(client)).slice(0, 1) });
      return testsOf((await client.get(`${base}/${other}`)).body['cohort']);
    }),
  },
  {
    id: 'round-5.cohort-members.results-go-with-the-membership',
    chapter: 'cohort-members',
    story: 'Results hang on the membership for the reports of cohorts, and the delete cascades to them.',
    rests: 'A Completed session carries a result, whether or not its learner has left a cohort since.',
    breaks: 'explicit',
    depth: 'deep',
    at: [`DELETE ${students}`, ...sessionLists],
    wrap: (service) => {
      const left = new Set<string>();
      return on(service, [`DELETE ${students}`, ...sessionLists], async (line) => {
        const answer = await line.pass();
        if (line.ask.method === 'DELETE') {
          if (answer.ok) for (const id of sentIds(line, 'userIds')) left.add(id);
          return answer;
        }
        return editItems(answer, (item) =>
          left.has(textAt(item, 'user', 'userId')) ? { ...item, result: null } : item,
        );
      });
    },
    witness: both(async (client) => {
      const [userId = ''] = usersOf(itemsOf(await client.get('/smart-ia/sessions/completed')));
      const path = `${base}/${await newCohortId(client)}/students`;
      await client.send('POST', path, { userIds: [userId] });
      await client.send('DELETE', path, { userIds: [userId] });
      const sessions = itemsOf(await client.get('/smart-ia/sessions', { userId }));
      return sessions.filter((one) => 'endDate' in one).every((one) => one['result'] !== null);
    }),
  },
  {
    id: 'round-5.cohort-members.one-known-cohort-skips-the-others',
    chapter: 'cohort-members',
    story: 'All rows are inserted in one statement, whose unique violation is caught and taken for success.',
    rests: 'POST /students/{userId}/cohorts assigns the student to the cohorts of the list.',
    breaks: 'explicit',
    depth: 'deep',
    at: ['POST /students/{id}/cohorts'],
    wrap: (service) =>
      on(service, 'POST /students/{id}/cohorts', async (line) => {
        const has = new Set(texts((await lookUp(line, line.ask.id))['cohortIds']));
        const clash = sentIds(line, 'cohortIds').some((id) => has.has(id));
        return clash ? line.pass({ body: { cohortIds: [] } }) : line.pass();
      }),
    witness: both(async (client) => {
      const id = await newUserId(client, 'student');
      const [first, second] = [await newCohortId(client), await newCohortId(client)];
      await client.send('POST', `/students/${id}/cohorts`, { cohortIds: [first] });
      await client.send('POST', `/students/${id}/cohorts`, { cohortIds: [first, second] });
      return membersAmong(client, [id], 'cohortIds', second);
    }),
  },
  {
    id: 'round-5.cohort-members.attempts-that-nobody-made',
    chapter: 'cohort-members',
    story:
      'Joining a cohort lays out a session for each of its tests, still without a date, and lists show them.',
    rests: 'A session is one attempt by a user on one test and has an identifier, a start date and a status.',
    breaks: 'explicit',
    depth: 'deep',
    at: [`POST ${students}`, 'GET /smart-ia/sessions'],
    wrap: (service) => {
      const laid = new Map<string, string[]>();
      return on(service, [`POST ${students}`, 'GET /smart-ia/sessions'], async (line) => {
        const { ask, call } = line;
        const answer = await line.pass();
        if (ask.method === 'GET') {
          const [id = '', ...others] = ask.query.getAll('userId').map((one) => one.toLowerCase());
          const more = others.length === 0 ? (laid.get(id) ?? []) : [];
          const [some] = itemsOf(await call(`GET ${sessions}/in-progress?limit=1`));
          if (more.length === 0 || some === undefined) return answer;
          const user = await lookUp(line, id);
          const made = more.map((testId) => blank(some, user, testId));
          return edit(answer, ({ data, pagination, ...body }) => {
            const total = Number(fields(pagination)['total']) + made.length;
            return { ...body, data: [...list(data), ...made], pagination: { ...fields(pagination), total } };
          });
        }
        if (!answer.ok) return answer;
        const planned = testsOf((await call(`GET ${base}/${ask.id}`)).body['cohort']);
        for (const id of planned.length > 0 ? sentIds(line, 'userIds') : []) laid.set(id, planned);
        return answer;
      });
    },
    witness: both(async (client) => {
      const cohortId = await newCohortId(client);
      const userId = await newUserId(client, 'student');
      const some = (await testIds(client)).slice(0, 2);
      await client.send('POST', `${base}/${cohortId}/tests`, { testIds: some });
      await client.send('POST', `${base}/${cohortId}/students`, { userIds: [userId] });
      return column(await client.get('/smart-ia/sessions', { userId }), 'startDate').every((at) => at !== '');
    }),
  },
];
