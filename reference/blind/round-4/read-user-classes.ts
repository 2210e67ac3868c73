import { allOf, editUsers } from '../answers.ts';
import { both, column, itemsOf, newClassId, newUserId, userOf } from '../client.ts';
import { type BlindFault, list, on } from '../kit.ts';

const thisYear: BlindFault = {
  id: 'round-4.users.classes-of-past-years-not-shown',
  chapter: 'users',
  story:
    'The classes of a page are joined with the filter of the start screen, which shows the current year.',
  rests: 'User: classIds are the classes of the user, whatever year they belong to.',
  breaks: 'explicit',
  depth: 'medium',
  at: ['GET /users'],
  wrap: (service) =>
    on(service, 'GET /users', async (line) => {
      const answer = await line.pass();
      if (!answer.ok) return answer;
      const current = await allOf(line, '/classes', new URLSearchParams({ academicYearId: 'current' }));
      const shown = new Set(current.map((one) => one['classId']));
      return editUsers(answer, ({ classIds, ...user }) => {
        const left = list(classIds).filter((id) => shown.has(id));
        return left.length > 0 ? { ...user, classIds: left } : user;
      });
    }),
  witness: both(async (client) => {
    const currentYear = (await client.get('/academic-years/current')).body['academicYear'];
    const years = itemsOf(await client.get('/academic-years'));
    const past = years.find((year) => year['academicYearId'] !== Object(currentYear).academicYearId);
    const ids = [
      await newClassId(client),
      await newClassId(client, { academicYearId: past?.['academicYearId'] }),
    ];
    const student = await newUserId(client, 'student');
    for (const id of ids) await client.send('POST', `/classes/${id}/students`, { userIds: [student] });
    return list((await userOf(client, student))['classIds']).length;
  }),
};

const mixedRange: BlindFault = {
  id: 'round-4.users.whole-number-read-as-far-as-it-goes',
  chapter: 'pagination',
  story: 'The limit is read with parseInt, which stops where the digits end and is content.',
  rests: 'Pagination: limit is an integer, and GET /users answers invalid requests with 400.',
  breaks: 'explicit',
  depth: 'medium',
  at: ['GET /users'],
  wrap: (service) =>
    on(service, 'GET /users', ({ ask, pass }) => {
      const read = /^(\d+)[^\d]/.exec(ask.query.get('limit') ?? '')?.[1];
      if (read === undefined) return pass();
      const query = new URLSearchParams(ask.query);
      query.set('limit', read);
      return pass({ query });
    }),
  witness: both(async ({ get }) => {
    const answer = await get('/users', { limit: '5items' });
    return [answer.status, column(answer, 'userId').length];
  }),
};

export const userClasses: readonly BlindFault[] = [thisYear, mixedRange];
