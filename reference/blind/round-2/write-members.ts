import { json, nothing } from '../answers.ts';
import { both, column, membersAmong, newClassId, newUserId, newUserIds } from '../client.ts';
import { type BlindFault, fields, list, on, textAt, texts } from '../kit.ts';
import { inClass, roundTrip } from './write-shared.ts';

const chapter = 'members';
const addStudents = 'POST /classes/{id}/students';
const removeStudents = 'DELETE /classes/{id}/students';
const addTeachers = 'POST /classes/{id}/teachers';
const removeTeachers = 'DELETE /classes/{id}/teachers';

/** Students and teachers of classes, from the side of the class. */
export const members: readonly BlindFault[] = [
  {
    id: 'round-2.members.removal-answers-200',
    chapter,
    story: 'The experimental routes were scaffolded with the default answer of the framework.',
    rests: 'DELETE class teachers answers 204 (Classes)',
    breaks: 'explicit',
    depth: 'shallow',
    at: [removeTeachers],
    wrap: (service) =>
      on(service, removeTeachers, async ({ pass }) => {
        const response = await pass();
        return response.status === 204 ? json(200, {}) : response;
      }),
    witness: both(async (client) => {
      const userIds = await newUserIds(client, 'teacher', 1);
      const path = `/classes/${await newClassId(client)}/teachers`;
      await client.send('POST', path, { userIds });
      return (await client.send('DELETE', path, { userIds })).status;
    }),
  },
  {
    id: 'round-2.members.teachers-replaced',
    chapter,
    story: 'Students are inserted, but the form for teachers saves the whole selection.',
    rests:
      'POST class teachers assigns, DELETE removes; classIds are the classes of the user (Classes; User)',
    breaks: 'explicit',
    depth: 'medium',
    at: [addTeachers],
    wrap: (service) =>
      on(service, addTeachers, async (line) => {
        const response = await line.pass();
        if (response.status !== 204) return response;
        const named = texts(line.ask.body['userIds']).map((id) => id.toLowerCase());
        const all = await inClass(line, 'teacher', line.ask.id);
        const others = all.filter((id) => !named.includes(id)).slice(0, 100);
        if (others.length > 0) await line.call(`DELETE ${line.ask.path}`, { userIds: others });
        return response;
      }),
    witness: both(async (client) => {
      const ids = await newUserIds(client, 'teacher', 2);
      const classId = await newClassId(client);
      for (const id of ids) await client.send('POST', `/classes/${classId}/teachers`, { userIds: [id] });
      return membersAmong(client, ids, 'classIds', classId);
    }),
  },
  {
    id: 'round-2.members.twenty-sixth-skipped',
    chapter,
    story: 'Long lists are written in chunks of 25, and each chunk after the first begins one too late.',
    rests: 'POST class students takes 1 to 100 userIds and assigns them, 204 (Classes)',
    breaks: 'explicit',
    depth: 'deep',
    at: [addStudents],
    wrap: (service) =>
      on(service, addStudents, ({ ask, pass }) => {
        const ids = list(ask.body['userIds']);
        if (ids.length <= 25 || ids.length > 100) return pass();
        const written = ids.filter((_, index) => index === 0 || index % 25 !== 0);
        return pass({ body: { ...ask.body, userIds: written } });
      }),
    witness: both(async (client) => {
      const userIds = await newUserIds(client, 'student', 27);
      const classId = await newClassId(client);
      await client.send('POST', `/classes/${classId}/students`, { userIds });
      return membersAmong(client, userIds, 'classIds', classId);
    }),
  },
  {
    id: 'round-2.members.no-way-back',
    chapter,
    story: 'Removal marks the row as deleted; adding meets the unique index and does nothing.',
    rests: 'POST class students assigns them, 204; classIds are the classes of the user (Classes; User)',
    breaks: 'explicit',
    depth: 'deep',
    at: [addStudents],
    wrap: (service) => {
      const gone = new Set<string>();
      const removing = on(service, removeStudents, async ({ ask, pass }) => {
        const response = await pass();
        if (response.status === 204) {
          for (const id of texts(ask.body['userIds'])) gone.add(`${ask.id} ${id}`);
        }
        return response;
      });
      return on(removing, addStudents, ({ ask, pass }) => {
        const ids = texts(ask.body['userIds']);
        const rest = ids.filter((id) => !gone.has(`${ask.id} ${id}`));
        if (rest.length === ids.length || ids.length > 100) return pass();
        if (rest.length === 0) return Promise.resolve(nothing());
        return pass({ body: { ...ask.body, userIds: rest } });
      });
    },
    witness: both(async (client) => {
      const userIds = await newUserIds(client, 'student', 1);
      const classId = await newClassId(client);
      const path = `/classes/${classId}/students`;
      for (const method of ['POST', 'DELETE', 'POST']) await client.send(method, path, { userIds });
      return membersAmong(client, userIds, 'classIds', classId);
    }),
  },
  {
    id: 'round-2.members.last-teacher-takes-students',
    chapter,
    story: 'A trigger closes a class that has lost its last teacher and deletes its roster.',
    rests: 'DELETE class teachers removes the users of its list; classIds are the classes of the user (User)',
    breaks: 'explicit',
    depth: 'deep',
    at: [removeTeachers],
    wrap: (service) =>
      on(service, removeTeachers, async (line) => {
        const response = await line.pass();
        if (response.status !== 204) return response;
        if ((await inClass(line, 'teacher', line.ask.id)).length > 0) return response;
        const userIds = await inClass(line, 'student', line.ask.id);
        if (userIds.length > 0) await line.call(`DELETE /classes/${line.ask.id}/students`, { userIds });
        return response;
      }),
    witness: both(async (client) => {
      const teacher = await newUserId(client, 'teacher');
      const students = await newUserIds(client, 'student', 2);
      const classId = await newClassId(client);
      await client.send('POST', `/classes/${classId}/students`, { userIds: students });
      await client.send('POST', `/classes/${classId}/teachers`, { userIds: [teacher] });
      await client.send('DELETE', `/classes/${classId}/teachers`, { userIds: [teacher] });
      return membersAmong(client, [teacher, ...students], 'classIds', classId);
    }),
  },
  {
    id: 'round-2.members.same-name-in-another-year',
    chapter,
    story: 'The roster came from a spreadsheet, and removal still joins it on the name of the class.',
    rests:
      'DELETE class students is about the class of the path; classIds are the classes of the user (User)',
    breaks: 'explicit',
    depth: 'deep',
    at: [removeStudents],
    wrap: (service) =>
      on(service, removeStudents, async ({ ask, pass, call }) => {
        const response = await pass();
        if (response.status !== 204) return response;
        const name = textAt((await call(`GET /classes/${ask.id}`)).body, 'class', 'name');
        const { body } = await call(`GET /classes?${new URLSearchParams({ search: name })}`);
        for (const other of list(body['data']).map(fields)) {
          if (other['classId'] === ask.id || other['name'] !== name) continue;
          await call(`DELETE /classes/${other['classId']}/students`, { userIds: ask.body['userIds'] });
        }
        return response;
      }),
    witness: both(async (client) => {
      const years = column(await client.get('/academic-years'), 'academicYearId');
      const name = client.word();
      const userIds = await newUserIds(client, 'student', 1);
      const classIds: string[] = [];
      for (const academicYearId of years.slice(0, 2)) {
        const classId = await newClassId(client, { name, academicYearId });
        await client.send('POST', `/classes/${classId}/students`, { userIds });
        classIds.push(classId);
      }
      await client.send('DELETE', `/classes/${classIds[0]}/students`, { userIds });
      return membersAmong(client, userIds, 'classIds', String(classIds[1]));
    }),
  },
  {
    id: 'round-2.members.size-after-repeats',
    chapter,
    story: 'The list becomes a set while it is parsed, and the size is looked at afterwards.',
    rests: 'POST class students takes 1 to 100 items, more are 400 (Classes; Limits)',
    breaks: 'explicit',
    depth: 'deep',
    at: [addStudents],
    wrap: (service) =>
      on(service, addStudents, ({ ask, pass }) => {
        const ids = list(ask.body['userIds']);
        const single = [...new Set(ids)];
        if (ids.length <= 100 || single.length > 100) return pass();
        return pass({ body: { ...ask.body, userIds: single } });
      }),
    witness: both(async (client) => {
      const [id] = await newUserIds(client, 'student', 1);
      const userIds = Array.from({ length: 101 }, () => id);
      const path = `/classes/${await newClassId(client)}/students`;
      return (await client.send('POST', path, { userIds })).status;
    }),
  },
  {
    id: 'round-2.members.two-additions-at-once',
    chapter,
    story: 'The roster is one JSON column: two requests read it, add to it, and the last one to write wins.',
    rests: 'POST class students assigns them, 204; classIds are the classes of the user (Classes; User)',
    breaks: 'explicit',
    depth: 'deep',
    at: [addStudents],
    wrap: (service) => {
      const busy = new Set<string>();
      return on(service, addStudents, async ({ ask, pass, call }) => {
        if (busy.has(ask.id)) {
          const response = await pass();
          const lost = { userIds: texts(ask.body['userIds']) };
          if (response.status === 204) await call(`DELETE ${ask.path}`, lost);
          return response;
        }
        busy.add(ask.id);
        await roundTrip();
        busy.delete(ask.id);
        return pass();
      });
    },
    witness: both(async (client) => {
      const ids = await newUserIds(client, 'student', 2);
      const classId = await newClassId(client);
      const path = `/classes/${classId}/students`;
      await Promise.all(ids.map((id) => client.send('POST', path, { userIds: [id] })));
      return membersAmong(client, ids, 'classIds', classId);
    }),
  },
];
