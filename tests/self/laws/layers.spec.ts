import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from '@playwright/test';

const root = path.join(import.meta.dirname, '../../..');

/** Which rooms a room may import from; a room may always import from itself. */
const arrows: Readonly<Record<string, readonly string[]>> = {
  spec: [],
  generators: ['spec'],
  harness: ['spec'],
  'tests/checks': ['generators', 'harness', 'spec'],
  reference: [],
  reports: ['harness', 'spec'],
};

/** What only one place may use, and why. */
const doors: readonly { use: RegExp; only: RegExp; why: string }[] = [
  {
    use: /from 'node:(?:http|https|net|tls|dns)'|\bfetch\(/,
    only: /^harness\/(?:transport|preflight|browser)|^reference\/(?:serve|hostile|http\/node)/,
    why: 'only the exchange touches the network',
  },
  {
    use: /\bfc\.(?:check|assert)\(/,
    only: /^harness\/property/,
    why: 'only harness/property calls the runner of fast-check',
  },
  {
    use: /\bMath\.random\(|\bnew Date\(\)/,
    only: /^(?:reports|bin|harness)\//,
    why: 'a request depends on the seed alone',
  },
];

interface Import {
  readonly file: string;
  readonly from: string;
  readonly typeOnly: boolean;
}

const sources = Object.keys(arrows).flatMap((room) => filesBelow(room));

test('each room imports only from where its arrows lead', () => {
  const strays = sources.flatMap(importsOf).filter((entry) => !allowed(entry));

  expect(
    strays.map(({ file, from }) => `${file} may not import from ${from}: see the arrows in CONTRIBUTING.md`),
  ).toEqual([]);
});

test('the reports see rows and evidence: of the harness they take types, the words for verdicts, and how files are written', () => {
  const taken = filesBelow('reports')
    .flatMap(importsOf)
    .filter(
      ({ from, typeOnly }) => from.startsWith('harness/') && !typeOnly && !reportsMayUse.includes(from),
    );

  expect(taken).toEqual([]);
});

for (const { use, only, why } of doors) {
  test(why, () => {
    const used = sources.filter((file) => use.test(textOf(file)) && !only.test(file));

    expect(used).toEqual([]);
  });
}

const reportsMayUse = [
  'harness/verdict.ts',
  'harness/check.ts',
  'harness/options.ts',
  'harness/append.ts',
  'harness/storage.ts',
];

function allowed({ file, from }: Import): boolean {
  const room = roomOf(file);
  return (
    room === undefined ||
    roomOf(from) === room ||
    (arrows[room] ?? []).some((target) => roomOf(from) === target)
  );
}

function roomOf(file: string): string | undefined {
  return Object.keys(arrows).find((room) => file.startsWith(`${room}/`));
}

function importsOf(file: string): Import[] {
  const pattern = /(?:import|export)\s+(type\s)?[^;'"]*?from\s+'(\.[^']+)'/g;
  return [...textOf(file).matchAll(pattern)].map(([, typeOnly, target = '']) => ({
    file,
    from: path.relative(root, path.resolve(root, path.dirname(file), target)),
    typeOnly: typeOnly !== undefined,
  }));
}

function filesBelow(room: string): string[] {
  return readdirSync(path.join(root, room), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts'))
    .map((name) => path.join(room, name));
}

function textOf(file: string): string {
  return readFileSync(path.join(root, file), 'utf8').replaceAll(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, '');
}
