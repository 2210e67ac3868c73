import { readFileSync } from 'node:fs';
import { expect } from '@playwright/test';
import { openCollector } from '../../../reports/collector.ts';
import { finish } from '../../../reports/finish.ts';
import { quietTerminal } from '../../../reports/terminal/quiet.ts';
import { plain } from '../../../reports/terminal/style.ts';
import { test } from '../plain-test.ts';
import { header, report, row } from './sample.ts';

test('each line is told as it comes: the header, rows by whom they come, and the footer', () => {
  const file = test.info().outputPath('rows.ndjson');
  const told: string[] = [];
  const collector = openCollector(file, { ...header, planned: 2 }, (line) => told.push(line));
  const rows = [row('pagination.total', 'listUsers'), row('pagination.total', 'listClasses')];
  for (const one of rows) collector.add(one);
  const order = rows.map(({ id }) => id);
  finish(collector, header, order, { requests: 0, mishaps: [] });

  expect(told.join('')).toBe(readFileSync(file, 'utf8'));
  expect(told.map((line) => (JSON.parse(line) as { kind: string }).kind)).toEqual([
    'header',
    'row',
    'row',
    'footer',
  ]);
});

test('a quiet run tells failures and verdict alone', () => {
  const output = { out: 'somewhere', page: undefined, files: [] };
  const text = quietTerminal(report, output, plain);

  expect(text).toContain('✗ clause ');
  expect(text.split('\n').at(-1)).toMatch(/^(?:The target|Rollcall itself|Nothing)/);
  expect(text).not.toContain('Files ');
});
