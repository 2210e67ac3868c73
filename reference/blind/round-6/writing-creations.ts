import { allOf, edit, json, meant, page, refuse } from '../answers.ts';
import { both, column, newClassId, newCohortId, paginationOf } from '../client.ts';
import { type BlindFault, fields, on, readAnswer, textAt } from '../kit.ts';

const cohorts = '/smart-ia/cohorts';

/** Creating classes. */
export const classes: readonly BlindFault[] = [
  {
    id: 'round-6.classes.existing-name-is-a-bad-request',
    chapter: 'classes',
    story: 'Uniqueness is one more rule of the form validator, and all its complaints are answered alike.',
    rests:
      'POST /classes: 409 when the class already exists (Status codes: 409 create class when it already exists).',
    breaks: 'explicit',
    depth: 'shallow',
    at: ['POST /classes'],
    wrap: (service) =>
      on(service, 'POST /classes', async ({ ask, pass }) => {
        const answer = await pass();
        return answer.status === 409 ? refuse(ask, 400, 'Invalid request') : answer;
      }),
    witness: both(async (client) => {
      const name = client.word();
      await newClassId(client, { name });
      return (await client.send('POST', '/classes', { class: { name } })).status;
    }),
  },
  {
    id: 'round-6.classes.missing-description-as-null',
    chapter: 'classes',
    story:
      'The answer to a creation is serialised from the row, where the list uses a mapper that drops nulls.',
    rests: 'Conventions 3: empty fields are omitted from a response; null is for nested objects only.',
    breaks: 'explicit',
    depth: 'shallow',
    at: ['POST /classes'],
    wrap: (service) =>
      on(service, 'POST /classes', async ({ pass }) =>
        edit(await pass(), (body) => ({ class: { description: null, ...fields(body['class']) } })),
      ),
    witness: both(async (client) => {
      const { body } = await client.send('POST', '/classes', { class: { name: client.word() } });
      return Object.values(fields(body['class'])).includes(null);
    }),
  },
  {
    id: 'round-6.classes.rare-letters-kept-as-question-marks',
    chapter: 'classes',
    story:
      'The column is Latin-1. The creation answers from memory, and what is read later comes from the table.',
    rests:
      'POST /classes answers the created class, GET /classes/{classId} the class: one resource, one name; search is an exact match on it.',
    breaks: 'explicit',
    depth: 'medium',
    at: ['POST /classes'],
    wrap: (service) =>
      on(service, 'POST /classes', async ({ ask, pass }) => {
        const sent = fields(ask.body['class']);
        const name = sent['name'];
        if (typeof name !== 'string' || !/[^\0-\u00ff]/u.test(name)) return pass();
        const kept = name.replace(/[^\0-\u00ff]/gu, '?');
        const answer = await pass({ body: { ...ask.body, class: { ...sent, name: kept } } });
        return edit(answer, (body) => ({ class: { ...fields(body['class']), name } }));
      }),
    witness: both(async (client) => {
      const name = `Język polski ${client.word()}`;
      const id = await newClassId(client, { name });
      const found = column(await client.get('/classes', { search: name }), 'classId');
      return [textAt((await client.get(`/classes/${id}`)).body, 'class', 'name'), found.includes(id)];
    }),
  },
  {
    id: 'round-6.classes.empty-search-remembered-past-creation',
    chapter: 'classes',
    story:
      'Searches are cached, empty ones too; a creation clears the entries of its class, and there are none yet.',
    rests: 'GET /classes: search is an exact match on class name; a class of that name exists.',
    breaks: 'explicit',
    depth: 'deep',
    at: ['GET /classes'],
    wrap: (service) => {
      const empty = new Set<string>();
      return on(service, 'GET /classes', async ({ ask, pass }) => {
        const query = meant(ask);
        const search = query.get('search');
        const answer = await pass();
        if (search === null || query.has('cursor') || !answer.ok) return answer;
        const key = `${search.toLowerCase()} ${query.get('academicYearId') ?? ''}`;
        if (empty.has(key)) return page(query, []);
        const { body } = await readAnswer(answer.clone());
        if (textAt(body, 'pagination', 'total') === '0') empty.add(key);
        return answer;
      });
    },
    witness: both(async (client) => {
      const name = client.word();
      const before = column(await client.get('/classes', { search: name }), 'name');
      await newClassId(client, { name });
      return [before, column(await client.get('/classes', { search: name }), 'name')];
    }),
  },
];

