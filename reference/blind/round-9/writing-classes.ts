import { edit, refuse, withBody } from '../answers.ts';
import { both, column, itemsOf } from '../client.ts';
import { at, type BlindFault, type Fields, fields, list, on, textAt } from '../kit.ts';
import { classReads, payloadOf } from './writing-helpers.ts';

/** A successful answer with every class in it changed. */
function editClasses(response: Response, change: (row: Fields) => Fields): Promise<Response> {
  return edit(response, (body) => {
    if ('class' in body) return { ...body, class: change(fields(body['class'])) };
    return { ...body, data: list(body['data']).map((row) => change(fields(row))) };
  });
}

/** Creating classes. */
export const creatingClasses: readonly BlindFault[] = [
  {
    id: 'round-9.classes.default-is-earliest-year',
    chapter: 'classes',
    story: 'The default is the first row of the table of years, which was the current one at launch.',
    rests: 'CreateClass: academicYearId is optional and defaults to the current academic year.',
    breaks: 'explicit',
    depth: 'shallow',
    at: ['POST /classes'],
    wrap: (service) =>
      on(service, 'POST /classes', async (line) => {
        const payload = payloadOf(line, 'class');
        if (!('class' in line.ask.body) || 'academicYearId' in payload) return line.pass();
        const years = itemsOf(await line.call('GET /academic-years'));
        const first = years
          .map((year) => [textAt(year, 'startDate'), textAt(year, 'academicYearId')])
          .sort()[0];
        return line.pass({ body: { class: { ...payload, academicYearId: first?.[1] } } });
      }),
    witness: both(async ({ send, get, word }) => {
      const made = await send('POST', '/classes', { class: { name: word() } });
      const now = await get('/academic-years/current');
      return at(made.body, 'class', 'academicYearId') === at(now.body, 'academicYear', 'academicYearId');
    }),
  },
  {
    id: 'round-9.classes.numeric-name-becomes-number',
    chapter: 'classes',
    story: 'A serialiser with "numeric check" turns texts of digits into numbers.',
    rests: 'Class: name is a string.',
    breaks: 'explicit',
    depth: 'deep',
    at: ['POST /classes', ...classReads],
    wrap: (service) =>
      on(service, ['POST /classes', ...classReads], async ({ pass }) =>
        editClasses(await pass(), (row) =>
          /^\d{1,15}$/.test(textAt(row, 'name')) ? { ...row, name: Number(row['name']) } : row,
        ),
      ),
    witness: both(async ({ send, get }) => {
      const made = await send('POST', '/classes', { class: { name: '101' } });
      const read = await get(`/classes/${textAt(made.body, 'class', 'classId')}`);
      return [at(made.body, 'class', 'name'), at(read.body, 'class', 'name')];
    }),
  },
  {
    id: 'round-9.classes.failed-create-keeps-name',
    chapter: 'classes',
    story: 'The name is reserved before the rest is validated, and a 400 does not release it.',
    rests: 'POST /classes, Errors: 409 is for a class that already exists; here none does.',
    breaks: 'explicit',
    depth: 'deep',
    at: ['POST /classes'],
    wrap: (service) => {
      const reserved = new Set<string>();
      return on(service, 'POST /classes', async (line) => {
        const name = payloadOf(line, 'class')['name'];
        if (typeof name !== 'string') return line.pass();
        if (reserved.has(name)) return refuse(line.ask, 409, 'Already exists');
        const answer = await line.pass();
        if (answer.status === 400) reserved.add(name);
        return answer;
      });
    },
    witness: both(async ({ send, word }) => {
      const name = word();
      const bad = await send('POST', '/classes', { class: { name, academicYearId: 'not a year' } });
      const good = await send('POST', '/classes', { class: { name } });
      return [bad.status, good.status];
    }),
  },
  {
    id: 'round-9.classes.conflict-overwrites-description',
    chapter: 'classes',
    story: 'INSERT … ON CONFLICT DO UPDATE, and the 409 is told from the row count afterwards.',
    rests: 'POST /classes creates: 409 means that the class exists and nothing was written.',
    breaks: 'implied',
    depth: 'deep',
    at: ['POST /classes', ...classReads],
    wrap: (service) => {
      const overwritten = new Map<unknown, unknown>();
      const reading = on(service, classReads, async ({ pass }) =>
        editClasses(await pass(), (row) => {
          const description = overwritten.get(row['classId']);
          return description === undefined ? row : { ...row, description };
        }),
      );
      return on(reading, 'POST /classes', async (line) => {
        const answer = await line.pass();
        const { name, description, academicYearId } = payloadOf(line, 'class');
        if (answer.status !== 409 || typeof description !== 'string') return answer;
        const query = new URLSearchParams({
          search: String(name),
          academicYearId: String(academicYearId ?? 'current'),
        });
        for (const row of itemsOf(await line.call(`GET /classes?${query}`))) {
          overwritten.set(row['classId'], description);
        }
        return answer;
      });
    },
    witness: both(async ({ send, get, word }) => {
      const name = word();
      const made = await send('POST', '/classes', { class: { name, description: 'The first' } });
      const again = await send('POST', '/classes', { class: { name, description: 'The second' } });
      const read = await get(`/classes/${textAt(made.body, 'class', 'classId')}`);
      return [again.status, at(read.body, 'class', 'description')];
    }),
  },
  {
    id: 'round-9.classes.empty-search-cached',
    chapter: 'classes',
    story: 'Empty results are cached too, and creating a class drops only the entries that hold classes.',
    rests: 'GET /classes: search finds the classes of that name; the created one is there.',
    breaks: 'explicit',
    depth: 'deep',
    at: ['POST /classes', 'GET /classes'],
    wrap: (service) => {
      const empty = new Map<string, Fields>();
      return on(service, 'GET /classes', async ({ ask, pass }) => {
        const answer = await pass();
        if (!ask.query.has('search') || !answer.ok) return answer;
        const key = ask.query.toString();
        const body = fields(await answer.json());
        if (list(body['data']).length === 0) empty.set(key, body);
        return withBody(answer, empty.get(key) ?? body);
      });
    },
    witness: both(async ({ send, get, word }) => {
      const name = word();
      const before = await get('/classes', { search: name });
      await send('POST', '/classes', { class: { name } });
      const after = await get('/classes', { search: name });
      return [before, after].map((answer) => itemsOf(answer).length);
    }),
  },
  {
    id: 'round-9.classes.ampersand-escaped',
    chapter: 'classes',
    story: 'A filter against cross-site scripting escapes texts before they are stored.',
    rests: 'GET /classes: search is an exact match on the name of the class, as it was created.',
    breaks: 'explicit',
    depth: 'medium',
    at: ['POST /classes', ...classReads],
    wrap: (service) =>
      on(service, 'POST /classes', (line) => {
        const payload = payloadOf(line, 'class');
        const { name } = payload;
        if (typeof name !== 'string' || !/[&<>"]/.test(name)) return line.pass();
        const escaped = name.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
        return line.pass({ body: { class: { ...payload, name: escaped.replaceAll('"', '&quot;') } } });
      }),
    witness: both(async ({ send, get, word }) => {
      const name = `${word()} & Friends`;
      const made = await send('POST', '/classes', { class: { name } });
      return [at(made.body, 'class', 'name'), column(await get('/classes', { search: name }), 'name')];
    }),
  },
];
