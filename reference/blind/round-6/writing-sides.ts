import { nothing } from '../answers.ts';
import { both, column, newClassId, newCohortId, newUserId, userOf } from '../client.ts';
import { type BlindFault, type Line, list, on, textAt, texts } from '../kit.ts';
import { sentIds } from '../shared/ids.ts';
import { userNow } from './helpers.ts';

const removals = ['DELETE /students/{id}/classes', 'DELETE /teachers/{id}/classes'];

/** Classes and cohorts from the side of the user. */
export const sides: readonly BlindFault[] = [
  {
    id: 'round-6.sides.teacher-gets-the-last-class-only',
    chapter: 'memberships',
    story:
      'The loop over the classes builds one row and fills it anew each time; it is saved after the loop.',
    rests: 'POST /teachers/{userId}/classes assigns the teacher to classes: all that were sent.',
    breaks: 'explicit',
    depth: 'shallow',
    at: ['POST /teachers/{id}/classes'],
    wrap: (service) =>
      on(service, 'POST /teachers/{id}/classes', ({ ask, pass }) => {
        const ids = list(ask.body['classIds']);
        return ids.length < 2 ? pass() : pass({ body: { ...ask.body, classIds: ids.slice(-1) } });
      }),
    witness: both(async (client) => {
      const id = await newUserId(client, 'teacher');
      const classIds = [await newClassId(client), await newClassId(client), await newClassId(client)];
      await client.send('POST', `/teachers/${id}/classes`, { classIds });
      return texts((await userOf(client, id))['classIds']).length;
    }),
  },
  {
    id: 'round-6.sides.classes-of-other-years-are-skipped',
    chapter: 'memberships',
    story:
      'The classes of the list are looked up in the current year, as on the screen, and the rest falls away.',
    rests: 'POST /students/{userId}/classes assigns the student to classes, of whatever academic year.',
    breaks: 'explicit',
    depth: 'medium',
    at: ['POST /students/{id}/classes'],
    wrap: (service) =>
      on(service, 'POST /students/{id}/classes', async (line) => {
        const ids = texts(line.ask.body['classIds']);
        const current = await currentYear(line);
        const kept: string[] = [];
        for (const id of ids) {
          const { status, body } = await line.call(`GET /classes/${encodeURIComponent(id)}`);
          if (status !== 200) return line.pass();
          if (textAt(body, 'class', 'academicYearId') === current) kept.push(id);
        }
        return kept.length === ids.length
          ? line.pass()
          : line.pass({ body: { ...line.ask.body, classIds: kept } });
      }),
    witness: both(async (client) => {
      const id = await newUserId(client, 'student');
      const classIds: string[] = [];
      for (const academicYearId of column(await client.get('/academic-years'), 'academicYearId'))
        classIds.push(await newClassId(client, { academicYearId }));
      await client.send('POST', `/students/${id}/classes`, { classIds });
      return texts((await userOf(client, id))['classIds']).length;
    }),
  },
  {
    id: 'round-6.sides.new-cohort-ends-the-one-of-that-year',
    chapter: 'memberships',
    story:
      'One school wanted one cohort a year for each learner, and its rule was switched on for everybody.',
    rests:
      'POST /students/{userId}/cohorts assigns the student to cohorts; taking a student out is an operation of its own.',
    breaks: 'explicit',
    depth: 'medium',
    at: ['POST /students/{id}/cohorts'],
    wrap: (service) =>
      on(service, 'POST /students/{id}/cohorts', async (line) => {
        const before = texts((await userNow(line, line.ask.id))['cohortIds']);
        const answer = await line.pass();
        if (!answer.ok) return answer;
        const sent = sentIds(line, 'cohortIds');
        const years = await Promise.all(sent.map((id) => yearOfCohort(line, id)));
        for (const id of before.filter((one) => !sent.includes(one))) {
          if (years.includes(await yearOfCohort(line, id)))
            await line.call(`DELETE /smart-ia/cohorts/${id}/students`, { userIds: [line.ask.id] });
        }
        return answer;
      }),
    witness: both(async (client) => {
      const id = await newUserId(client, 'student');
      for (const cohortId of [await newCohortId(client), await newCohortId(client)])
        await client.send('POST', `/students/${id}/cohorts`, { cohortIds: [cohortId] });
      return texts((await userOf(client, id))['cohortIds']).length;
    }),
  },
  {
    id: 'round-6.sides.foreign-class-stops-the-removal',
    chapter: 'memberships',
    story:
      'When fewer rows go than were listed the transaction is rolled back, and the answer has been chosen by then.',
    rests:
      'DELETE /students/{userId}/classes and DELETE /teachers/{userId}/classes remove a list of classes from the user.',
    breaks: 'explicit',
    depth: 'deep',
    at: removals,
    wrap: (service) =>
      on(service, removals, async (line) => {
        const { classIds, userId } = await userNow(line, line.ask.id);
        const sent = sentIds(line, 'classIds');
        const foreign = sent.filter((id) => !texts(classIds).includes(id));
        if (userId === undefined || foreign.length === 0 || foreign.length === sent.length)
          return line.pass();
        // What is refused stays refused: the list without those who would change.
        const answer = await line.pass({ body: { ...line.ask.body, classIds: foreign } });
        return answer.ok ? nothing() : answer;
      }),
    witness: both(async (client) => {
      const id = await newUserId(client, 'student');
      const own = await newClassId(client);
      const other = await newClassId(client);
      await client.send('POST', `/students/${id}/classes`, { classIds: [own] });
      const answer = await client.send('DELETE', `/students/${id}/classes`, { classIds: [own, other] });
      return [answer.status < 300, texts((await userOf(client, id))['classIds']).length];
    }),
  },
];

async function currentYear({ call }: Line): Promise<string> {
  return textAt((await call('GET /academic-years/current')).body, 'academicYear', 'academicYearId');
}

async function yearOfCohort({ call }: Line, cohortId: string): Promise<string> {
  return textAt((await call(`GET /smart-ia/cohorts/${cohortId}`)).body, 'cohort', 'academicYearId');
}
