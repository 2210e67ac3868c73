import { edit, editError } from '../answers.ts';
import { both, itemsOf, newCohortId, testIds } from '../client.ts';
import { type Answer, type BlindFault, fields, on, readAnswer, textAt } from '../kit.ts';
import { testsOf } from '../shared/ids.ts';
import { again, pause } from './helpers.ts';

const path = '/smart-ia/cohorts';
const create = `POST ${path}`;

/** Creating cohorts, and what the list of them shows afterwards. */
export const cohortFaults: readonly BlindFault[] = [
  {
    id: 'round-7.cohorts.default-year-is-the-first-listed',
    chapter: 'cohorts',
    story:
      'The default is the first row of the table of years, which was the current one when this was written.',
    rests: 'CreateCohort: academicYearId is optional and defaults to the current academic year.',
    breaks: 'explicit',
    depth: 'shallow',
    at: [create],
    wrap: (service) =>
      on(service, create, async ({ ask, pass, call }) => {
        const payload = fields(ask.body['cohort']);
        if (!('cohort' in ask.body) || textAt(payload, 'academicYearId') !== '') return pass();
        const years = await call('GET /academic-years');
        const academicYearId = textAt(years.body, 'data', 0, 'academicYearId');
        return pass(academicYearId === '' ? {} : { body: { cohort: { ...payload, academicYearId } } });
      }),
    witness: both(async ({ send, get, word }) => {
      const created = await send('POST', path, { cohort: { name: word() } });
      const current = await get('/academic-years/current');
      const year = textAt(current.body, 'academicYear', 'academicYearId');
      return textAt(created.body, 'cohort', 'academicYearId') === year;
    }),
  },
  {
    id: 'round-7.cohorts.created-cohort-wrapped-as-class',
    chapter: 'cohorts',
    story: 'The controller was copied from that of the classes, wrapper and all.',
    rests: 'POST /smart-ia/cohorts answers 201 with { cohort: Cohort }.',
    breaks: 'explicit',
    depth: 'shallow',
    at: [create],
    wrap: (service) =>
      on(service, create, async ({ pass }) => edit(await pass(), ({ cohort }) => ({ class: cohort }))),
    witness: both(async ({ send, word }) =>
      Object.keys((await send('POST', path, { cohort: { name: word() } })).body),
    ),
  },
  {
    id: 'round-7.cohorts.status-of-a-conflict-is-text',
    chapter: 'errors',
    story: 'The mapper of constraint violations builds its body by hand and puts the status in quotes.',
    rests: 'In either error format status is an integer.',
    breaks: 'explicit',
    depth: 'shallow',
    at: [create],
    wrap: (service) =>
      on(service, create, async ({ pass }) => {
        const answer = await pass();
        return answer.status === 409 ? editError(answer, (body) => ({ ...body, status: '409' })) : answer;
      }),
    witness: both(async (client) => {
      const name = client.word();
      await newCohortId(client, { name });
      return [(await client.send('POST', path, { cohort: { name } })).body['status']];
    }),
  },
  {
    id: 'round-7.cohorts.two-equal-ones-at-once-both-created',
    chapter: 'cohorts',
    story:
      'Both requests look for the name before either has inserted it; the second insert does nothing on ' +
      'conflict and returns the row of the first with 201.',
    rests: 'POST /smart-ia/cohorts answers 409 when the cohort already exists.',
    breaks: 'explicit',
    depth: 'deep',
    at: [create],
    wrap: (service) => {
      const flying = new Map<string, Promise<Answer>>();
      return on(service, create, async ({ ask, pass }) => {
        const name = `${ask.text} ${ask.headers.get('x-api-key')}`;
        const rival = flying.get(name);
        if (rival) return again(await rival);
        const own = pause().then(async () => readAnswer(await pass()));
        flying.set(name, own);
        const answer = await own;
        flying.delete(name);
        return again(answer);
      });
    },
    witness: both(async ({ send, word }) => {
      const sent = { cohort: { name: word() } };
      const answers = await Promise.all([send('POST', path, sent), send('POST', path, sent)]);
      return answers.map(({ status }) => status).sort();
    }),
  },
  {
    id: 'round-7.cohorts.list-keeps-the-tests-of-its-first-reading',
    chapter: 'cohorts',
    story: 'The list is cached by its query, and only a new cohort empties the cache; tests that come don’t.',
    rests: 'The tests of a cohort in the list are the tests assigned to the cohort.',
    breaks: 'explicit',
    depth: 'deep',
    at: [`POST ${path}/{id}/tests`, `GET ${path}`],
    wrap: (service) => {
      const lists = new Map<string, Answer>();
      const clearing = on(service, create, async ({ pass }) => {
        lists.clear();
        return pass();
      });
      return on(clearing, `GET ${path}`, async ({ ask, pass }) => {
        const name = `${ask.query} ${ask.headers.get('x-api-key')}`;
        const answer = lists.get(name) ?? (await readAnswer(await pass()));
        if (answer.status === 200) lists.set(name, answer);
        return again(answer);
      });
    },
    witness: both(async (client) => {
      const name = client.word();
      const id = await newCohortId(client, { name });
      const read = async () => itemsOf(await client.get(path, { search: name })).map(testsOf);
      const before = (await read()).flat().length;
      await client.send('POST', `${path}/${id}/tests`, { testIds: (await testIds(client)).slice(0, 1) });
      return [before, (await read()).flat().length];
    }),
  },
];
