import { expect } from '@playwright/test';
import { faults } from '../../../reference/faults/index.ts';
import { createReference } from '../../../reference/service/index.ts';
import { test } from '../plain-test.ts';
import { judgeAll, rowsOf, trial } from '../proofs/judge-service.ts';

/** Faults that create something where a check expects a refusal, or answer a creation in a broken way. */
const provoking = [
  'create-class.bad-request',
  'create-cohort.bad-request',
  'authentication.missing-key/creation',
  'conventions.request-wrapper',
  'conventions.class-wrapper',
  'conventions.user-wrapper',
  'create-class.one-winner',
  'errors.class-conflict',
];

for (const check of provoking) {
  test(`what ${check} provokes on a broken target stands in the ledger`, async () => {
    const found = faults.filter(
      ({ id, check: its, on }) =>
        its === check &&
        on.some((op) => op.startsWith('create')) &&
        // A refusal shows no id of what it created all the same.
        !/!(?:both-refused|done)$/.test(id),
    );
    expect(found.length).toBeGreaterThan(0);
    for (const fault of found) {
      const reference = createReference();
      const { classes, cohorts, users } = reference.store;
      const ids = () => [...classes.list(), ...cohorts.list(), ...users.list()].map(({ id }) => id);
      const before = ids();
      const run = trial({ against: reference, wrap: fault.wrap });
      await judgeAll(run, rowsOf(fault.check, fault.on));
      const fresh = ids().filter((id) => !before.includes(id));
      expect(fresh.length).toBeGreaterThan(0);
      expect(fresh.filter((id) => !run.world.isMade(id))).toEqual([]);
    }
  });
}
