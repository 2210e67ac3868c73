import { edit } from '../answers.ts';
import {
  both,
  itemsOf,
  membersAmong,
  newClassId,
  newCohortId,
  newUserId,
  newUserIds,
  paginationOf,
} from '../client.ts';
import { at, type BlindFault, type Fields, fields, list, on, textAt, texts } from '../kit.ts';

const asciiLower = (text: string) => text.replace(/[A-Z]/g, (letter) => letter.toLowerCase());

export const faults: readonly BlindFault[] = [
  {
    id: 'round-17.classes.the-year-sent-last-becomes-the-default',
    chapter: 'classes',
    story: 'The sent year is merged into an object of defaults that all requests share.',
    rests: 'CreateClass: academicYearId is optional; defaults to the current academic year.',
    breaks: 'explicit',
    depth: 'shallow',
    at: ['POST /classes'],
    wrap: (service) => {
      let usual: Fields = {};
      return on(service, 'POST /classes', async ({ ask, pass }) => {
        const sent = fields(ask.body['class']);
        if (typeof sent['name'] !== 'string') return pass();
        const merged = { ...usual, ...sent };
        const response = await pass({ body: { ...ask.body, class: merged } });
        if (response.ok && 'academicYearId' in sent) usual = { academicYearId: sent['academicYearId'] };
        return response;
      });
    },
    witness: both(async (client) => {
      const years = itemsOf(await client.get('/academic-years'));
      const current = await client.get('/academic-years/current');
      await newClassId(client, { academicYearId: years[0]?.['academicYearId'] });
      const { body } = await client.send('POST', '/classes', { class: { name: client.word() } });
      const year = textAt(body, 'class', 'academicYearId');
      return year === textAt(current.body, 'academicYear', 'academicYearId') ? 'current' : 'another year';
    }),
  },
  {
    id: 'round-17.memberships.too-many-teachers-can-be-removed-at-once',
    chapter: 'memberships',
    story: 'The removal was copied from that of the students, whose list has no upper bound.',
    rests: 'Limits: userIds per request 1 to 100 on DELETE class teachers; 400 invalid request.',
    breaks: 'explicit',
    depth: 'medium',
    at: ['DELETE /classes/{id}/teachers'],
    wrap: (service) =>
      on(service, 'DELETE /classes/{id}/teachers', async ({ ask, pass }) => {
        const userIds = list(ask.body['userIds']);
        let response = await pass({ body: { ...ask.body, userIds: userIds.slice(0, 100) } });
        for (let start = 100; response.ok && start < userIds.length; start += 100) {
          response = await pass({ body: { ...ask.body, userIds: userIds.slice(start, start + 100) } });
        }
        return response;
      }),
    witness: both(async (client) => {
      const classId = await newClassId(client);
      const ids = await newUserIds(client, 'teacher', 101);
      await client.send('POST', `/classes/${classId}/teachers`, { userIds: ids.slice(0, 100) });
      return (await client.send('DELETE', `/classes/${classId}/teachers`, { userIds: ids })).status;
    }),
  },
  {
    id: 'round-17.memberships.classes-of-other-years-are-not-given-to-a-student',
    chapter: 'memberships',
    story:
      'The model of classes has a default scope on the current year, and the insert selects the classes through it.',
    rests: 'POST /students/{userId}/classes: Assign the student to classes; classIds: Classes of the user.',
    breaks: 'explicit',
    depth: 'medium',
    at: ['POST /students/{id}/classes'],
    wrap: (service) =>
      on(service, 'POST /students/{id}/classes', async ({ ask, pass, call }) => {
        const sent = texts(ask.body['classIds']);
        const { body } = await call('GET /academic-years/current');
        const current = textAt(body, 'academicYear', 'academicYearId');
        const classIds: string[] = [];
        for (const id of sent) {
          const year = textAt((await call(`GET /classes/${id}`)).body, 'class', 'academicYearId');
          if (year === '' || year === current) classIds.push(id);
        }
        return classIds.length < sent.length ? pass({ body: { ...ask.body, classIds } }) : pass();
      }),
    witness: both(async (client) => {
      const years = itemsOf(await client.get('/academic-years'));
      const old = await newClassId(client, { academicYearId: years[0]?.['academicYearId'] });
      const young = await newClassId(client);
      const student = await newUserId(client, 'student');
      await client.send('POST', `/students/${student}/classes`, { classIds: [old, young] });
      return [
        await membersAmong(client, [student], 'classIds', old),
        await membersAmong(client, [student], 'classIds', young),
      ];
    }),
  },
  {
    id: 'round-17.memberships.joining-a-cohort-wipes-the-external-id',
    chapter: 'memberships',
    story:
      'The handler saves the student through a transfer object that has no external id, and the ORM writes every column.',
    rests:
      'POST /smart-ia/cohorts/{cohortId}/students assigns students and no more; GET /users: filter externalId.',
    breaks: 'implied',
    depth: 'medium',
    at: ['POST /smart-ia/cohorts/{id}/students'],
    wrap: (service) =>
      on(service, 'POST /smart-ia/cohorts/{id}/students', async ({ ask, pass, call }) => {
        const response = await pass();
        if (!response.ok) return response;
        for (const id of new Set(texts(ask.body['userIds']))) {
          await call(`PUT /users/${id}/external-id`, { user: { externalId: null } });
        }
        return response;
      }),
    witness: both(async (client) => {
      const externalId = client.word();
      const cohortId = await newCohortId(client);
      const student = await newUserId(client, 'student', { externalId });
      const before = itemsOf(await client.get('/users', { externalId })).length;
      await client.send('POST', `/smart-ia/cohorts/${cohortId}/students`, { userIds: [student] });
      return [before, itemsOf(await client.get('/users', { externalId })).length];
    }),
  },
  {
    id: 'round-17.classes.a-new-name-with-accented-capitals-is-not-found',
    chapter: 'classes',
    story:
      'Creation fills the search column with lower() in the C locale, while the import and the query fold all letters.',
    rests:
      'GET /classes: search (string; exact match on class name, case-insensitive); POST /classes: 201 { class: Class }.',
    breaks: 'explicit',
    depth: 'deep',
    at: ['POST /classes', 'GET /classes'],
    wrap: (service) => {
      const keys = new Map<string, string>();
      const creating = on(service, 'POST /classes', async ({ pass }) =>
        edit(await pass(), (body) => {
          keys.set(textAt(body, 'class', 'classId'), asciiLower(textAt(body, 'class', 'name')));
          return body;
        }),
      );
      return on(creating, 'GET /classes', async ({ ask, pass }) => {
        const wanted = ask.query.get('search')?.toLowerCase();
        if (wanted === undefined) return pass();
        return edit(await pass(), (body) => {
          const items = list(body['data']);
          const data = items.filter((item) => (keys.get(textAt(item, 'classId')) ?? wanted) === wanted);
          const total = Number(at(body, 'pagination', 'total')) - (items.length - data.length);
          return { ...body, data, pagination: { ...fields(body['pagination']), total } };
        });
      });
    },
    witness: both(async (client) => {
      const name = `École ${client.word()}`;
      await newClassId(client, { name });
      const found = await client.get('/classes', { search: name });
      return [itemsOf(found).length, paginationOf(found)['total']];
    }),
  },
];
