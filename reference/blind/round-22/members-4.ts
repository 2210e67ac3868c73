import { editUsers, refuse } from '../answers.ts';
import { both, itemsOf, membersAmong, newClassId, newCohortId, newUserId, newUserIds } from '../client.ts';
import { at, type BlindFault, type Fields, type Line, on, textAt, texts } from '../kit.ts';
import {
  after,
  among,
  enrol,
  fault,
  groupsOf,
  insiders,
  pathId,
  type Service,
  sentIds,
  usersBy,
  yearIds,
} from './members-help.ts';

const sides = ['/classes/{id}/students', '/students/{id}/classes'] as const;

/** The pairs of class and student that a request names, from either side. */
function pairs(line: Line): string[] {
  return line.ask.path.startsWith('/classes')
    ? sentIds(line, 'userIds').map((id) => `${pathId(line)} ${id}`)
    : sentIds(line, 'classIds').map((id) => `${id} ${pathId(line)}`);
}

function countedTwice(service: Service): Service {
  const sources = new Map<string, Set<string>>();
  let current = service;
  for (const side of sides) {
    current = after(current, `POST ${side}`, (line) => {
      for (const pair of pairs(line)) sources.set(pair, (sources.get(pair) ?? new Set()).add(side));
    });
    current = on(current, `DELETE ${side}`, async (line) => {
      const named = pairs(line);
      const doubled = [...new Set(named)].filter((pair) => sources.get(pair)?.size === 2);
      const field = side.startsWith('/classes') ? 'userIds' : 'classIds';
      const left = texts(line.ask.body[field]).filter((_, index) => !doubled.includes(named[index] ?? ''));
      const response = await line.pass(
        doubled.length === 0 ? {} : { body: { ...line.ask.body, [field]: left } },
      );
      if (!response.ok) return response;
      for (const pair of named) {
        if (doubled.includes(pair)) sources.get(pair)?.delete(side);
        else sources.delete(pair);
      }
      return response;
    });
  }
  return current;
}

const twoRows = fault('who-was-assigned-from-both-sides-stays-after-one-removal', {
  story:
    'The link table records who made an assignment, and that column is part of its key. Assigned from both sides the student has two rows, and a removal deletes one.',
  rests:
    'DELETE /classes/{classId}/students and DELETE /students/{userId}/classes remove the student from the class.',
  depth: 'deep',
  at: ['DELETE /classes/{id}/students', 'DELETE /students/{id}/classes'],
  wrap: countedTwice,
  witness: both(async (client) => {
    const student = await newUserId(client, 'student');
    const group = await newClassId(client);
    await enrol(client, 'student', student, [group]);
    await client.send('POST', `/students/${student}/classes`, { classIds: [group] });
    await client.send('DELETE', `/classes/${group}/students`, { userIds: [student] });
    return among(client, student, 'classIds', [group]);
  }),
});

/** The users whose classes a request of either side changes. */
function concerned(line: Line): string[] {
  return line.ask.path.startsWith('/classes') ? sentIds(line, 'userIds') : [pathId(line)];
}

const cascade = fault('the-last-class-takes-the-cohorts-of-the-student-along', {
  story:
    'A clean-up deletes the enrolment of a student who has no class left, and the memberships of cohorts hang on it with ON DELETE CASCADE.',
  rests: 'Removing a student from classes changes the classes only; cohortIds are the cohorts of the user.',
  depth: 'deep',
  at: ['DELETE /classes/{id}/students', 'DELETE /students/{id}/classes', 'GET /users', 'POST /users/search'],
  wrap: (service) =>
    on(
      service,
      sides.map((side) => `DELETE ${side}`),
      async (line) => {
        const classless = (user: Fields) => texts(user['classIds']).length === 0;
        const before = (await usersBy(line, concerned(line))).filter((user) => !classless(user));
        const response = await line.pass();
        if (!response.ok) return response;
        const ids = before.map((user) => textAt(user, 'userId'));
        for (const user of (await usersBy(line, ids)).filter(classless)) {
          for (const cohort of texts(user['cohortIds'])) {
            await line.call(`DELETE /smart-ia/cohorts/${cohort}/students`, {
              userIds: [textAt(user, 'userId')],
            });
          }
        }
        return response;
      },
    ),
  witness: both(async (client) => {
    const student = await newUserId(client, 'student');
    const [group, cohort] = [await newClassId(client), await newCohortId(client)];
    await enrol(client, 'student', student, [group]);
    await client.send('POST', `/smart-ia/cohorts/${cohort}/students`, { userIds: [student] });
    await client.send('DELETE', `/classes/${group}/students`, { userIds: [student] });
    return among(client, student, 'cohortIds', [cohort]);
  }),
});

