import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect } from '@playwright/test';
import { faults } from '../../../reference/faults/index.ts';
import { variants } from '../../../reference/variants/index.ts';
import { catalogue } from '../../checks/index.ts';
import { test } from '../plain-test.ts';

const root = path.join(import.meta.dirname, '../../..');

/** The one exception: what is derived from a node of a schema has the id of the clause that the node names. */
const derived = /\/schema(?:!|$)/;

for (const [what, folder, ids] of [
  ['check', 'tests/checks', catalogue.map(({ id }) => id)],
  ['fault', 'reference/faults', faults.map(({ id }) => id)],
  ['variant', 'reference/variants', variants.map(({ id }) => id)],
] as const) {
  test(`the id of each ${what} stands literally in ${folder}, exactly once`, () => {
    const text = textBelow(folder);
    const others = ids
      .filter((id) => !derived.test(id))
      .map((id) => ({ id, times: text.split(`'${id}'`).length - 1 }))
      .filter(({ times }) => times !== 1);

    expect(others).toEqual([]);
  });
}

test('each check says in which file and line it stands', () => {
  const astray = catalogue.filter(({ id, clause, source = '' }) => {
    const [file = '', line] = source.split(':');
    const text =
      source === '' ? '' : readFileSync(path.join(root, file), 'utf8').split('\n')[Number(line) - 1];
    return !text?.includes(derived.test(id) ? clause : id);
  });

  expect(astray.map(({ id, source }) => `${id}: ${source}`)).toEqual([]);
});

function textBelow(folder: string): string {
  return readdirSync(path.join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts'))
    .map((name) => readFileSync(path.join(root, folder, name), 'utf8'))
    .join('\n');
}
