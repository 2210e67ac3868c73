import { expect } from '@playwright/test';
import { combined } from '../../../reference/variants/combine.ts';
import { variants } from '../../../reference/variants/index.ts';
import { test } from '../plain-test.ts';
import { judgeAll, type Trial, trial } from './judge-service.ts';
import { lighten } from './light-web.ts';

// Two whole runs of the catalogue.
test.describe.configure({ timeout: 120_000 });

test('the light classes give the same rows as the platform’s, from verdict to evidence', async () => {
  expect(await inLight(() => rows({ seed: 5 }))).toEqual(await rows({ seed: 5 }));
});

test('so they do where several freedoms hand each other what they say', async () => {
  const ids = [
    'list-users.name-match!beginnings',
    'user.membership-item-form!objects',
    'conventions.extra-fields!links',
    'conventions.uuid-case!upper',
    'pagination.cursor-with-limit!carried',
  ];
  const several = {
    variant: combined(variants.filter(({ id }) => ids.includes(id))),
    effort: 'quick',
  } as const;

  expect(several.variant.id.split(' + ')).toHaveLength(ids.length);
  expect(await inLight(() => rows(several))).toEqual(await rows(several));
});

test('a JSON value that is handed on is what would have been read of its text', async () => {
  const read = await inLight(readings);

  expect(read).toEqual(await readings());
  // A property without a value is not there, rather than there without one.
  expect(Object.keys(read.ofAnswer)).toEqual(['id', 'at', 'list']);
  expect(read).toMatchObject({ text: expect.stringContaining('"a"'), ofCopy: { id: 'a' } });
});

/** What several readers get of answers that were made of JSON values. */
async function readings() {
  const value = { id: 'a', none: undefined, at: new Date(0), list: [undefined, Number.NaN, { b: 1 }] };
  const answer = () => Response.json(value, { status: 201 });
  const passedOn = new Response(answer().body, { status: 201 });
  const original = Response.json({ id: 'a' });
  const copy = original.clone();
  const changed = Object.assign((await original.json()) as Record<string, unknown>, { id: 'changed' });
  return {
    ofAnswer: (await answer().json()) as object,
    text: await answer().text(),
    bytes: [...new Uint8Array(await answer().arrayBuffer())],
    passedOn: await passedOn.json(),
    changed,
    ofCopy: await copy.json(),
    type: answer().headers.get('content-type'),
  };
}

async function inLight<Result>(work: () => Promise<Result>): Promise<Result> {
  const restore = lighten();
  try {
    return await work();
  } finally {
    restore();
  }
}

async function rows(of: Trial): Promise<unknown> {
  const judged = await judgeAll(trial(of));
  return judged.map(({ evidence, ...row }) => ({
    ...row,
    evidence: evidence?.map(({ ms: _, ...shown }) => shown),
  }));
}