const pooled = fault('renaming-who-has-no-class-shows-the-classes-of-the-one-before', {
  story:
    'The handler fills one answer object again and again to spare the garbage collector, and a list that is empty is not written into it.',
  rests: 'classIds and cohortIds in the response of PUT /users/{userId}/name are those of this user.',
  depth: 'deep',
  at: ['PUT /users/{id}/name'],
  wrap: (service) => {
    let shown: Fields = {};
    return on(service, 'PUT /users/{id}/name', async ({ pass }) =>
      editUsers(await pass(), (user) => {
        const { classIds = shown['classIds'], cohortIds = shown['cohortIds'] } = user;
        shown = { classIds, cohortIds };
        return { ...user, ...shown };
      }),
    );
  },
  witness: both(async (client) => {
    const [one = '', other = ''] = await newUserIds(client, 'student', 2);
    await enrol(client, 'student', one, [await newClassId(client)]);
    const rename = (id: string) =>
      client.send('PUT', `/users/${id}/name`, { user: { firstName: client.word(), lastName: 'Renamed' } });
    await rename(one);
    return texts(at((await rename(other)).body, 'user', 'classIds')).length;
  }),
});

async function yearOf(line: Line, classId: string): Promise<string> {
  return textAt((await line.call(`GET /classes/${classId}`)).body, 'class', 'academicYearId');
}

const oneYearOnly = fault('of-classes-of-two-years-only-those-of-the-last-are-assigned', {
  story:
    'The list is grouped by academic year since enrolments are kept by year, and the loop over the years overwrites the batch that it then writes once.',
  rests: 'POST /students/{userId}/classes assigns the student to all classes of the list.',
  depth: 'deep',
  at: ['POST /students/{id}/classes'],
  wrap: (service) =>
    on(service, 'POST /students/{id}/classes', async (line) => {
      const before = await groupsOf(line, pathId(line), 'classIds');
      const response = await line.pass();
      if (!response.ok) return response;
      const listed = [...new Set(sentIds(line, 'classIds'))];
      const years = await Promise.all(listed.map((id) => yearOf(line, id)));
      const last = [...new Set(years)].at(-1);
      const lost = listed.filter((id, index) => years[index] !== last && !before.includes(id));
      if (lost.length > 0) await line.call(`DELETE ${line.ask.path}`, { classIds: lost });
      return response;
    }),
  witness: both(async (client) => {
    const [academicYearId = ''] = await yearIds(client);
    const classes = [await newClassId(client, { academicYearId }), await newClassId(client)];
    const student = await newUserId(client, 'student');
    await client.send('POST', `/students/${student}/classes`, { classIds: classes });
    return among(client, student, 'classIds', classes);
  }),
});

const buffer = 10;

const unflushed = fault('the-rest-of-a-long-list-of-students-is-never-written', {
  story:
    'Long lists are written through a buffer of ten that is flushed when it is full. Nobody flushes it at the end; lists of a round length come through whole.',
  rests: 'POST /classes/{classId}/students assigns all 1 to 100 students of the list.',
  depth: 'deep',
  at: ['POST /classes/{id}/students'],
  wrap: (service) =>
    on(service, 'POST /classes/{id}/students', async (line) => {
      const listed = [...new Set(sentIds(line, 'userIds'))];
      if (listed.length <= buffer || listed.length % buffer === 0) return line.pass();
      const before = await insiders(line, listed, 'classIds', pathId(line));
      const response = await line.pass();
      const rest = listed.slice(listed.length - (listed.length % buffer)).filter((id) => !before.has(id));
      if (response.ok && rest.length > 0) await line.call(`DELETE ${line.ask.path}`, { userIds: rest });
      return response;
    }),
  witness: both(async (client) => {
    const students = await newUserIds(client, 'student', 13);
    const group = await newClassId(client);
    await client.send('POST', `/classes/${group}/students`, { userIds: students });
    return membersAmong(client, students, 'classIds', group);
  }),
});

const reserved = fault('a-refused-class-keeps-its-name-taken', {
  story:
    'The name is reserved in a key-value store before the request is checked, and the reservation is given back only when the insert itself fails.',
  rests: 'POST /classes is 409 when the class already exists, and one that was refused with 400 does not.',
  depth: 'deep',
  at: ['POST /classes'],
  wrap: (service) => {
    const taken = new Set<string>();
    return on(service, 'POST /classes', async ({ ask, pass, call }) => {
      const name = textAt(ask.body, 'class', 'name').toLowerCase();
      const allowed = taken.has(name) && (await call('GET /classes?limit=1')).status === 200;
      if (allowed) return refuse(ask, 409, 'Class already exists');
      const response = await pass();
      if (response.status === 400 && name.trim() !== '' && name.length <= 255) taken.add(name);
      return response;
    });
  },
  witness: both(async (client) => {
    const name = client.word();
    const refused = await client.send('POST', '/classes', { class: { name, academicYearId: 'next' } });
    const created = await client.send('POST', '/classes', { class: { name } });
    return [refused.status, created.status, itemsOf(await client.get('/classes', { search: name })).length];
  }),
});

/** Faults that take a combination or a sequence. */
export const sequenceFaults: readonly BlindFault[] = [
  twoRows,
  cascade,
  pooled,
  oneYearOnly,
  unflushed,
  reserved,
];
