import { expect } from '@playwright/test';
import { openContext } from '../../../harness/judging/open-context.ts';
import type { Service } from '../../../reference/faults/kit/fault.ts';
import { onPage } from '../../../reference/faults/kit/pages.ts';
import { operationOf } from '../../../reference/faults/kit/routes.ts';
import { onKnown } from '../../target/lists/known.ts';
import { lookAtSeen } from '../../target/lists/seen-pages.ts';
import { onSubject } from '../../target/lists/subject-of.ts';
import { ask } from '../../target/pages/reader.ts';
import { judgeAll, planned, rowsOf, trial } from './judge-service.ts';
import { test } from './light-test.ts';

test.describe.configure({ timeout: 120_000 });

const lookingBack = 'pagination.ways-agree/every-answer';
const lists = planned.filter(({ check }) => check.id === lookingBack).map(({ op }) => op.id);
const reads = planned.filter(({ check, op }) => !check.afterAll && lists.includes(op.id));

test('more than half of the pages that a run of reads gets can be read back for each list, and none looks wrong', async () => {
  const run = trial({ effort: 'quick', write: false });
  await judgeAll(run, reads);

  const looked: [string, number, number][] = [];
  for (const { check, op } of rowsOf(lookingBack, lists)) {
    const { context } = openContext(run, check, op);
    await onSubject(context, (used, subject) =>
      onKnown(used, async (known) => {
        const { judged, suspects } = lookAtSeen(used, subject, known);
        looked.push([op.id, judged / run.world.listed(op.id).length, suspects.length]);
      }),
    );
  }

  expect(looked).toHaveLength(9);
  expect(looked.filter(([, share]) => share <= 0.5)).toEqual([]);
  expect(looked.filter(([, , suspects]) => suspects > 0)).toEqual([]);
});

test('a page that was wrong once is asked for again, and nobody is accused', async () => {
  let broken = 0;
  const run = trial({
    effort: 'quick',
    write: false,
    wrap: (service) => async (request) => {
      const { pathname, searchParams: asked } = new URL(request.url);
      // A page that no row holds to the whole list as it comes.
      if (broken > 0 || !pathname.endsWith('/users') || !asked.has('upn') || asked.has('userId'))
        return service(request);
      return onPage(request, service, ({ data }) => {
        if (broken > 0 || data.length < 3) return;
        broken += 1;
        data.reverse();
      });
    },
  });
  await judgeAll(run, reads);
  const before = run.exchange.requests;
  const [row] = await judgeAll(run, rowsOf(lookingBack, ['listUsers']));

  expect(broken).toBe(1);
  expect(run.exchange.requests).toBeGreaterThan(before);
  expect(row).toMatchObject({ verdict: 'pass' });
});

test('a page that is wrong each time is accused, whichever row has asked for it', async () => {
  const run = trial({
    effort: 'quick',
    write: false,
    shrinks: 0,
    wrap: (service) => async (request) =>
      new URL(request.url).searchParams.has('upn')
        ? onPage(request, service, ({ data }) => void data.reverse())
        : service(request),
  });
  await judgeAll(run, reads);
  const [row] = await judgeAll(run, rowsOf(lookingBack, ['listUsers']));

  expect(row).toMatchObject({ verdict: 'fail' });
});

test('a search that differs from the list once is asked for again with it, and nobody is accused', async () => {
  let broken = 0;
  const run = trial({
    effort: 'quick',
    write: false,
    wrap: (service) => async (request) => {
      const { pathname } = new URL(request.url);
      const isNamed = async () => /"search":{"name":[^{},]+},"limit":/.test(await request.clone().text());
      if (broken > 0 || !pathname.endsWith('/users/search') || !(await isNamed())) return service(request);
      return onPage(request, service, ({ pagination }) => {
        broken += 1;
        pagination.total += 1;
      });
    },
  });
  await judgeAll(run, reads);
  const before = run.exchange.requests;
  const rows = rowsOf('search-users.same-as-list-users/every-answer', ['searchUsers']);
  const [row] = await judgeAll(run, rows);

  expect(broken).toBe(1);
  expect(run.exchange.requests).toBe(before + 2);
  expect(row).toMatchObject({ verdict: 'pass' });
});

test('the last page is in its place, though a page past the end leads back to it', async () => {
  let toTheLast: string | null = null;
  const wrap = (service: Service) => (request: Request) => {
    if (operationOf(request) !== 'listClasses') return service(request);
    return onPage(request, service, ({ data, pagination }) => {
      if (pagination.offset > pagination.total) pagination.previousCursor = toTheLast;
      else if (data.length === 5) toTheLast = pagination.nextCursor ?? toTheLast;
    });
  };
  const run = trial({ effort: 'quick', write: false, wrap });
  const suspects: unknown[] = [];
  for (const { check, op } of rowsOf(lookingBack, ['listClasses'])) {
    const { context } = openContext(run, check, op);
    await onSubject(context, (used, subject) =>
      onKnown(used, async (known) => {
        await ask(used, { limit: 5, offset: known.total - 10 });
        await ask(used, { limit: 5, offset: known.total + 1 });
        await ask(used, { limit: 5, cursor: toTheLast });
        const looked = lookAtSeen(used, subject, known);
        suspects.push(...looked.suspects);
        expect(looked.judged).toBeGreaterThan(3);
      }),
    );
  }

  expect(toTheLast).not.toBeNull();
  expect(suspects).toEqual([]);
});
