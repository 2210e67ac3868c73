import { edit, editItems, json } from '../../answers.ts';
import { both, column, newCohortId } from '../../client.ts';
import { type Fields, fields, type Line, list, on, textAt } from '../../kit.ts';
import { groups, type Manner, payloadOf, text, yearMeant } from './manners-1.ts';
import { type Asked, Pages } from './manners-2.ts';

const groupCreations = ['POST /classes', 'POST /smart-ia/cohorts'];

function wrapperOf(path: string): 'class' | 'cohort' {
  return path === '/classes' ? 'class' : 'cohort';
}

/** Has the service judge a creation as if it were of that group, whose name and year are taken. */
function passAs(line: Line, changes: Fields): Promise<Response> {
  const wrapper = wrapperOf(line.ask.path);
  return line.pass({
    body: { ...line.ask.body, [wrapper]: { ...payloadOf(line.ask, wrapper), ...changes } },
  });
}

const acrossYears: Manner = {
  id: 'manner.names-conflict-across-years',
  story: 'Timetables and certificates go by the name, so a name is given once, whatever the year.',
  permits: '"409 class already exists" and "409 cohort already exists": what makes it the same is not said.',
  wrap: (service) =>
    on(service, groupCreations, async (line) => {
      const payload = payloadOf(line.ask, wrapperOf(line.ask.path));
      const name = text(payload['name']);
      if (name === undefined) return line.pass();
      const found = await line.call(`GET ${line.ask.path}?search=${encodeURIComponent(name)}&limit=1`);
      const [same] = list(found.body['data']).map(fields);
      const year = await yearMeant(line, payload);
      const known = (await line.call(`GET /academic-years/${encodeURIComponent(year)}`)).status === 200;
      return same && known ? passAs(line, { academicYearId: same['academicYearId'] }) : line.pass();
    }),
  witness: both(async (client) => {
    const name = client.word();
    const answers: number[] = [];
    for (const academicYearId of column(await client.get('/academic-years'), 'academicYearId')) {
      const { status } = await client.send('POST', '/smart-ia/cohorts', { cohort: { name, academicYearId } });
      answers.push(status);
    }
    return answers;
  }),
};

function squeezed(name: unknown): string {
  return String(name).normalize('NFKC').replace(/\s+/g, '').toLowerCase();
}

const spacing: Manner = {
  id: 'manner.names-conflict-ignoring-spaces',
  story: '"10 A" and "10A" are one class to everybody at school, so the second is refused.',
  permits:
    '"409 class already exists": the comparison is not said; only `search` has a rule, and it keeps it.',
  wrap: (service) =>
    on(service, groupCreations, async (line) => {
      const payload = payloadOf(line.ask, wrapperOf(line.ask.path));
      const name = text(payload['name']);
      if (name === undefined || name.trim() === '' || name.length > 255) return line.pass();
      const year = await yearMeant(line, payload);
      const same = (await groups(line, line.ask.path)).find(
        (group) => group['academicYearId'] === year && squeezed(group['name']) === squeezed(name),
      );
      return same ? passAs(line, { name: same['name'] }) : line.pass();
    }),
  witness: both(async (client) => {
    await client.send('POST', '/classes', { class: { name: '10 Blind' } });
    return (await client.send('POST', '/classes', { class: { name: '10Blind' } })).status;
  }),
};

/** Whether a class meets the filters of the list. */
async function chosen(line: Line, { search }: Asked, items: readonly Fields[]): Promise<Fields[]> {
  const name = text(search['search'])?.toLowerCase();
  const sent = text(search['academicYearId']);
  const year = sent === 'current' ? await yearMeant(line, {}) : sent?.toLowerCase();
  return items.filter(
    (item) =>
      (name === undefined || String(item['name']).toLowerCase() === name) &&
      (year === undefined || item['academicYearId'] === year),
  );
}

