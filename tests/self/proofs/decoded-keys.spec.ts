import { expect } from '@playwright/test';
import type { Service } from '../../../reference/faults/kit/fault.ts';
import { createReference } from '../../../reference/service/index.ts';
import { accusations, judgeAll, planned, trial } from './judge-service.ts';
import { test } from './light-test.ts';

/**
 * A service whose keys are bytes in some form, and that decodes them as Node does: up to what is no whole byte any more.
 *
 * @param spare so many bytes more than whole groups of three have the keys
 */
function decodingKeys(form: 'base64' | 'hex', spare: number) {
  const { fetch, keys } = createReference();
  const encoded = (key: string) =>
    Buffer.from(key.padEnd(key.length + ((3 + spare - (key.length % 3)) % 3))).toString(form);
  const decoded: Service = (request) => {
    const headers = new Headers(request.headers);
    const key = headers.get('x-api-key');
    const text = Buffer.from(key ?? '', form)
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

async function judged(against: ReturnType<typeof decodingKeys>) {
  const all = await judgeAll(trial({ against, write: false }), rows);
  expect(accusations(all)).toEqual([]);
  expect(all.filter(({ verdict }) => verdict === 'pass').length).toBeGreaterThan(2);
  return all.filter(({ check }) => check === 'authentication.invalid-key/near-miss');
}

test('a service that decodes its keys, and looks at no padding, is accused of nothing', async () => {
  const against = decodingKeys('base64', 2);
  expect(against.keys.full).toMatch(/[^=]=$/);
  const nearMisses = await judged(against);
  expect(nearMisses.map(({ verdict }) => verdict)).toEqual(['notApplicable', 'notApplicable']);
});

for (const form of ['base64', 'hex'] as const)
  test(`a service that decodes its keys from ${form}, and passes over what is no whole byte, is accused of nothing`, async () => {
    const against = decodingKeys(form, 0);
    expect(against.keys.full).toMatch(/^[\w+/]+$/);
    const nearMisses = await judged(against);
    expect(nearMisses.map(({ verdict }) => verdict)).toEqual(['pass', 'pass']);
  });
