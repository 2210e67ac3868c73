import { expect } from '@playwright/test';
import type { Service } from '../../../reference/faults/kit/fault.ts';
import { createReference } from '../../../reference/service/index.ts';
import { accusations, judgeAll, planned, trial } from './judge-service.ts';
import { test } from './light-test.ts';

/** A service whose keys are in Base64, and that decodes them as most libraries do: up to the padding, if it is there. */
function decodingKeys() {
  const { fetch, keys } = createReference();
  const encoded = (key: string) =>
    Buffer.from(key.padEnd(key.length + ((5 - (key.length % 3)) % 3))).toString('base64');
  const decoded: Service = (request) => {
    const headers = new Headers(request.headers);
    const key = headers.get('x-api-key');
    const text = Buffer.from(key ?? '', 'base64')
      .toString()
      .trimEnd();
    if (key !== null) headers.set('x-api-key', /^[ -~]*$/.test(text) ? text : 'unreadable');
    return fetch(new Request(request, { headers }));
  };
  return { keys: { full: encoded(keys.full), restricted: encoded(keys.restricted ?? '') }, fetch: decoded };
}

const rows = planned.filter(
  ({ check, op }) =>
    check.id.startsWith('authentication.invalid-key') && /^(?:listUsers|getCohort)$/.test(op.id),
);

test('a service that decodes its keys, and looks at no padding, is accused of nothing', async () => {
  const against = decodingKeys();
  expect(against.keys.full).toMatch(/[^=]=$/);

  const judged = await judgeAll(trial({ against, write: false }), rows);
  expect(accusations(judged)).toEqual([]);
  const nearMisses = judged.filter(({ check }) => check === 'authentication.invalid-key/near-miss');
  expect(nearMisses.map(({ verdict }) => verdict)).toEqual(['notApplicable', 'notApplicable']);
  expect(judged.filter(({ verdict }) => verdict === 'pass').length).toBeGreaterThan(2);
});
