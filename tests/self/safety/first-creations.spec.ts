import { expect } from '@playwright/test';
import { builtInProfile } from '../../../bin/target.ts';
import { fillingsOf } from '../../../harness/run/config.ts';
import { loadProfile } from '../../../harness/run/profile.ts';
import { operationOf } from '../../../reference/faults/kit/routes.ts';
import { refuse } from '../../../reference/variants/kit/rewrite.ts';
import { loadContract } from '../../../spec/contract.ts';
import { createFirst } from '../../target/reuse/first-creations.ts';
import { test } from '../plain-test.ts';
import { judgeAll, planned, readings, rowsOf, trial } from '../proofs/judge-service.ts';

const writing = planned.filter(({ op }) =>
  ['createStudent', 'createClass', 'updateStudentDetails'].includes(op.id),
);

/** The requests of a service that create something. */
function counting(creations: string[]) {
  return {
    wrap: (service: (request: Request) => Promise<Response>) => (request: Request) => {
      const operation = operationOf(request) ?? '';
      if (operation.startsWith('create')) creations.push(operation);
      return service(request);
    },
  };
}

test('one thing of each kind that the rows need is created before them, and they use it', async () => {
  const creations: string[] = [];
  const run = trial(counting(creations));
  const { refused, requests } = await createFirst(run, writing);

  expect(refused).toEqual([]);
  expect(creations).toEqual(['createClass', 'createStudent']);
  expect(requests).toBe(run.exchange.requests);
  const rows = await judgeAll(run, rowsOf('update-student-details.success', ['updateStudentDetails']));
  expect(rows).toMatchObject([{ verdict: 'pass' }]);
  expect(creations).toHaveLength(2);
});

test('a run that reads, and one of a single row, creates nothing beforehand', async () => {
  const creations: string[] = [];

  expect(await createFirst(trial({ ...counting(creations), write: false }), writing)).toEqual({
    refused: [],
    requests: 0,
  });
  await createFirst(trial(counting(creations)), writing.slice(0, 1));
  expect(creations).toEqual([]);
});

test('a body that the profile describes wrongly is told before the first row, with the lines that describe it', async () => {
  const { shapes } = loadProfile(builtInProfile);
  const text = (shapes?.text ?? '').replace('wrap: user', 'wrap: student');
  const by = loadContract({
    ...fillingsOf({ shapes: { file: 'profile.yaml', text } }),
    filled: Object.keys(readings),
  });
  const line = text.split('\n').findIndex((one) => one.includes('createStudent:')) + 1;
  const { refused } = await createFirst(trial({ by }), writing);

  expect(refused).toHaveLength(1);
  expect(refused[0]).toMatch(
    new RegExp(
      `^needs createStudent to accept the body that the profile describes, got 400: compare .*profile.yaml:${line}.* Until then, \\d+ rows that need a student`,
    ),
  );
});

for (const status of [403, 404, 409, 500])
  test(`a target that answers a creation with ${status} is judged by the rows alone`, async () => {
    const wrap = (service: (request: Request) => Promise<Response>) => async (request: Request) =>
      operationOf(request) === 'createStudent' ? refuse(status, 'No.') : service(request);

    expect((await createFirst(trial({ wrap }), writing)).refused).toEqual([]);
  });
