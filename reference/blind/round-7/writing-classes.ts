import { edit, refuse } from '../answers.ts';
import { both, column, itemsOf, newClassId, nobody } from '../client.ts';
import { type Answer, type BlindFault, fields, on, readAnswer, textAt } from '../kit.ts';
import { again, without, yearIds } from './helpers.ts';

const create = 'POST /classes';

const asciiLower = (text: string) => text.replace(/[A-Z]/g, (letter) => letter.toLowerCase());

/** Creating classes, and finding them afterwards. */
export const classFaults: readonly BlindFault[] = [
  {
    id: 'round-7.classes.unknown-year-is-not-found',
    chapter: 'classes',
    story: 'The repository that loads the year throws its usual not-found error, which becomes a 404.',
    rests: 'POST /classes lists 400 and 409 beside 201; 404 is only for endpoints that list it.',
    breaks: 'explicit',
    depth: 'medium',
    at: [create],
    wrap: (service) =>
      on(service, create, async ({ ask, pass, call }) => {
        const answer = await pass();
        const year = textAt(ask.body, 'class', 'academicYearId');
        if (answer.status !== 400 || !/^[\da-f-]{36}$/i.test(year)) return answer;
        const found = await call(`GET /academic-years/${year}`);
        return found.status === 404 ? refuse(ask, 404, 'Not found') : answer;
      }),
    witness: both(
      async ({ send, word }) =>
        (await send('POST', '/classes', { class: { name: word(), academicYearId: nobody } })).status,
    ),
  },
  {
    id: 'round-7.classes.duplicate-accepted-when-the-year-is-named',
    chapter: 'classes',
    story: 'The look for a class of that name stands in the branch that fills in the current year.',
    rests: 'POST /classes answers 409 when the class already exists.',
    breaks: 'explicit',
    depth: 'medium',
    at: [create],
    wrap: (service) =>
      on(service, create, async ({ ask, pass }) => {
        const payload = fields(ask.body['class']);
        const name = payload['name'];
        let answer = await pass();
        if (typeof payload['academicYearId'] !== 'string' || typeof name !== 'string') return answer;
        for (let twin = 1; twin < 9 && answer.status === 409; twin += 1) {
          answer = await pass({ body: { class: { ...payload, name: name + ' '.repeat(twin) } } });
        }
        return edit(answer, (body) => ({ class: { ...fields(body['class']), name } }));
      }),
    witness: both(async (client) => {
      const [academicYearId] = await yearIds(client);
      const sent = { class: { name: client.word(), academicYearId } };
      const first = await client.send('POST', '/classes', sent);
      return [first.status, (await client.send('POST', '/classes', sent)).status];
    }),
  },
  {
    id: 'round-7.classes.accented-capitals-not-found-by-own-name',
    chapter: 'classes',
    story:
      'Creation keeps a lower-case copy of the name for the search, made by a database that lowers ASCII only; ' +
      'the search lowers what is asked in full.',
    rests: 'search is an exact match on the class name, ignoring case.',
    breaks: 'explicit',
    depth: 'medium',
    at: [create, 'GET /classes'],
    wrap: (service) => {
      const lost = new Set<string>();
      const noting = on(service, create, async ({ pass }) => {
        const answer = await readAnswer(await pass());
        const name = textAt(answer.body, 'class', 'name');
        if (asciiLower(name) !== name.toLowerCase()) lost.add(textAt(answer.body, 'class', 'classId'));
        return again(answer);
      });
      return on(noting, 'GET /classes', async ({ ask, pass }) => {
        const answer = await pass();
        return ask.query.has('search')
          ? without(answer, (item) => lost.has(textAt(item, 'classId')))
          : answer;
      });
    },
    witness: both(async (client) => {
      const name = `École ${client.word()}`;
      await newClassId(client, { name });
      return column(await client.get('/classes', { search: name }), 'name');
    }),
  },
  {
    id: 'round-7.classes.search-that-found-nothing-is-remembered',
    chapter: 'classes',
    story: 'Empty results of the search are cached, and creating a class does not throw them away.',
    rests: 'GET /classes with search returns the classes of that name.',
    breaks: 'explicit',
    depth: 'deep',
    at: [create, 'GET /classes'],
    wrap: (service) => {
      const empty = new Map<string, Answer>();
      return on(service, 'GET /classes', async ({ ask, pass }) => {
        const name = `${ask.query} ${ask.headers.get('x-api-key')}`;
        const known = empty.get(name);
        if (known) return again(known);
        const answer = await readAnswer(await pass());
        const found = answer.status !== 200 || itemsOf(answer).length > 0;
        if (!found && ask.query.has('search')) empty.set(name, answer);
        return again(answer);
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
