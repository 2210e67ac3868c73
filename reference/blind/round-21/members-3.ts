import { edit, editItems } from '../answers.ts';
import {
  both,
  column,
  membersAmong,
  newClassId,
  newCohortId,
  newUserId,
  newUserIds,
  testIds,
} from '../client.ts';
import { at, type BlindFault, type Fields, fields, list, on, textAt } from '../kit.ts';
import { dataOf, idsIn, insiders, member } from './members-help.ts';

const cohortReads = ['GET /smart-ia/cohorts', 'GET /smart-ia/cohorts/{id}'];

async function editCohorts(answer: Response, change: (cohort: Fields) => Fields): Promise<Response> {
  return edit(answer, (body) =>
    'cohort' in body
      ? { ...body, cohort: change(fields(body['cohort'])) }
      : { ...body, data: list(body['data']).map((item) => change(fields(item))) },
  );
}

const yearOfContext = member('a-class-of-another-year-is-filed-under-the-current-one', {
  story:
    'A class is filed under the year of the request context, which is the current one. The year that was sent is kept beside it and is what answers show.',
  rests: 'The filter academicYearId of GET /classes goes by the academic year that the class belongs to.',
  breaks: 'explicit',
  depth: 'medium',
  at: ['POST /classes', 'GET /classes'],
  wrap: (service) => {
    const years = new Map<string, string>();
    const shown = (item: Fields): Fields => {
      const academicYearId = years.get(textAt(item, 'classId'));
      return academicYearId === undefined ? item : { ...item, academicYearId };
    };
    const reads = on(service, 'GET /classes/{id}', async ({ pass }) =>
      edit(await pass(), (body) => ({ ...body, class: shown(fields(body['class'])) })),
    );
    const lists = on(reads, 'GET /classes', async ({ pass }) => editItems(await pass(), shown));
    return on(lists, 'POST /classes', async ({ ask, pass, call }) => {
      const sent = fields(ask.body['class']);
      const year = await call(`GET /academic-years/${textAt(sent, 'academicYearId')}`);
      const academicYearId = textAt(year.body, 'academicYear', 'academicYearId');
      if (academicYearId === '' || academicYearId !== textAt(sent, 'academicYearId').toLowerCase())
        return pass();
      const { academicYearId: _, ...others } = sent;
      return edit(await pass({ body: { ...ask.body, class: others } }), (body) => {
        years.set(textAt(body, 'class', 'classId'), academicYearId);
        return { ...body, class: shown(fields(body['class'])) };
      });
    });
  },
  witness: both(async (client) => {
    const [oldest = ''] = column(await client.get('/academic-years'), 'academicYearId');
    const name = client.word();
    await client.send('POST', '/classes', { class: { name, academicYearId: oldest } });
    const there = await client.get('/classes', { search: name, academicYearId: oldest });
    const here = await client.get('/classes', { search: name, academicYearId: 'current' });
    return [column(there, 'name').length, column(here, 'name').length];
  }),
});

const tenTests = member('a-cohort-shows-its-first-ten-tests', {
  story:
    'The object mapper loads nested lists with its default page of ten rows, and most cohorts have fewer tests than that.',
  rests: 'Cohort: tests are the tests assigned to the cohort.',
  breaks: 'explicit',
  depth: 'medium',
  at: cohortReads,
  wrap: (service) =>
    on(service, cohortReads, async ({ pass }) =>
      editCohorts(await pass(), (cohort) =>
        'tests' in cohort ? { ...cohort, tests: list(cohort['tests']).slice(0, 10) } : cohort,
      ),
    ),
  witness: both(async (client) => {
    const cohort = await newCohortId(client);
    await client.send('POST', `/smart-ia/cohorts/${cohort}/tests`, { testIds: await testIds(client) });
    const { body } = await client.get(`/smart-ia/cohorts/${cohort}`);
    return list(at(body, 'cohort', 'tests')).length;
  }),
});

const zipped = member('names-of-cohort-tests-come-in-the-order-of-the-table', {
  story:
    'The ids of the tests come in the order of assignment, their details from a query with IN, in the order of the table. The two lists are put together by position.',
  rests: 'CohortTest: name and subject are those of the test with that testId.',
  breaks: 'explicit',
  depth: 'medium',
  at: cohortReads,
  wrap: (service) =>
    on(service, cohortReads, async ({ pass, call }) => {
      const order = dataOf(await call('GET /smart-ia/tests')).map((test) => test['testId']);
      return editCohorts(await pass(), (cohort) => {
        if (!('tests' in cohort)) return cohort;
        const tests = list(cohort['tests']).map(fields);
        const details = tests.toSorted((a, b) => order.indexOf(a['testId']) - order.indexOf(b['testId']));
        const mixed = tests.map((test, index) => {
          const { name, subject } = details[index] ?? test;
          return { ...test, name, subject };
        });
        return { ...cohort, tests: mixed };
      });
    }),
  witness: both(async (client) => {
    const cohort = await newCohortId(client);
    const tests = (await testIds(client)).slice(0, 3).reverse();
    await client.send('POST', `/smart-ia/cohorts/${cohort}/tests`, { testIds: tests });
    const { body } = await client.get(`/smart-ia/cohorts/${cohort}`);
    return list(at(body, 'cohort', 'tests')).map((test) => [textAt(test, 'testId'), textAt(test, 'subject')]);
  }),
});

const disabledEnds = member('students-behind-a-disabled-one-are-not-assigned', {
  story:
    'Each student of the list is assigned and then notified. The loop is an every(), and the notifier says false for a disabled account, which ends it.',
  rests: 'POST class students assigns all users of userIds.',
  breaks: 'explicit',
  depth: 'deep',
  at: ['POST /classes/{id}/students'],
  wrap: (service) => {
    const disabled = new Set<string>();
    const states = ['POST /users/{id}/disable', 'POST /users/{id}/enable'];
    const watched = on(service, states, async ({ ask, pass }) => {
      const answer = await pass();
      if (answer.ok && ask.path.endsWith('/disable')) disabled.add(ask.id.toLowerCase());
      if (answer.ok && ask.path.endsWith('/enable')) disabled.delete(ask.id.toLowerCase());
      return answer;
    });
    return on(watched, 'POST /classes/{id}/students', async ({ ask, pass, call }) => {
      const ids = [...new Set(idsIn(ask, 'userIds'))];
      const last = ids.findIndex((id) => disabled.has(id));
      const behind = last < 0 ? [] : ids.slice(last + 1);
      const inside = await insiders(call, behind, 'classIds', ask.id);
      const answer = await pass();
      const userIds = behind.filter((id) => !inside.includes(id));
      if (answer.ok && userIds.length > 0) await call(`DELETE /classes/${ask.id}/students`, { userIds });
      return answer;
    });
  },
  witness: both(async (client) => {
    const students = await newUserIds(client, 'student', 3);
    const group = await newClassId(client);
    await client.send('POST', `/users/${students[1]}/disable`);
    await client.send('POST', `/classes/${group}/students`, { userIds: students });
    const other = await newUserId(client, 'student');
    await client.send('POST', `/classes/${group}/students`, { userIds: [other] });
    return membersAmong(client, [...students, other], 'classIds', group);
  }),
});

export const third: readonly BlindFault[] = [yearOfContext, tenTests, zipped, disabledEnds];