/** Creating cohorts. */
export const cohortCreations: readonly BlindFault[] = [
  {
    id: 'round-6.cohorts.existing-name-answers-the-old-one',
    chapter: 'cohorts',
    story: 'The creation is an upsert on name and year, and whatever row comes back is answered as created.',
    rests: 'POST /smart-ia/cohorts: 409 when the cohort already exists.',
    breaks: 'explicit',
    depth: 'shallow',
    at: [`POST ${cohorts}`],
    wrap: (service) =>
      on(service, `POST ${cohorts}`, async (line) => {
        const answer = await line.pass();
        if (answer.status !== 409) return answer;
        const search = textAt(line.ask.body, 'cohort', 'name');
        const academicYearId = textAt(line.ask.body, 'cohort', 'academicYearId') || 'current';
        const [cohort] = await allOf(line, cohorts, new URLSearchParams({ search, academicYearId }));
        return json(201, { cohort });
      }),
    witness: both(async (client) => {
      const name = client.word();
      await newCohortId(client, { name });
      return (await client.send('POST', cohorts, { cohort: { name } })).status;
    }),
  },
  {
    id: 'round-6.cohorts.default-year-is-the-last-one-sent',
    chapter: 'cohorts',
    story:
      'The defaults are one object that each payload is assigned onto, so a year that was sent stays in it.',
    rests: 'CreateCohort: academicYearId is optional and defaults to the current academic year.',
    breaks: 'explicit',
    depth: 'medium',
    at: [`POST ${cohorts}`],
    wrap: (service) => {
      let last: string | undefined;
      return on(service, `POST ${cohorts}`, async ({ ask, pass }) => {
        const sent = fields(ask.body['cohort']);
        const year = sent['academicYearId'];
        if (typeof year !== 'string') {
          if (last === undefined || !('cohort' in ask.body)) return pass();
          return pass({ body: { ...ask.body, cohort: { ...sent, academicYearId: last } } });
        }
        const answer = await pass();
        if (answer.ok) last = year;
        return answer;
      });
    },
    witness: both(async (client) => {
      const current = textAt(
        (await client.get('/academic-years/current')).body,
        'academicYear',
        'academicYearId',
      );
      const years = column(await client.get('/academic-years'), 'academicYearId');
      await newCohortId(client, { academicYearId: years.find((year) => year !== current) });
      const { body } = await client.send('POST', cohorts, { cohort: { name: client.word() } });
      return textAt(body, 'cohort', 'academicYearId') === current;
    }),
  },
  {
    id: 'round-6.cohorts.total-counted-before-the-creation',
    chapter: 'cohorts',
    story: 'Counting is slow, so the count of the whole list is kept; creations were to clear it some day.',
    rests: 'Pagination: total is the total number of results.',
    breaks: 'explicit',
    depth: 'medium',
    at: [`GET ${cohorts}`],
    wrap: (service) => {
      let counted: unknown;
      return on(service, `GET ${cohorts}`, async ({ ask, pass }) => {
        const answer = await pass();
        if (['search', 'academicYearId', 'cursor'].some((name) => ask.query.has(name))) return answer;
        return edit(answer, (body) => {
          const pagination = fields(body['pagination']);
          counted ??= pagination['total'];
          return { ...body, pagination: { ...pagination, total: counted } };
        });
      });
    },
    witness: both(async (client) => {
      const total = async () =>
        Number(paginationOf(await client.get(cohorts, { limit: 1, offset: 0 }))['total']);
      const before = await total();
      await newCohortId(client);
      await newCohortId(client);
      return (await total()) - before;
    }),
  },
];
