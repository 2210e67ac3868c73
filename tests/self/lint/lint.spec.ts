import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect } from '@playwright/test';
import { parse, stringify } from 'yaml';
import { lint } from '../../../bin/commands/lint.ts';
import { departures } from '../../../bin/lint/departures.ts';
import { readDescription } from '../../../bin/lint/read.ts';
import { loadContract } from '../../../spec/contract.ts';
import { inProcess } from '../cli/in-process.ts';
import { test } from '../plain-test.ts';

const own = readFileSync(path.join(import.meta.dirname, '../../../spec/openapi.yaml'), 'utf8');

/** Writes a description: the interface's own, with changes. @returns its file */
function described(change: (text: string) => string = (text) => text): string {
  const file = test.info().outputPath('vendor.yaml');
  writeFileSync(file, change(own));
  return file;
}

const found = (file: string) =>
  departures(readDescription(file), loadContract()).map(
    ({ level, operation, where, stated, described: says }) =>
      `${level} ${operation} ${where}: ${stated} → ${says}`,
  );

test('the interface departs from itself nowhere, as YAML and as JSON', async () => {
  const json = test.info().outputPath('vendor.json');
  writeFileSync(json, JSON.stringify(parse(own)));

  expect(found(described())).toEqual([]);
  expect(found(json)).toEqual([]);
  expect(await inProcess(lint, [json])).toMatchObject({
    code: 0,
    stdout: expect.stringContaining('departs from the interface nowhere'),
  });
});

const narrower: readonly [string, (text: string) => string][] = [
  [
    'requires a field that may be left out',
    (text) => text.replace(/( {4}SmartIaTest:\n {6}type: object\n)/, '$1      required: [testId]\n'),
  ],
  ['never has a type that is allowed', (text) => text.replaceAll('type: [object, "null"]', 'type: object')],
  [
    'has a field of its own',
    (text) =>
      text.replace(/( {4}SmartIaTest:\n.*\n {6}properties:\n)/, '$1        colour: { type: string }\n'),
  ],
  ['may answer with null where an empty nested object is', (text) => text],
];

for (const [what, change] of narrower) {
  test(`an answer that ${what} is no departure`, () => {
    expect(found(described(change)).filter((one) => !one.startsWith('note'))).toEqual([]);
  });
}

const wrong: readonly [string, (text: string) => string, string][] = [
  [
    'a bound of a filter',
    (text) => text.replaceAll('maxItems: 30', 'maxItems: 20'),
    'error listUsers query upn: maxItems 30 → maxItems 20',
  ],
  [
    'a field of another type',
    (text) => text.replace(/(username:\n {10}x-clause: user.username\n {10}type: )string/, '$1integer'),
    'error listUsers answer 200 /data/*/username: string → integer',
  ],
  [
    'an operation that is missing',
    (text) => {
      const tree = parse(text);
      delete tree.paths['/smart-ia/tests'];
      return stringify(tree);
    },
    'error listTests operation: GET /smart-ia/tests → missing',
  ],
  [
    'a parameter that is required',
    (text) => text.replace('      name: upn\n', '      name: upn\n      required: true\n'),
    'error listUsers query upn: optional → required',
  ],
];

for (const [what, change, told] of wrong) {
  test(`a description with ${what} departs`, () => {
    expect(found(described(change))).toContain(told);
  });
}

test('SARIF names clause, file and line; JSON and the exit code say the same', async () => {
  const file = described((text) => text.replaceAll('maxItems: 30', 'maxItems: 20'));
  const said = await inProcess(lint, [file, '--sarif']);
  const { runs } = JSON.parse(said.stdout) as {
    runs: {
      results: {
        ruleId: string;
        ruleIndex: number;
        locations: { physicalLocation: { region: { startLine: number } } }[];
      }[];
      tool: { driver: { rules: { id: string }[] } };
    }[];
  };
  const [run] = runs;

  expect(said.code).toBe(1);
  expect(run?.results.length).toBeGreaterThan(3);
  for (const { ruleId, ruleIndex, locations } of run?.results ?? []) {
    expect(run?.tool.driver.rules[ruleIndex]?.id).toBe(ruleId);
    expect(locations[0]?.physicalLocation.region.startLine).toBeGreaterThan(100);
  }
  expect(JSON.parse((await inProcess(lint, [file, '--json'])).stdout)).toMatchObject({ interface: '1.7.0' });
});

const bad: readonly [string, string][] = [
  ['a: [', 'is neither YAML nor JSON'],
  ['swagger: "2.0"', 'is not OpenAPI 3.0 or 3.1 but 2.0; convert it first'],
  [
    'openapi: 3.1.0\na: &a [x,x,x,x,x,x,x,x,x]\nb: &b [*a,*a,*a,*a,*a,*a,*a,*a,*a]\nc: &c [*b,*b,*b,*b,*b,*b,*b,*b,*b]\nd: [*c,*c,*c,*c,*c,*c]\n',
    'its aliases grow too far',
  ],
  ['[]', 'is not OpenAPI 3.0 or 3.1 but something else'],
];

for (const [text, told] of bad) {
  test(`a file is refused with the fix: ${told}`, async () => {
    expect(await inProcess(lint, [described(() => text)])).toMatchObject({
      code: 2,
      stderr: expect.stringContaining(told),
    });
  });
}
