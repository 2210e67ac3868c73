import { edit, refuse, withText } from '../answers.ts';
import { both, column, itemsOf, newClassId, newCohortId } from '../client.ts';
import { at, type BlindFault, fields, on, readAnswer, textAt } from '../kit.ts';
import { cohortReads, editCohorts, narrowed } from './shared.ts';

const chapter = 'creation';
const newCohort = 'POST /smart-ia/cohorts';

/** Creating classes and cohorts. */
export const creation: readonly BlindFault[] = [
  {
    id: 'round-3.creation.place-instead-of-the-class',
    chapter,
    story: 'The framework has a helper for what is created, which sends the address of it and no body.',
    rests: 'POST /classes: 201 { class: Class }.',
    breaks: 'explicit',
    depth: 'shallow',
    at: ['POST /classes'],
    wrap: (service) =>
      on(service, 'POST /classes', async ({ ask, pass }) => {
        const response = await pass();
        if (response.status !== 201) return response;
        const { body } = await readAnswer(response);
        const location = `/api/v1${ask.path}/${textAt(body, 'class', 'classId')}`;
        return new Response(null, { status: 201, headers: { location, 'access-control-allow-origin': '*' } });
      }),
    witness: both(async (client) => newClassId(client)),
  },
  {
    id: 'round-3.creation.names-of-columns',
    chapter,
    story:
      'The model has aliases for its fields, and the one route that returns it by hand forgets to ask for them.',
    rests: 'Cohort has the fields cohortId and academicYearId; POST cohorts: 201 { cohort: Cohort }.',
    breaks: 'explicit',
    depth: 'shallow',
    at: [newCohort],
    wrap: (service) =>
      on(service, newCohort, async ({ pass }) =>
        editCohorts(await pass(), ({ cohortId, academicYearId, ...rest }) => ({
          cohort_id: cohortId,
          ...rest,
          academic_year_id: academicYearId,
        })),
      ),
    witness: both(async (client) => {
      const { body } = await client.send('POST', '/smart-ia/cohorts', { cohort: { name: client.word() } });
      return Object.keys(fields(body['cohort']));
    }),
  },
  {
    id: 'round-3.creation.first-year-for-the-current',
    chapter,
    story: 'The default is the first row of the years, which was the current one when there was only one.',
    rests: 'CreateCohort.academicYearId: optional; defaults to the current academic year.',
    breaks: 'explicit',
    depth: 'shallow',
    at: [newCohort],
    wrap: (service) =>
      on(service, newCohort, async ({ ask, pass, call }) => {
        const cohort = fields(ask.body['cohort']);
        if (!('cohort' in ask.body) || 'academicYearId' in cohort) return pass();
        const academicYearId = at((await call('GET /academic-years')).body, 'data', 0, 'academicYearId');
        return pass({ body: { ...ask.body, cohort: { ...cohort, academicYearId } } });
      }),
    witness: both(async (client) => {
      const name = client.word();
      await newCohortId(client, { name });
      const found = await client.get('/smart-ia/cohorts', { search: name, academicYearId: 'current' });
      return itemsOf(found).length;
    }),
  },
  {
    id: 'round-3.creation.read-too-early',
    chapter,
    story: 'Reads go to a copy of the database, which hears of a new cohort a moment after the answer.',
    rests: 'GET cohort: 200 { cohort }, 404 when it is not found; POST cohorts has answered 201 with it.',
    breaks: 'explicit',
    depth: 'medium',
    at: [newCohort, 'GET /smart-ia/cohorts/{id}'],
    wrap: (service) => {
      const fresh = new Set<string>();
      const noting = on(service, newCohort, async ({ pass }) =>
        editCohorts(await pass(), (cohort) => {
          fresh.add(textAt(cohort, 'cohortId'));
          return cohort;
        }),
      );
      return on(noting, 'GET /smart-ia/cohorts/{id}', async ({ ask, pass }) => {
        const response = await pass();
        return response.ok && fresh.delete(ask.id.toLowerCase()) ? refuse(ask, 404, 'Not found') : response;
      });
    },
    witness: both(async (client) => {
      const id = await newCohortId(client);
      return (await client.get(`/smart-ia/cohorts/${id}`)).status;
    }),
  },
  {
    id: 'round-3.creation.only-own-names-conflict',
    chapter,
    story:
      'Taken names are kept in a set in memory, which creations fill; what was there before the process began is not in it.',
    rests: 'POST /classes: 409 class already exists.',
    breaks: 'explicit',
    depth: 'deep',
    at: ['POST /classes'],
    wrap: (service) => {
      const own = new Set<string>();
      const unseen = '\u200b';
      const renamed = on(service, ['GET /classes', 'GET /classes/{id}'], async ({ pass }) => {
        const response = await pass();
        if (!response.ok) return response;
        return withText(response, (await response.text()).replaceAll(unseen, ''));
      });
      return on(renamed, 'POST /classes', async ({ ask, pass }) => {
        const sent = fields(ask.body['class']);
        const name = textAt(sent, 'name').toLowerCase();
        const response = await pass();
        const known = own.has(name);
        if (response.ok || response.status === 409) own.add(name);
        if (response.status !== 409 || known) return response;
        const again = await pass({ body: { class: { ...sent, name: `${sent['name']}${unseen}` } } });
        return withText(again, (await again.text()).replaceAll(unseen, ''));
      });
    },
    witness: both(async (client) => {
      const [seeded] = itemsOf(await client.get('/classes', { limit: 1 }));
      const { name, academicYearId } = fields(seeded);
      return (await client.send('POST', '/classes', { class: { name, academicYearId } })).status;
    }),
  },
  {
    id: 'round-3.creation.given-year-not-indexed',
    chapter,
    story:
      'A class with a year of its own goes the way of the import, which does not tell the search index about it.',
    rests: 'GET /classes: search is an exact match on the class name.',
    breaks: 'explicit',
    depth: 'deep',
    at: ['POST /classes', 'GET /classes'],
    wrap: (service) => {
      const hidden = new Set<string>();
      const noting = on(service, 'POST /classes', async ({ ask, pass }) =>
        edit(await pass(), (body) => {
          if ('academicYearId' in fields(ask.body['class'])) hidden.add(textAt(body, 'class', 'classId'));
          return body;
        }),
      );
      return on(noting, 'GET /classes', async ({ ask, pass }) => {
        const response = await pass();
        if (!ask.query.has('search')) return response;
        return edit(response, (body) => narrowed(body, (item) => !hidden.has(textAt(item, 'classId'))));
      });
    },
    witness: both(async (client) => {
      const academicYearId = column(await client.get('/academic-years'), 'academicYearId')[1];
      const name = client.word();
      await newClassId(client, { name, academicYearId });
      return itemsOf(await client.get('/classes', { search: name })).length;
    }),
  },
  {
    id: 'round-3.creation.empty-description-kept',
    chapter,
    story: 'The serialiser leaves out what is null, and an empty text from a form is not null.',
    rests: 'Conventions 3: empty fields are omitted from a response.',
    breaks: 'explicit',
    depth: 'deep',
    at: [newCohort, ...cohortReads],
    wrap: (service) => {
      const empty = new Set<string>();
      const noting = on(service, newCohort, async ({ ask, pass }) => {
        const blank = fields(ask.body['cohort'])['description'] === '';
        return editCohorts(await pass(), (cohort) => {
          if (blank) empty.add(textAt(cohort, 'cohortId'));
          return blank ? { ...cohort, description: '' } : cohort;
        });
      });
      return on(noting, cohortReads, async ({ pass }) =>
        editCohorts(await pass(), (cohort) =>
          empty.has(textAt(cohort, 'cohortId')) ? { ...cohort, description: '' } : cohort,
        ),
      );
    },
    witness: both(async (client) => {
      const id = await newCohortId(client, { description: '' });
      const { body } = await client.get(`/smart-ia/cohorts/${id}`);
      return Object.keys(fields(body['cohort']));
    }),
  },
];
