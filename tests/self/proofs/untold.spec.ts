import { expect } from '@playwright/test';
import { plan } from '../../../harness/judging/plan.ts';
import { createReference } from '../../../reference/service/index.ts';
import { variants } from '../../../reference/variants/index.ts';
import { catalogue } from '../../checks/index.ts';
import { accusations, contractWith, judgeAll, trial } from './judge-service.ts';
import { test } from './light-test.ts';

// The soundness of variants is tested at quick effort, at which no row filters by an end beside a subject.
test('sessions that show no subject are missed under no subject', async () => {
  const variant = variants.find(({ id }) => id === 'session-test.fields!subject-of-some');
  if (variant === undefined) throw new Error('there is no such variant');

  await test.step('some sessions show a subject, and others none', async () => {
    const { fetch, keys } = createReference();
    const headers = { 'x-api-key': keys.full };
    const request = new Request('http://reference.test/api/v1/smart-ia/sessions', { headers });
    const { data } = (await (await variant.wrap(fetch)(request)).json()) as {
      data: readonly { test: object }[];
    };
    expect(new Set(data.map((session) => 'subject' in session.test))).toEqual(new Set([true, false]));
  });

  const rows = plan(catalogue, contractWith(variant)).filter(({ op }) =>
    ['listSessions', 'searchSessions'].includes(op.id),
  );
  const judged = await judgeAll(trial({ variant, write: false }), rows);
  expect(accusations(judged)).toEqual([]);
  const beside = judged.filter(({ check }) => /filters-combine[/-]end-date$/.test(check));
  expect(beside.map(({ verdict }) => verdict)).toEqual(['pass', 'pass']);
});

/** Rows that no row of the tests at quick effort stands for, at standard effort, by what keeps the interface. */
for (const [title, id, row] of [
  [
    'a session is found in the whole list though nothing tells by what it is identified',
    'list-completed-sessions.query!nothing-told',
    /^list-sessions\.both-kinds$/,
  ],
  [
    'whom another row has disabled stays so where nothing tells how to enable',
    'enable-user.request!untold',
    /^(?:disable-user\.exists\/own-user|update-user-name\.effect\/among-all)$/,
  ],
] as const)
  test(title, async () => {
    const variant = variants.find((one) => one.id === id);
    if (variant === undefined) throw new Error('there is no such variant');
    const rows = plan(catalogue, contractWith(variant)).filter(({ check }) => row.test(check.id));

    const judged = await judgeAll(trial({ variant }), rows);

    expect(accusations(judged)).toEqual([]);
    expect(judged.at(-1)?.verdict).toBe('pass');
  });

test('a target that compares names without letter case is told where the profile reads that it does not', async () => {
  const judgedWith = async (reading: string) => {
    const run = trial({ profileSays: { readings: { 'create-class.same-class': reading } } });
    const rows = plan(catalogue, run.contract).filter(
      ({ check, op }) => check.id === 'create-class.conflict/any-case' && op.id === 'createClass',
    );
    return (await judgeAll(run, rows)).map(({ verdict }) => verdict);
  };

  expect(await judgedWith('any-case')).toEqual(['pass']);
  expect(await judgedWith('exact-case')).toEqual(['fail']);
});
