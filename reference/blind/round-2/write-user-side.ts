import { editUsers } from '../answers.ts';
import {
  both,
  column,
  itemsOf,
  membersAmong,
  newClassId,
  newCohortId,
  newUserId,
  userOf,
} from '../client.ts';
import { type BlindFault, on, textAt, texts } from '../kit.ts';
import { userNow } from './write-shared.ts';

const chapter = 'user-side';
const addCohorts = 'POST /students/{id}/cohorts';
const addClasses = 'POST /students/{id}/classes';
const removeClasses = 'DELETE /students/{id}/classes';
const removeTeacherClasses = 'DELETE /teachers/{id}/classes';

/** Classes and cohorts of students and teachers, from the side of the user. */
export const userSide: readonly BlindFault[] = [
  {
    id: 'round-2.user-side.cohorts-not-saved',
    chapter,
    story: 'The route was copied from that of classes and returns before the unit of work is committed.',
    rests: 'POST student cohorts assigns the student to cohorts; cohortIds are those of the user (User)',
    breaks: 'explicit',
    depth: 'shallow',
    at: [addCohorts],
    wrap: (service) =>
      on(service, addCohorts, async (line) => {
        const before = texts((await userNow(line, line.ask.id))['cohortIds']);
        const response = await line.pass();
        if (!response.ok) return response;
        for (const id of texts(line.ask.body['cohortIds'])) {
          if (before.includes(id)) continue;
          await line.call(`DELETE /smart-ia/cohorts/${id}/students`, { userIds: [line.ask.id] });
        }
        return response;
      }),
    witness: both(async (client) => {
      const id = await newUserId(client, 'student');
      const cohortId = await newCohortId(client);
      await client.send('POST', `/students/${id}/cohorts`, { cohortIds: [cohortId] });
      return membersAmong(client, [id], 'cohortIds', cohortId);
    }),
  },
  {
    id: 'round-2.user-side.teacher-loses-all',
    chapter,
    story: 'Students leave the classes of the list; for teachers the list never reaches the statement.',
    rests: 'DELETE teacher classes removes a list of classes from the teacher (Operations only named)',
    breaks: 'explicit',
    depth: 'medium',
    at: [removeTeacherClasses],
    wrap: (service) =>
      on(service, removeTeacherClasses, async (line) => {
        const response = await line.pass();
        if (!response.ok) return response;
        const rest = texts((await userNow(line, line.ask.id))['classIds']);
        if (rest.length > 0) await line.call(`DELETE ${line.ask.path}`, { classIds: rest });
        return response;
      }),
    witness: both(async (client) => {
      const id = await newUserId(client, 'teacher');
      const classIds = [await newClassId(client), await newClassId(client)];
      await client.send('POST', `/teachers/${id}/classes`, { classIds });
      await client.send('DELETE', `/teachers/${id}/classes`, { classIds: classIds.slice(0, 1) });
      return texts((await userOf(client, id))['classIds']).length;
    }),
  },
  {
    id: 'round-2.user-side.search-behind-removal',
    chapter,
    story: 'The search index hears of joined classes, but nobody publishes the event of leaving one.',
    rests: 'POST users search has the response of GET /users; classIds are the classes of the user (User)',
    breaks: 'explicit',
    depth: 'medium',
    at: [removeClasses, 'POST /users/search'],
    wrap: (service) => {
      const stale = new Map<string, Set<string>>();
      const noting = on(service, removeClasses, async (line) => {
        const before = texts((await userNow(line, line.ask.id))['classIds']);
        const response = await line.pass();
        if (!response.ok) return response;
        const left = stale.get(line.ask.id) ?? new Set();
        for (const id of texts(line.ask.body['classIds'])) if (before.includes(id)) left.add(id);
        stale.set(line.ask.id, left);
        return response;
      });
      return on(noting, 'POST /users/search', async ({ pass }) =>
        editUsers(await pass(), (user) => {
          const left = stale.get(textAt(user, 'userId'));
          if (!left || left.size === 0) return user;
          return { ...user, classIds: [...new Set([...texts(user['classIds']), ...left])] };
        }),
      );
    },
    witness: both(async (client) => {
      const id = await newUserId(client, 'student');
      const classIds = [await newClassId(client)];
      for (const method of ['POST', 'DELETE']) {
        await client.send(method, `/students/${id}/classes`, { classIds });
      }
      const found = await client.send('POST', '/users/search', { search: { userIds: [id] } });
      const listed = texts((await userOf(client, id))['classIds']);
      return [listed.length, texts(itemsOf(found)[0]?.['classIds']).length];
    }),
  },
  {
    id: 'round-2.user-side.classes-of-one-year',
    chapter,
    story: 'The classes of a list are fetched within the academic year of the first, and the rest drops out.',
    rests: 'POST student classes assigns the student to classes; classIds are those of the user (User)',
    breaks: 'explicit',
    depth: 'deep',
    at: [addClasses],
    wrap: (service) =>
      on(service, addClasses, async ({ ask, pass, call }) => {
        const ids = texts(ask.body['classIds']);
        const years: string[] = [];
        for (const id of ids) {
          const found = await call(`GET /classes/${id}`);
          if (found.status !== 200) return pass();
          years.push(textAt(found.body, 'class', 'academicYearId'));
        }
        if (ids.length < 2) return pass();
        return pass({ body: { ...ask.body, classIds: ids.filter((_, n) => years[n] === years[0]) } });
      }),
    witness: both(async (client) => {
      const years = column(await client.get('/academic-years'), 'academicYearId');
      const id = await newUserId(client, 'student');
      const classIds: string[] = [];
      for (const academicYearId of years) classIds.push(await newClassId(client, { academicYearId }));
      await client.send('POST', `/students/${id}/classes`, { classIds });
      return texts((await userOf(client, id))['classIds']).length;
    }),
  },
];
