import { setTimeout } from 'node:timers/promises';
import { edit, json, refuse } from '../answers.ts';
import { both, newClassId } from '../client.ts';
import { type BlindFault, type Fields, fields, type Line, on, textAt } from '../kit.ts';
import { payloadOf } from './helpers.ts';

/** What goes wrong when classes are created. */
export const classes: readonly BlindFault[] = [
  {
    id: 'round-8.classes.emoji-names-are-one',
    chapter: 'classes',
    story: 'The unique index has a collation in which all characters beyond the basic plane are equal.',
    rests: 'POST /classes: 409 when the class already exists, 201 otherwise (Errors, table row).',
    breaks: 'explicit',
    depth: 'deep',
    at: ['POST /classes'],
    wrap: (service) => {
      const taken = new Set<string>();
      return on(service, 'POST /classes', async (line) => {
        const name = textAt(payloadOf(line, 'class'), 'name');
        const folded = name.toLowerCase().replace(/[\u{10000}-\u{10ffff}]/gu, '\ufffd');
        const key = `${await yearOf(line)} ${folded}`;
        if (folded.includes('\ufffd') && taken.has(key)) return refuse(line.ask, 409, 'Already exists');
        const answer = await line.pass();
        if (answer.ok) taken.add(key);
        return answer;
      });
    },
    witness: both(async ({ send, word }) => {
      const stem = word();
      const statuses: number[] = [];
      for (const animal of ['🦊', '🐝']) {
        statuses.push((await send('POST', '/classes', { class: { name: `${stem} ${animal}` } })).status);
      }
      return statuses;
    }),
  },
  {
    id: 'round-8.classes.year-of-the-last-list',
    chapter: 'classes',
    story: 'The year picked in a list is remembered as the working year of the key, as in the web front end.',
    rests: 'CreateClass: academicYearId defaults to the current academic year.',
    breaks: 'explicit',
    depth: 'deep',
    at: ['POST /classes'],
    wrap: (service) => {
      let working = '';
      const listing = on(service, 'GET /classes', async ({ ask, pass }) => {
        const answer = await pass();
        const asked = ask.query.get('academicYearId');
        if (answer.ok && asked !== null) working = asked === 'current' ? '' : asked;
        return answer;
      });
      return on(listing, 'POST /classes', async (line) => {
        const payload = fields(line.ask.body['class']);
        if (working === '' || payload['name'] === undefined || payload['academicYearId'] !== undefined) {
          return line.pass();
        }
        return line.pass({ body: { ...line.ask.body, class: { ...payload, academicYearId: working } } });
      });
    },
    witness: both(async (client) => {
      const current = textAt(
        (await client.get('/academic-years/current')).body,
        'academicYear',
        'academicYearId',
      );
      const years = (await client.get('/academic-years')).body;
      const old = [0, 1]
        .map((at) => textAt(years, 'data', at, 'academicYearId'))
        .find((id) => id !== current);
      await client.get('/classes', { academicYearId: old ?? '' });
      const created = await client.send('POST', '/classes', { class: { name: client.word() } });
      return textAt(created.body, 'class', 'academicYearId') === current;
    }),
  },
  {
    id: 'round-8.classes.last-insert-id-of-another',
    chapter: 'classes',
    story: 'The id of the new row is read back on a pooled connection after the insert, not returned by it.',
    rests: 'Class: classId is the identifier; POST /classes answers the class that it created.',
    breaks: 'explicit',
    depth: 'deep',
    at: ['POST /classes'],
    wrap: (service) => {
      let latest: Fields = {};
      return on(service, 'POST /classes', async ({ pass }) => {
        const answer = await pass();
        if (answer.status !== 201) return answer;
        latest = fields(await answer.clone().json());
        await setTimeout(8);
        return edit(answer, () => latest);
      });
    },
    witness: both(async (client) => {
      const names = [client.word(), client.word(), client.word()];
      const answers = await Promise.all(
        names.map((name) => client.send('POST', '/classes', { class: { name } })),
      );
      return answers.map(({ body }, index) => textAt(body, 'class', 'name') === names[index]);
    }),
  },
  {
    id: 'round-8.conventions.class-description-null',
    chapter: 'conventions',
    story:
      'The create handler answers the row as the insert returned it, past the serialiser that drops nulls.',
    rests: 'Conventions 3: empty fields are omitted from a response.',
    breaks: 'explicit',
    depth: 'shallow',
    at: ['POST /classes'],
    wrap: (service) =>
      on(service, 'POST /classes', async ({ pass }) =>
        edit(await pass(), (body) => ({ class: { description: null, ...fields(body['class']) } })),
      ),
    witness: both(async ({ send, word }) => {
      const created = await send('POST', '/classes', { class: { name: word() } });
      return 'description' in fields(created.body['class']);
    }),
  },
  {
    id: 'round-8.classes.teachers-added-is-201',
    chapter: 'classes',
    story:
      'The framework answers 201 to any POST unless the handler names another status; one was forgotten.',
    rests: 'POST /classes/{classId}/teachers: success is 204.',
    breaks: 'explicit',
    depth: 'shallow',
    at: ['POST /classes/{id}/teachers'],
    wrap: (service) =>
      on(service, 'POST /classes/{id}/teachers', async ({ pass }) => {
        const answer = await pass();
        return answer.status === 204 ? json(201, {}) : answer;
      }),
    witness: both(async (client) => {
      const classId = await newClassId(client);
      const created = await client.send('POST', '/teachers', {
        user: { firstName: 'Ada', lastName: 'Witness' },
      });
      const userIds = [textAt(created.body, 'user', 'userId')];
      return (await client.send('POST', `/classes/${classId}/teachers`, { userIds })).status;
    }),
  },
  {
    id: 'round-8.classes.unknown-class-is-a-conflict',
    chapter: 'classes',
    story: 'Every violated constraint of the database, also the foreign key of the class, is mapped to 409.',
    rests: 'POST /classes/{classId}/students: 404 for a class that is not found.',
    breaks: 'explicit',
    depth: 'shallow',
    at: ['POST /classes/{id}/students'],
    wrap: (service) =>
      on(service, 'POST /classes/{id}/students', async ({ ask, pass }) => {
        const answer = await pass();
        return answer.status === 404 ? refuse(ask, 409, 'Already exists') : answer;
      }),
    witness: both(async (client) => {
      const created = await client.send('POST', '/students', {
        user: { firstName: 'Ben', lastName: 'Witness' },
      });
      const userIds = [textAt(created.body, 'user', 'userId')];
      const path = '/classes/00000000-0000-4000-8000-00000000dead/students';
      return (await client.send('POST', path, { userIds })).status;
    }),
  },
];

async function yearOf(line: Line): Promise<string> {
  const sent = textAt(payloadOf(line, 'class'), 'academicYearId').toLowerCase();
  if (sent !== '') return sent;
  return textAt((await line.call('GET /academic-years/current')).body, 'academicYear', 'academicYearId');
}
