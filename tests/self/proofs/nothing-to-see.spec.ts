import { expect } from '@playwright/test';
import { plan } from '../../../harness/judging/plan.ts';
import { answer, answerBody, type Break, fault, type Json } from '../../../reference/faults/kit/fault.ts';
import type { OperationId } from '../../../reference/faults/kit/routes.ts';
import { catalogue } from '../../checks/index.ts';
import { judgeAll, judgeBefore, trial } from './judge-service.ts';
import { test } from './light-test.ts';

const emptyList = answerBody((body) => ({ ...body, data: [] }));
const withoutUpdate = answerBody(({ user, ...body }) => {
  const { updatedAt: _, ...others } = user as Json;
  return { ...body, user: others };
});
const nowhere: Break = async (request, service) =>
  answer(await service(request), { status: 404, message: 'There is nothing.' }, { status: 404 });

/** Rows, and services that give them nothing to judge. */
const cases: readonly (readonly [check: string, on: OperationId, at: OperationId, breaks: Break])[] = [
  ['create-student.effect/once', 'createStudent', 'listUsers', emptyList],
  ['user.updated-at-not-before', 'createTeacher', 'createTeacher', withoutUpdate],
  ['errors.no-server-error/password', 'updateUserPassword', 'updateUserPassword', nowhere],
];

for (const [check, on, at, broken] of cases)
  test(`${check} says nothing of a service on which it sees nothing`, async () => {
    const { wrap } = fault(check, { on: [at], story: 'It shows nothing.', with: broken });
    const run = trial({ wrap });
    await judgeBefore(run, check, [on]);
    const rows = plan(catalogue, run.contract).filter((row) => row.id === `${check} @ ${on}`);

    expect((await judgeAll(run, rows)).map(({ verdict }) => verdict)).toEqual(['inconclusive']);
  });
