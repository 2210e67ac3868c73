import { expect, test } from '@playwright/test';
import { faults } from '../../../reference/faults/index.ts';
import { judgeAll, rowsOf, sessionWith } from './judge-service.ts';

for (const fault of faults) {
  test(`${fault.id} turns its check red`, async () => {
    const rows = rowsOf(fault.check).filter((row) => (fault.on as readonly string[]).includes(row.op.id));
    const judged = await judgeAll(sessionWith(fault.wrap), rows);

    expect(judged.map(({ id, verdict, reason }) => [id, verdict, verdict === 'fail' ? '' : reason])).toEqual(
      fault.on.map((op) => [`${fault.check} @ ${op}`, 'fail', '']),
    );
  });
}