const sameName: Manner = {
  id: 'manner.same-name-other-description',
  story:
    'Two tutors each have a "Workshop"; only one with the same description too is taken for a repetition.',
  permits:
    '"409 class already exists": a class with another description is another class; which are equal is open.',
  wrap: (service) => {
    const names = new Map<unknown, string>();
    const pages = new Pages();
    const look = (item: Fields): Fields => {
      const name = names.get(item['classId']);
      return name === undefined ? item : { ...item, name };
    };
    const shown = async (line: Line) => (await groups(line, '/classes')).map(look);
    const made = on(service, 'POST /classes', async (line) => {
      const answer = await line.pass();
      if (answer.status !== 409) return answer;
      const payload = payloadOf(line.ask, 'class');
      const name = String(payload['name']);
      const academicYearId = await yearMeant(line, payload);
      const same = await chosen(
        line,
        { search: { search: name, academicYearId }, sort: {} },
        await shown(line),
      );
      const described = text(payload['description']) ?? '';
      if (same.some((item) => textAt(item, 'description') === described)) return answer;
      const other = await passAs(line, { name: `${name} beside ${names.size + 1}` });
      return edit(other, (body) => {
        names.set(textAt(body, 'class', 'classId'), name);
        return { class: look(fields(body['class'])) };
      });
    });
    const one = on(made, 'GET /classes/{id}', async ({ pass }) =>
      edit(await pass(), (body) => ({ ...body, class: look(fields(body['class'])) })),
    );
    return on(one, 'GET /classes', (line) =>
      pages.answer(line, async (asked) => chosen(line, asked, await shown(line))),
    );
  },
  witness: both(async (client) => {
    const name = client.word();
    const answers: number[] = [];
    for (const description of ['Mondays', 'Fridays', 'Fridays']) {
      answers.push((await client.send('POST', '/classes', { class: { name, description } })).status);
    }
    const found = await client.get('/classes', { search: name.toUpperCase(), academicYearId: 'current' });
    return [answers, column(found, 'name')];
  }),
};

const standardTests: Manner = {
  id: 'manner.cohorts-begin-with-tests',
  story: 'Every intake sits English and mathematics, so a new cohort has the two standard tests at once.',
  permits: '"Other fields of CreateCohort: not shown", and no sentence says that a new cohort has no tests.',
  wrap: (service) =>
    on(service, 'POST /smart-ia/cohorts', async (line) => {
      const answer = await line.pass();
      if (answer.status !== 201) return answer;
      const path = `/smart-ia/cohorts/${textAt(await answer.json(), 'cohort', 'cohortId')}`;
      const tests = list((await line.call('GET /smart-ia/tests')).body['data']).slice(0, 2);
      await line.call(`POST ${path}/tests`, { testIds: tests.map((test) => fields(test)['testId']) });
      return json(201, (await line.call(`GET ${path}`)).body);
    }),
  witness: both(async (client) => {
    const { body } = await client.get(`/smart-ia/cohorts/${await newCohortId(client)}`);
    return list(fields(body['cohort'])['tests']).length;
  }),
};

/** A cohort whose tests, where `late` has them, are not yet active. */
function inactive(cohort: Fields, late: ReadonlySet<string>): Fields {
  const id = textAt(cohort, 'cohortId');
  if (!('tests' in cohort)) return cohort;
  const tests = list(cohort['tests']).map(fields);
  return {
    ...cohort,
    tests: tests.map((test) =>
      late.has(`${id} ${test['testId']}`) ? { ...test, activationStatus: 'inactive' } : test,
    ),
  };
}

const testsInactive: Manner = {
  id: 'manner.assigned-tests-begin-inactive',
  story: 'A test becomes active when the centre opens it, not when it is assigned to the cohort.',
  permits: '"Allowed values of activationStatus: not shown", and with which of them a test begins.',
  wrap: (service) => {
    const late = new Set<string>();
    const sent = on(service, 'POST /smart-ia/cohorts/{id}/tests', async (line) => {
      const id = line.ask.id.toLowerCase();
      const { body } = await line.call(`GET /smart-ia/cohorts/${encodeURIComponent(id)}`);
      const before = new Set(list(fields(body['cohort'])['tests']).map((test) => fields(test)['testId']));
      const answer = await line.pass();
      const added = list(line.ask.body['testIds']).map((testId) => String(testId).toLowerCase());
      for (const testId of answer.ok ? added : []) {
        if (!before.has(testId)) late.add(`${id} ${testId}`);
      }
      return answer;
    });
    const one = on(sent, 'GET /smart-ia/cohorts/{id}', async ({ pass }) =>
      edit(await pass(), (body) => ({ ...body, cohort: inactive(fields(body['cohort']), late) })),
    );
    return on(one, 'GET /smart-ia/cohorts', async ({ pass }) =>
      editItems(await pass(), (cohort) => inactive(cohort, late)),
    );
  },
  witness: both(async (client) => {
    const path = `/smart-ia/cohorts/${await newCohortId(client)}`;
    const [testId] = column(await client.get('/smart-ia/tests'), 'testId');
    await client.send('POST', `${path}/tests`, { testIds: [testId] });
    return textAt((await client.get(path)).body, 'cohort', 'tests', 0, 'activationStatus');
  }),
};

/** Manners of classes and cohorts. */
export const groupManners: readonly Manner[] = [acrossYears, spacing, sameName, standardTests, testsInactive];
