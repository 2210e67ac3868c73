import { allOf, edit, json, refuse } from '../answers.ts';
import { both, column, newClassId, newCohortId, nobody } from '../client.ts';
import { type BlindFault, type Fields, fields, on, textAt } from '../kit.ts';
import { classReads, cohortReads, editGroups, isUuid, twoYears, without } from './write-help.ts';

const cohorts = '/smart-ia/cohorts';

/** The year in which a group would be created. */
async function yearOf(sent: unknown, call: (route: string) => Promise<{ body: unknown }>): Promise<string> {
  if (typeof sent === 'string') return sent.toLowerCase();
  return textAt((await call('GET /academic-years/current')).body, 'academicYear', 'academicYearId');
}

export const creation: readonly BlindFault[] = [
  {
    id: 'round-5.creation.cohort-accepted-for-later',
    chapter: 'creation',
    story: 'Creations go through a bus of commands, whose endpoints answer that a command was accepted.',
    rests: 'POST /smart-ia/cohorts: success is 201 with the cohort.',
    breaks: 'explicit',
    depth: 'shallow',
    at: [`POST ${cohorts}`],
    wrap: (service) =>
      on(service, `POST ${cohorts}`, async ({ pass }) => {
        const answer = await pass();
        return answer.status === 201 ? json(202, await answer.json()) : answer;
      }),
    witness: both(
      async ({ send, word }) => (await send('POST', cohorts, { cohort: { name: word() } })).status,
    ),
  },
  {
    id: 'round-5.creation.no-description-no-conflict',
    chapter: 'creation',
    story: 'The unique index goes over name, year and description, and nothing is never equal to nothing.',
    rests: 'POST /smart-ia/cohorts: 409 when the cohort already exists.',
    breaks: 'explicit',
    depth: 'shallow',
    at: [`POST ${cohorts}`],
    wrap: (service) => {
      const aliases = new Map<string, string>();
      return on(service, [`POST ${cohorts}`, ...cohortReads], async ({ ask, pass }) => {
        const shown = (cohort: Fields) => {
          const name = aliases.get(textAt(cohort, 'cohortId'));
          return name === undefined ? cohort : { ...cohort, name };
        };
        const answer = await pass();
        const cohort = fields(ask.body['cohort']);
        const { name, description } = cohort;
        if (answer.status !== 409 || typeof name !== 'string' || description !== undefined) {
          return editGroups(answer, 'cohort', shown);
        }
        const again = await pass({ body: { cohort: { ...cohort, name: `${name} (${aliases.size})` } } });
        return edit(again, (body) => {
          aliases.set(textAt(body, 'cohort', 'cohortId'), name);
          return { ...body, cohort: shown(fields(body['cohort'])) };
        });
      });
    },
    witness: both(async ({ send, word }) => {
      const body = { cohort: { name: word() } };
      return [(await send('POST', cohorts, body)).status, (await send('POST', cohorts, body)).status];
    }),
  },
  {
    id: 'round-5.creation.year-that-is-nowhere',
    chapter: 'creation',
    story: 'Years live in another service, so that no foreign key holds the year that a cohort names.',
    rests: 'academicYearId is the academic year that a cohort belongs to; an invalid request is 400.',
    breaks: 'explicit',
    depth: 'medium',
    at: [`POST ${cohorts}`],
    wrap: (service) => {
      const years = new Map<string, string>();
      return on(service, [`POST ${cohorts}`, ...cohortReads], async ({ ask, pass, call }) => {
        const shown = (cohort: Fields) => {
          const academicYearId = years.get(textAt(cohort, 'cohortId'));
          return academicYearId === undefined ? cohort : { ...cohort, academicYearId };
        };
        const answer = await pass();
        const { academicYearId: year, ...cohort } = fields(ask.body['cohort']);
        const lost = answer.status === 400 && typeof year === 'string' && isUuid(year);
        if (!lost || (await call(`GET /academic-years/${year}`)).status !== 404) {
          return editGroups(answer, 'cohort', shown);
        }
        return edit(await pass({ body: { cohort } }), (body) => {
          years.set(textAt(body, 'cohort', 'cohortId'), year);
          return { ...body, cohort: shown(fields(body['cohort'])) };
        });
      });
    },
    witness: both(async ({ get, send, word }) => {
      const made = await send('POST', cohorts, { cohort: { name: word(), academicYearId: nobody } });
      if (made.status === 400) return 'refused';
      const year = textAt(made.body, 'cohort', 'academicYearId');
      return (await get(`/academic-years/${year}`)).status === 404 ? 'in a year that is nowhere' : 'created';
    }),
  },
  {
    id: 'round-5.creation.any-wrapper-will-do',
    chapter: 'creation',
    story:
      'One handler creates both kinds of groups, and takes the first property of the body for the payload.',
    rests: 'POST /classes requires the body { class }; bodies wrap the payload in a named property.',
    breaks: 'explicit',
    depth: 'medium',
    at: ['POST /classes'],
    wrap: (service) =>
      on(service, 'POST /classes', ({ ask, pass }) => {
        const [first] = Object.values(ask.body);
        const named = 'class' in ask.body || typeof first !== 'object' || first === null;
        return named ? pass() : pass({ body: { class: first } });
      }),
    witness: both(
      async ({ send, word }) => (await send('POST', '/classes', { cohort: { name: word() } })).status,
    ),
  },
  {
    id: 'round-5.creation.newest-class-tells-the-current-year',
    chapter: 'creation',
    story: 'Which year is current was never stored: it is taken from the class that was created last.',
    rests: 'Academic years are read-only: GET /academic-years/current does not change with a class.',
    breaks: 'explicit',
    depth: 'medium',
    at: ['POST /classes', 'GET /academic-years/current'],
    wrap: (service) => {
      let newest = '';
      return on(service, ['POST /classes', 'GET /academic-years/current'], async ({ ask, pass }) => {
        if (ask.method === 'GET') return newest === '' ? pass() : pass({ path: `/academic-years/${newest}` });
        return edit(await pass(), (body) => {
          newest = textAt(body, 'class', 'academicYearId');
          return body;
        });
      });
    },
    witness: both(async (client) => {
      const { current, other } = await twoYears(client);
      await newClassId(client, { academicYearId: other });
      return (await twoYears(client)).current === current;
    }),
  },
  {
    id: 'round-5.creation.default-year-not-stored',
    chapter: 'creation',
    story:
      'The default is filled in when a cohort is shown; the column, which the filter reads, stays empty.',
    rests: 'academicYearId defaults to the current academic year, and GET /smart-ia/cohorts filters by it.',
    breaks: 'explicit',
    depth: 'medium',
    at: [`POST ${cohorts}`, `GET ${cohorts}`],
    wrap: (service) => {
      const unset = new Set<unknown>();
      return on(service, [`POST ${cohorts}`, `GET ${cohorts}`], async ({ ask, pass }) => {
        const answer = await pass();
        if (ask.method === 'GET') {
          const byId = isUuid(ask.query.get('academicYearId') ?? '');
          return byId ? without(answer, ({ cohortId }) => unset.has(cohortId)) : answer;
        }
        return edit(answer, (body) => {
          const given = 'academicYearId' in fields(ask.body['cohort']);
          if (!given) unset.add(fields(body['cohort'])['cohortId']);
          return body;
        });
      });
    },
    witness: both(async (client) => {
      const { current: academicYearId } = await twoYears(client);
      const search = client.word();
      await newCohortId(client, { name: search });
      return column(await client.get(cohorts, { academicYearId, search }), 'name');
    }),
  },
  {
    id: 'round-5.creation.long-names-conflict-by-their-beginning',
    chapter: 'creation',
    story: 'The unique index of the database takes the first 64 characters of a text column and no more.',
    rests: 'POST /classes: 409 is for a class that already exists, and one of another name does not.',
    breaks: 'explicit',
    depth: 'deep',
    at: ['POST /classes'],
    wrap: (service) =>
      on(service, 'POST /classes', async (line) => {
        const { name, academicYearId } = fields(line.ask.body['class']);
        const known = await line.call('GET /classes?limit=1');
        if (typeof name !== 'string' || name.length <= 64 || known.status !== 200) return line.pass();
        const start = (text: string) => text.slice(0, 64).toLowerCase();
        const query = new URLSearchParams({ academicYearId: await yearOf(academicYearId, line.call) });
        const taken = await allOf(line, '/classes', query);
        const clash = taken.some((group) => start(textAt(group, 'name')) === start(name));
        return clash ? refuse(line.ask, 409, 'Already exists') : line.pass();
      }),
    witness: both(async ({ send, word }) => {
      const name = `${word()}: preparation for the functional skills examination in mathematics, group`;
      const create = async (end: string) =>
        (await send('POST', '/classes', { class: { name: `${name} ${end}` } })).status;
      return [await create('one'), await create('two')];
    }),
  },
  {
    id: 'round-5.creation.names-without-latin-letters-conflict',
    chapter: 'creation',
    story:
      'Cohorts are unique by the slug of their name, and a name without Latin letters has an empty slug.',
    rests: 'POST /smart-ia/cohorts: 409 is for a cohort that already exists, not for another name.',
    breaks: 'explicit',
    depth: 'deep',
    at: [`POST ${cohorts}`],
    wrap: (service) =>
      on(service, `POST ${cohorts}`, async (line) => {
        const { name, academicYearId } = fields(line.ask.body['cohort']);
        const plain = (text: string) => text.normalize('NFKD').replace(/[^a-z0-9]/gi, '');
        const known = await line.call(`GET ${cohorts}?limit=1`);
        if (typeof name !== 'string' || plain(name) !== '' || known.status !== 200) return line.pass();
        const query = new URLSearchParams({ academicYearId: await yearOf(academicYearId, line.call) });
        const taken = await allOf(line, cohorts, query);
        const clash = name !== '' && taken.some((group) => plain(textAt(group, 'name')) === '');
        return clash ? refuse(line.ask, 409, 'Already exists') : line.pass();
      }),
    witness: both(async ({ send }) => {
      const create = async (name: string) => (await send('POST', cohorts, { cohort: { name } })).status;
      return [await create('Подготовка к экзамену'), await create('物理学入門')];
    }),
  },
  {
    id: 'round-5.creation.id-made-of-the-name',
    chapter: 'creation',
    story:
      'Identifiers are hashes of the name, so that imports can be repeated, and the year is not hashed along.',
    rests: 'classId is the identifier of a class: two classes of two years have two of them.',
    breaks: 'explicit',
    depth: 'deep',
    at: ['POST /classes'],
    wrap: (service) => {
      const former = new Map<string, string>();
      return on(service, ['POST /classes', ...classReads], async ({ ask, pass, call }) => {
        const shown = (group: Fields) => {
          const classId = textAt(group, 'classId');
          return { ...group, classId: former.get(classId) ?? classId };
        };
        const name = textAt(ask.body, 'class', 'name');
        if (ask.method === 'GET' || name === '') return editGroups(await pass(), 'class', shown);
        const namesakes = await call(`GET /classes?search=${encodeURIComponent(name)}`);
        const [first = ''] = column(namesakes, 'classId');
        return edit(await pass(), (body) => {
          if (first !== '') former.set(textAt(body, 'class', 'classId'), first);
          return { ...body, class: shown(fields(body['class'])) };
        });
      });
    },
    witness: both(async (client) => {
      const { current, other } = await twoYears(client);
      const name = client.word();
      const one = await newClassId(client, { name, academicYearId: current });
      return one === (await newClassId(client, { name, academicYearId: other }));
    }),
  },
];
