import { expect } from '@playwright/test';
import { plan } from '../../../harness/judging/plan.ts';
import { variants } from '../../../reference/variants/index.ts';
import { catalogue } from '../../checks/index.ts';
import { accusations, contractWith, judgeAll, trial } from './judge-service.ts';
import { test } from './light-test.ts';

// The soundness of variants is tested at quick effort, at which no row filters by an end beside a subject.
test('sessions that show no subject are missed under no subject', async () => {
  const variant = variants.find(({ id }) => id === 'session-test.fields!subject-of-some');
  if (variant === undefined) throw new Error('there is no such variant');
  const rows = plan(catalogue, contractWith(variant)).filter(({ op }) =>
    ['listSessions', 'searchSessions'].includes(op.id),
  );

  const judged = await judgeAll(trial({ variant, write: false }), rows);

  expect(accusations(judged)).toEqual([]);
  const beside = judged.filter(({ check }) => /filters-combine[/-]end-date$/.test(check));
  expect(beside.map(({ verdict }) => verdict)).toEqual(['pass', 'pass']);
});
