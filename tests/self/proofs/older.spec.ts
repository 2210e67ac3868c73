import { expect, test } from '@playwright/test';
import { operationOf } from '../../../reference/faults/routes.ts';
import type { Service } from '../../../reference/index.ts';
import { type Contract, versions } from '../../../spec/contract.ts';
import { accusations, contractWith, judgeAll, trial } from './judge-service.ts';

/** Fields of a user that some version added; the interface doesn't say which. */
const added = ['roles', 'createdAt', 'updatedAt', 'classIds', 'cohortIds'];

/** The reference's own overlay says which fields its users always have; an older one says less. */
const users = {
  silent: ['$.components.schemas.User'],
  overlay: [{ target: '$.components.schemas.User.properties', update: { enabled: { type: 'boolean' } } }],
  readings: {},
};

/** A service of an older version: later operations are not there, and of its users some fields are left out. */
function older({ later }: Contract, hidden: readonly string[]): (service: Service) => Service {
  return (service) => async (request) => {
    const op = operationOf(request);
    if (op !== undefined && later.has(op) && request.method !== 'OPTIONS')
      return Response.json({ status: 404, message: 'There is no such route.' }, { status: 404 });
    const response = await service(request);
    const text = await response.text();
    if (text === '' || hidden.length === 0)
      return new Response(response.status === 204 ? null : text, response);
    const shown = JSON.parse(text, (name, value) => (hidden.includes(name) ? undefined : value));
    return new Response(JSON.stringify(shown), response);
  };
}

const kinds: readonly (readonly [string, readonly string[]])[] = [
  ['with all fields of a user', []],
  ['without the fields that some version added', added],
];

for (const version of versions.slice(0, -1)) {
  for (const [words, hidden] of kinds) {
    test(`a service of version ${version} ${words} is judged by its own clauses, and not accused`, async () => {
      test.setTimeout(120_000);
      const by = contractWith(users, version);
      const rows = await judgeAll(trial({ by, wrap: older(by, hidden) }));
      expect(accusations(rows)).toEqual([]);
      const passed = rows.filter(({ verdict }) => verdict === 'pass');
      expect(passed.length).toBeGreaterThan(1000);
      // What only a later operation shows has a reason that names it.
      const waiting = rows.filter(({ reason }) => /came with version \S+; the target serves/.test(reason));
      expect(waiting.every(({ verdict }) => verdict === 'notApplicable')).toBe(true);
      expect(waiting.length > 0).toBe(version !== '1.5.0');
    });
  }
}

test('a profile with ids has an older version judged where it can read by id and not list', async () => {
  const by = contractWith(users, '1.1.0');
  const newest = trial();
  const listed = await newest.exchange.send(
    newest.contract.operation('listClasses'),
    { limit: 1 },
    {},
    'read',
  );
  const [first] = (listed.json as { data: { classId: string }[] }).data;
  const session = trial({
    by,
    wrap: older(by, []),
    write: false,
    told: { fixtures: { ids: { classId: first?.classId ?? '' } } },
  });
  const rows = await judgeAll(session);
  expect(rows.find(({ id }) => id === 'get-class.success @ getClass')).toMatchObject({ verdict: 'pass' });
});
