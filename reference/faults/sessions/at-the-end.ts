import { afterWrites, readAgain } from '../kit/after-writes.ts';
import { objects } from '../kit/breaks.ts';
import { type Fault, fault, type Json } from '../kit/fault.ts';

const lists = ['listSessions', 'listCompletedSessions'] as const;

/** Faults of sessions that only show once something has been written. */
export const atTheEnd: readonly Fault[] = [
  fault('session.user/at-the-end', {
    on: lists,
    touches: [...lists, 'updateUserName'],
    story:
      'Learners are loaded in a batch and joined by their place, and a changed row is the last of the batch.',
    with: afterWrites(['updateUserName'], ({ data }, written) => {
      const learners = data.map(({ user }) => user);
      if (written.length > 0) for (const [at, item] of data.entries()) item['user'] = learners.at(at - 1);
    }),
  }),
  fault('session.user/at-the-end!result', {
    on: lists,
    touches: [...lists, 'createStudent'],
    story:
      'A page is cached with the levels of the moment, and a creation moves them by one from the fifth row on.',
    deep: true,
    with: afterWrites(['createStudent'], ({ data }, written, request) => {
      const isOfOne = new URL(request.url).searchParams.has('userId');
      const results = objects(data.map(({ result }) => result)).filter(Boolean);
      if (written.length === 0 || isOfOne) return;
      for (const item of data.slice(5)) move(item, results);
    }),
  }),
  fault('session.user/at-the-end!read-again', {
    on: ['listSessions'],
    touches: ['listSessions'],
    story: 'The end is cut to the hour for the heading of the page, in the rows that are kept.',
    deep: true,
    with: readAgain(({ data }) => {
      for (const item of data) if (item['endDate']) item['endDate'] = item['startDate'];
    }),
  }),
];

/** Gives a session the level of another one. */
function move(item: Json, results: readonly Json[]): void {
  const result = item['result'] as Json | null;
  const other = results.find((one) => one['level'] !== result?.['level']);
  if (result && other) item['result'] = { ...result, level: other['level'] };
}
