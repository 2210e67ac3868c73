// A server over the network, judged in a process of its own: what `rollcall run` does, reports included.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { run, serve } from 'rollcall';

test('a run of a server leaves its reports', async () => {
  const { baseUrl: target, keys, close } = await serve();
  const { exitCode, summary, rows, out } = await run({ target, keys, only: 'test.test-id', out: 'report' });
  await close();

  assert.equal(exitCode, 0);
  assert.equal(summary.verdict, 'conforms');
  assert.deepEqual(
    rows.map(({ id, verdict }) => [id, verdict]),
    [['test.test-id/schema @ listTests', 'pass']],
  );
  assert.match(out, /report$/);
});
