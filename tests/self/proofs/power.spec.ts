import { expect, test } from '@playwright/test';
import { faults } from '../../../reference/faults/index.ts';
import { judgeAll, rowsBefore, rowsOf, trial } from './judge-service.ts';

for (const fault of faults) {
  test(`${fault.id} turns its check red`, async () => {
    const session = trial({ wrap: fault.wrap });
    await judgeAll(session, rowsBefore(fault.check, fault.on));
    const judged = await judgeAll(session, rowsOf(fault.check, fault.on));

    expect(
      judged.map(({ id, verdict, reason }) => [id, verdict, verdict === 'fail' ? '' : reason]).sort(),
    ).toEqual(fault.on.map((op) => [`${fault.check} @ ${op}`, 'fail', '']).sort());
  });
}
