import { setTimeout as sleep } from 'node:timers/promises';
import { editItems } from '../answers.ts';
import { both, itemsOf, newClassId, newUser, newUserId, userOf } from '../client.ts';
import { type BlindFault, type Line, on, textAt, texts } from '../kit.ts';
import {
  after,
  among,
  enrol,
  fault,
  groupsOf,
  pathId,
  type Service,
  sentIds,
  thinned,
  usersBy,
} from './members-help.ts';

const milliseconds = 20;

/** Writes what was read at the start and the listed classes: what came in between is gone. */
async function writeOver(line: Line, read: readonly string[]): Promise<Response> {
  const listed = sentIds(line, 'classIds');
  const now = await groupsOf(line, pathId(line), 'classIds');
  const response = await line.pass();
  const lost = now.filter((id) => !read.includes(id) && !listed.includes(id));
  if (response.ok && lost.length > 0) await line.call(`DELETE ${line.ask.path}`, { classIds: lost });
  return response;
}

function lastWriteWins(service: Service): Service {
  const writes = new Map<string, Promise<unknown>>();
  return on(service, 'POST /students/{id}/classes', async (line) => {
    const read = await groupsOf(line, pathId(line), 'classIds');
    await sleep(milliseconds);
    const turn = writes.get(pathId(line)) ?? Promise.resolve();
    const write = turn.then(() => writeOver(line, read));
    const settled = write.catch(() => undefined);
    writes.set(pathId(line), settled);
    return write;
  });
}

const lostUpdate = fault('of-two-assignments-at-once-one-is-lost', {
  story:
    'The classes of a student lie in one array column that is read, extended and written back without a lock. Two requests at the same time read the same array.',
  rests:
    'POST /students/{userId}/classes assigns the student to the classes: each of two requests that succeed.',
  depth: 'deep',
  at: ['POST /students/{id}/classes'],
  wrap: lastWriteWins,
  witness: both(async (client) => {
    const student = await newUserId(client, 'student');
    const classes = [await newClassId(client), await newClassId(client)];
    const assign = (id: string) => client.send('POST', `/students/${student}/classes`, { classIds: [id] });
    const answers = await Promise.all(classes.map(assign));
    const held = texts((await userOf(client, student))['classIds']).length;
    return [...answers.map(({ status }) => status), held];
  }),
});

const classSides = [
  '/classes/{id}/students',
  '/classes/{id}/teachers',
  '/students/{id}/classes',
  '/teachers/{id}/classes',
];

function concerned(line: Line): string[] {
  return line.ask.path.startsWith('/classes') ? sentIds(line, 'userIds') : [pathId(line)];
}

function dropsFromIndex(service: Service): Service {
  const dropped = new Set<string>();
  const added = after(
    service,
    classSides.map((side) => `POST ${side}`),
    (line) => {
      for (const id of concerned(line)) dropped.delete(id);
    },
  );
  const removed = after(
    added,
    classSides.map((side) => `DELETE ${side}`),
    async (line) => {
      for (const user of await usersBy(line, concerned(line))) {
        if (texts(user['classIds']).length === 0) dropped.add(textAt(user, 'userId'));
      }
    },
  );
  return thinned(
    removed,
    '/users',
    (query) => query.has('name') && dropped.size > 0,
    (user) => !dropped.has(textAt(user, 'userId')),
  );
}

const goneFromNames = fault('who-left-the-last-class-is-not-found-by-name', {
  story:
    'The index of names is fed by events of classes. When somebody leaves the last class the consumer takes it for a deletion and drops the entry, until the next assignment.',
  rests: 'name is a filter of GET /users over all users, whether or not they have classes.',
  depth: 'deep',
  at: ['GET /users'],
  wrap: dropsFromIndex,
  witness: both(async (client) => {
    const student = await newUser(client, 'student', { lastName: client.word() });
    const id = textAt(student, 'userId');
    const group = await newClassId(client);
    await enrol(client, 'student', id, [group]);
    await client.send('DELETE', `/classes/${group}/students`, { userIds: [id] });
    const found = await client.get('/users', { name: textAt(student, 'fullName') });
    return itemsOf(found).map((user) => textAt(user, 'userId') === id);
  }),
});

const most = 10;

const embedded = fault('the-list-of-users-shows-ten-classes-of-each-at-most', {
  story:
    'The list reads users with an embedded relation whose default page size is ten. The search collects the classes by a query of its own.',
  rests: 'classIds are the classes of the user; POST /users/search has the same response as GET /users.',
  depth: 'deep',
  at: ['GET /users'],
  wrap: (service) =>
    on(service, 'GET /users', async ({ pass }) =>
      editItems(await pass(), (user) => {
        const classes = texts(user['classIds']);
        return classes.length <= most ? user : { ...user, classIds: classes.slice(0, most) };
      }),
    ),
  witness: both(async (client) => {
    const teacher = await newUserId(client, 'teacher');
    const classes: string[] = [];
    while (classes.length < 11) classes.push(await newClassId(client));
    await client.send('POST', `/teachers/${teacher}/classes`, { classIds: classes });
    return among(client, teacher, 'classIds', classes);
  }),
});

/** Faults that take requests at once, a sequence, or many classes. */
export const rareFaults: readonly BlindFault[] = [lostUpdate, goneFromNames, embedded];
