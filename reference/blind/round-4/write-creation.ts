import { allOf, edit, editError, refuse } from '../answers.ts';
import { both, newClassId, newCohortId, nobody, paginationOf } from '../client.ts';
import { type BlindFault, fields, type Line, on, textAt } from '../kit.ts';
import { restatus } from './help.ts';

const classes = 'POST /classes';
const cohorts = 'POST /smart-ia/cohorts';

/** The groups of the academic year that a create request means. */
function ofItsYear({ ask, call, pass }: Line, wrapper: string) {
  const year = textAt(ask.body, wrapper, 'academicYearId') || 'current';
  return allOf({ ask, call, pass }, ask.path, new URLSearchParams({ academicYearId: year }));
}

function slug(name: string): string {
  return name
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-|-$/g, '');
}

const prefixed = 40;
const beginning = (name: string) => name.slice(0, prefixed).toLowerCase();

/** Faults of creating classes and cohorts, as they stand in the answer. */
export const creation: readonly BlindFault[] = [
  {
    id: 'round-4.creation.accepted-instead-of-created',
    chapter: 'creation',
    story: 'Creations went into a queue once, and the route still answers with the status of that time.',
    rests: 'POST /smart-ia/cohorts: the success response is 201 with the cohort.',
    breaks: 'explicit',
    depth: 'shallow',
    at: [cohorts],
    wrap: (service) =>
      on(service, cohorts, async ({ pass }) => {
        const answer = await pass();
        return answer.status === 201 ? restatus(answer, 202) : answer;
      }),
    witness: both(async ({ send, word }) => {
      const created = await send('POST', '/smart-ia/cohorts', { cohort: { name: word() } });
      return created.status;
    }),
  },
  {
    id: 'round-4.creation.unique-validator-answers-400',
    chapter: 'creation',
    story:
      'The serialiser of the framework has a validator for unique fields, which runs before the handler.',
    rests: 'POST /classes: 409 when the class already exists; 400 is an invalid request.',
    breaks: 'explicit',
    depth: 'shallow',
    at: [classes],
    wrap: (service) =>
      on(service, classes, async ({ ask, pass }) => {
        const answer = await pass();
        return answer.status === 409 ? refuse(ask, 400, 'Invalid request') : answer;
      }),
    witness: both(async ({ send, word }) => {
      const body = { class: { name: word() } };
      await send('POST', '/classes', body);
      return (await send('POST', '/classes', body)).status;
    }),
  },
  {
    id: 'round-4.creation.whatever-is-wrapped-is-a-class',
    chapter: 'creation',
    story: 'Wrappers are taken off by a helper that returns the first value of the body, whatever its name.',
    rests: 'POST /classes requires the body { class: CreateClass }; without that an invalid request is 400.',
    breaks: 'explicit',
    depth: 'medium',
    at: [classes],
    wrap: (service) =>
      on(service, classes, ({ ask, pass }) => {
        const [first] = Object.values(ask.body);
        if ('class' in ask.body || first === undefined) return pass();
        return pass({ body: { class: fields(first) } });
      }),
    witness: both(async ({ send, word }) => {
      const created = await send('POST', '/classes', { cohort: { name: word() } });
      return created.status;
    }),
  },
  {
    id: 'round-4.creation.names-of-one-slug-conflict',
    chapter: 'creation',
    story: 'What is unique is the slug of the name, which a page of old had in its address.',
    rests: 'POST /classes: 409 says that the class already exists; a class of another name does not.',
    breaks: 'explicit',
    depth: 'medium',
    at: [classes],
    wrap: (service) =>
      on(service, classes, async (line) => {
        const wanted = slug(textAt(line.ask.body, 'class', 'name'));
        const others = wanted === '' ? [] : await ofItsYear(line, 'class');
        const sent = textAt(line.ask.body, 'class', 'name').toLowerCase();
        const names = others.map((other) => textAt(other, 'name').toLowerCase());
        const taken = !names.includes(sent) && names.some((name) => slug(name) === wanted);
        return taken ? refuse(line.ask, 409, 'Already exists') : line.pass();
      }),
    witness: both(async (client) => {
      const name = client.word();
      await newClassId(client, { name: `${name} / Set A` });
      return (await client.send('POST', '/classes', { class: { name: `${name}: Set A!` } })).status;
    }),
  },
  {
    id: 'round-4.creation.unknown-year-is-not-found',
    chapter: 'creation',
    story: 'The year is loaded by the service for years, whose error for a missing one goes out as it is.',
    rests: 'Errors: 404 comes from endpoints that list it, and POST /smart-ia/cohorts lists 400 and 409.',
    breaks: 'explicit',
    depth: 'medium',
    at: [cohorts],
    wrap: (service) =>
      on(service, cohorts, async ({ ask, pass, call }) => {
        const answer = await pass();
        const year = textAt(ask.body, 'cohort', 'academicYearId');
        if (answer.status !== 400 || year === '') return answer;
        const missing = (await call(`GET /academic-years/${encodeURIComponent(year)}`)).status === 404;
        return missing ? refuse(ask, 404, 'Academic year not found') : answer;
      }),
    witness: both(async ({ send, word }) => {
      const cohort = { name: word(), academicYearId: nobody };
      return (await send('POST', '/smart-ia/cohorts', { cohort })).status;
    }),
  },
  {
    id: 'round-4.creation.instance-is-a-line-of-the-log',
    chapter: 'creation',
    story: 'The problem is filled in where the log is written, with method and path as they stand there.',
    rests: 'Errors: instance is a URI that identifies the occurrence; a method and a path are none.',
    breaks: 'explicit',
    depth: 'medium',
    at: [classes],
    wrap: (service) =>
      on(service, classes, async ({ ask, pass }) =>
        editError(await pass(), (body) => {
          return 'instance' in body ? { ...body, instance: `${ask.method} ${ask.path}` } : body;
        }),
      ),
    witness: both(async ({ send }) => {
      const { body } = await send('POST', '/classes', { class: {} });
      return 'instance' in body && !URL.canParse(textAt(body, 'instance')) ? 'no URI' : 'right';
    }),
  },
  {
    id: 'round-4.creation.nothing-found-is-remembered',
    chapter: 'creation',
    story:
      'The cache keeps an empty result as well, under a tag that no creation can drop: it had no cohorts.',
    rests: 'GET /smart-ia/cohorts: search finds the cohorts of exactly that name, also one just created.',
    breaks: 'explicit',
    depth: 'deep',
    at: [cohorts, 'GET /smart-ia/cohorts'],
    wrap: (service) => {
      const empty = new Set<string>();
      return on(service, 'GET /smart-ia/cohorts', async ({ ask, pass }) => {
        const key = `${ask.query.get('search')}|${ask.query.get('academicYearId')}`;
        return edit(await pass(), (body) => {
          if (!ask.query.has('search') || ask.query.has('cursor')) return body;
          const pagination = fields(body['pagination']);
          if (empty.has(key)) return { data: [], pagination: { ...pagination, total: 0, nextCursor: null } };
          if (pagination['total'] === 0) empty.add(key);
          return body;
        });
      });
    },
    witness: both(async (client) => {
      const name = client.word();
      const look = () => client.get('/smart-ia/cohorts', { search: name });
      const before = paginationOf(await look())['total'];
      await newCohortId(client, { name });
      return [before, paginationOf(await look())['total']];
    }),
  },
  {
    id: 'round-4.creation.long-names-that-begin-alike-conflict',
    chapter: 'creation',
    story:
      'The unique index covers the first forty characters of a column that is too long to be indexed whole.',
    rests: 'POST /smart-ia/cohorts: 409 when the cohort exists already; one with another ending does not.',
    breaks: 'explicit',
    depth: 'deep',
    at: [cohorts],
    wrap: (service) =>
      on(service, cohorts, async (line) => {
        const name = textAt(line.ask.body, 'cohort', 'name');
        const others = name.length > prefixed ? await ofItsYear(line, 'cohort') : [];
        const taken = others.some((other) => beginning(textAt(other, 'name')) === beginning(name));
        return taken ? refuse(line.ask, 409, 'Already exists') : line.pass();
      }),
    witness: both(async (client) => {
      const name = `${client.word()}, adult learners of the evening course in `;
      const create = (town: string) =>
        client.send('POST', '/smart-ia/cohorts', { cohort: { name: name + town } });
      return [(await create('Leeds')).status, (await create('York')).status];
    }),
  },
  {
    id: 'round-4.creation.escaped-letters-kept-as-escapes',
    chapter: 'creation',
    story:
      'A gateway doubles backslashes in bodies; clients that send ASCII alone write every accent with one.',
    rests: 'Conventions: request bodies are JSON objects, in which \\u00e9 is the letter é.',
    breaks: 'explicit',
    depth: 'deep',
    at: [classes],
    wrap: (service) =>
      on(service, classes, ({ ask, pass }) => {
        if (!/[^\\]\\u[0-9a-f]{4}/i.test(ask.text)) return pass();
        const doubled: unknown = JSON.parse(ask.text.replaceAll('\\u', '\\\\u'));
        return pass({ body: fields(doubled) });
      }),
    witness: both(async ({ raw, keys }) => {
      const headers = { 'x-api-key': keys.full, 'content-type': 'application/json' };
      const created = await raw('POST /classes', headers, '{"class":{"name":"Caf\\u00e9 Club"}}');
      return textAt(created.body, 'class', 'name');
    }),
  },
];
