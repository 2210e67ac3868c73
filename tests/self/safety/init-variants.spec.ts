import path from 'node:path';
import { expect } from '@playwright/test';
import { discover } from '../../../bin/init/discover.ts';
import { learnByTries } from '../../../bin/init/tries/learn.ts';
import { placesFor, writeText } from '../../../bin/init/write.ts';
import { budgetFor } from '../../../harness/http/budget.ts';
import { simulatedBrowser } from '../../../harness/http/simulated-browser.ts';
import { serviceTransport } from '../../../harness/http/transport.ts';
import { plan } from '../../../harness/judging/plan.ts';
import type { Row } from '../../../harness/judging/row.ts';
import { contractFor } from '../../../harness/run/config.ts';
import { loadProfile } from '../../../harness/run/profile.ts';
import { openRun } from '../../../harness/run/run.ts';
import { createReference } from '../../../reference/service/index.ts';
import { combined } from '../../../reference/variants/combine.ts';
import { variants } from '../../../reference/variants/index.ts';
import type { Variant } from '../../../reference/variants/kit/variant.ts';
import { catalogue } from '../../checks/index.ts';
import { readIncompatible, whyNot } from '../pairs/incompatible.ts';
import { test } from '../plain-test.ts';
import { accusations, judgeAll, withoutPauses } from '../proofs/judge-service.ts';
import { lighten } from '../proofs/light-web.ts';
import { serveTarget } from './served.ts';

test.describe.configure({ mode: 'default', timeout: 240_000 });

/** Words that no answer shows: nobody can find them by asking. */
const unseen = ['list-sessions.status-values!other-words', 'list-sessions.status-values!other-words-alone'];

/** Variants that a profile has to tell of. */
const told = variants.filter(
  ({ id, shapes, overlay, omits, readings }) =>
    !unseen.includes(id) &&
    overlay.length + omits.length + Object.keys(shapes).length + Object.keys(readings).length > 0,
);

const most = 14;

/** As few services as use all of these freedoms. */
function grouped(all: readonly Variant[]): readonly (readonly Variant[])[] {
  const entries = readIncompatible();
  const groups: Variant[][] = [];
  for (const one of all) {
    const home = groups.find(
      (group) => group.length < most && group.every((other) => whyNot(other, one, entries) === undefined),
    );
    if (home) home.push(one);
    else groups.push([one]);
  }
  return groups;
}

/** Judges a service by the profile that `init --write` wrote of it, and by nothing else. */
async function judgedByInit(variant: Variant): Promise<readonly Row[]> {
  const target = await serveTarget(
    { shapes: { ...variant.shapes, rate: { requests: 10_000, seconds: 1 } }, users: 60 },
    variant.wrap,
  );
  const places = placesFor(path.join(target.folder, 'profile.yaml'));
  try {
    const found = await target.look(
      (open) =>
        discover(open, undefined, places, (contract, words) => learnByTries(open.run, contract, words)),
      { ROLLCALL_WRITE: '1' },
    );
    if (found.overlay !== undefined) writeText(places.overlay, found.overlay);
    writeText(places.profile, found.profile);
    const profile = loadProfile(places.profile);
    const contract = contractFor(profile);
    const { fetch, keys } = createReference({ shapes: variant.shapes });
    const transport = serviceTransport(variant.wrap(fetch));
    const settings = {
      baseUrl: 'http://reference.test/api/v1',
      keys,
      write: true,
      seed: 1,
      effort: 'quick',
      budget: budgetFor('quick', true),
      lent: [],
      readings: profile.readings,
    } as const;
    const browser = simulatedBrowser(transport);
    const run = openRun({ contract, settings, transport, browser, patience: withoutPauses });
    return await judgeAll(run, plan(catalogue, contract));
  } finally {
    await target.close();
  }
}

const groups = grouped(told);
let restore: () => void;
let judged: readonly Promise<readonly Row[]>[];

// Nothing tells such a run how soon a change is seen, so that some rows wait seconds for it: the groups wait together.
test.beforeAll(() => {
  restore = lighten();
  judged = groups.map((group) => judgedByInit(combined(group)));
  // A test that has not come yet waits for its group later: that is no unhandled error.
  for (const one of judged) one.catch(() => undefined);
});
test.afterAll(() => restore());

for (const [index, group] of groups.entries()) {
  test(`by the profile that init writes, nothing accuses ${group.map(({ id }) => id).join(' + ')}`, async () => {
    const rows = (await judged[index]) ?? [];

    expect(accusations(rows)).toEqual([]);
    expect(rows.filter(({ cause }) => cause === 'profile').map(({ id }) => id)).toEqual([]);
    expect(rows.filter(({ verdict }) => verdict === 'pass').length).toBeGreaterThan(1000);
  });
}
