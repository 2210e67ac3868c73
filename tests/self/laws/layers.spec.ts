import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect } from '@playwright/test';
import { test } from '../plain-test.ts';

const root = path.join(import.meta.dirname, '../../..');

/** Which rooms a room may import from. A room may import from itself, but no chapter from another. */
const arrows: Readonly<Record<string, readonly string[]>> = {
  spec: [],
  generators: ['spec'],
  harness: ['spec'],
  'tests/target': ['generators', 'harness', 'spec'],
  'tests/checks': ['tests/target', 'generators', 'harness', 'spec'],
  reference: [],
  'reference/service': [],
  'reference/faults': ['reference/service'],
  'reference/variants': ['reference/faults', 'reference/service'],
  'reference/blind': ['reference/service'],
  'reference/hostile': ['reference/faults', 'reference/service'],
  reports: ['harness', 'spec'],
  tests: ['tests/checks', 'tests/target', 'reports', 'reference', 'reference/service', 'harness', 'spec'],
  bin: [
    'tests/checks',
    'tests/target',
    'reports',
    'reference',
    'reference/service',
    'reference/faults',
    'reference/variants',
    'generators',
    'harness',
    'spec',
  ],
  library: ['bin', 'tests/checks', 'reports', 'reference/service', 'harness', 'spec'],
};

/** Rooms whose folders are chapters: whatever two of them share stands elsewhere. */
const chaptered: readonly string[] = ['tests/checks', 'reference/faults', 'reference/variants'];

/** Folders of such rooms that are no chapters: what all chapters are made with. */
const shared: readonly string[] = ['reference/faults/kit', 'reference/variants/kit'];

/** What only one place may use, and why. */
const restricted: readonly { use: RegExp; only: RegExp; why: string }[] = [
  {
    use: /from 'node:(?:http|https|net|tls|dns)'|\bfetch\(/,
    only: /^harness\/(?:http\/(?:transport|tls|browser)|run\/preflight)|^reference\/(?:service\/(?:serve|http\/node)|hostile)/,
    why: 'only the exchange touches the network',
  },
  {
    use: /\bfc\.(?:check|assert)\(/,
    only: /^harness\/judging\/property/,
    why: 'only harness/judging/property calls the runner of fast-check',
  },
  {
    use: /\bMath\.random\(|\bnew Date\(\)/,
    only: /^(?:reports|bin|harness|tests\/conformance)/,
    why: 'a request depends on the seed alone',
  },
];

/** What the reports take of the harness beside types. */
const reportsMayUse: readonly string[] = [
  'harness/judging/verdict.ts',
  'harness/judging/check.ts',
  'harness/run/options.ts',
  'harness/run/append.ts',
  'harness/run/storage.ts',
];

interface Import {
  readonly file: string;
  readonly from: string;
  readonly typeOnly: boolean;
}

const sources = ['bin', 'generators', 'harness', 'library', 'reference', 'reports', 'spec', 'tests'].flatMap(
  filesBelow,
);
const imports = sources.flatMap(importsOf);

test('each file of the source stands in a room', () => {
  expect(sources.filter((file) => roomOf(file) === undefined)).toEqual([]);
});

test('each room imports only from where its arrows lead', () => {
  const strays = imports.filter(({ file, from }) => {
    const [room = '', other = ''] = [roomOf(file), roomOf(from)];
    return room !== other && !arrows[room]?.includes(other);
  });

  expect(
    strays.map(({ file, from }) => `${file} may not import from ${from}: see the arrows in CONTRIBUTING.md`),
  ).toEqual([]);
});

test('no chapter imports from another: what two of them share stands in a room beside them', () => {
  const strays = imports.filter(({ file, from }) => {
    const [chapter, other] = [chapterOf(file), chapterOf(from)];
    return chapter !== undefined && other !== undefined && chapter !== other;
  });

  expect(strays.map(({ file, from }) => `${file} imports from ${from}`)).toEqual([]);
});

test('the files of a chapter export lists of checks and nothing else', async () => {
  const others: string[] = [];
  for (const file of filesBelow('tests/checks').filter((one) => chapterOf(one) !== undefined)) {
    const exported = (await import(path.join(root, file))) as Record<string, unknown>;
    const names = Object.entries(exported).flatMap(([name, value]) => (isListOfChecks(value) ? [] : [name]));
    others.push(...names.map((name) => `${file} exports ${name}`));
  }

  expect(others).toEqual([]);
});

test('no import leads back to where it came from, types included', () => {
  expect(circles(imports)).toEqual([]);
});

test('the reports see rows and evidence: of the harness they take types, the words for verdicts, and how files are written', () => {
  const taken = imports.filter(
    ({ file, from, typeOnly }) =>
      file.startsWith('reports/') &&
      from.startsWith('harness/') &&
      !typeOnly &&
      !reportsMayUse.includes(from),
  );

  expect(taken).toEqual([]);
});

for (const { use, only, why } of restricted) {
  test(why, () => {
    expect(sources.filter((file) => use.test(textOf(file)) && !only.test(file))).toEqual([]);
  });
}

test('a circle of imports is found', () => {
  const edge = (file: string, from: string): Import => ({ file, from, typeOnly: true });

  expect(circles([edge('a', 'b'), edge('b', 'c'), edge('c', 'b'), edge('c', 'd')])).toEqual([['b', 'c']]);
});

/** The room that a file stands in: the innermost that there is. */
function roomOf(file: string): string | undefined {
  return Object.keys(arrows)
    .filter((room) => file.startsWith(`${room}/`))
    .sort((one, other) => other.length - one.length)[0];
}

/** The name of the chapter that a file stands in; none for what stands beside the chapters. */
function chapterOf(file: string): string | undefined {
  const room = chaptered.find((one) => file.startsWith(`${one}/`));
  const folder = path.dirname(file).split('/').slice(0, 3).join('/');
  return room === undefined || folder === room || shared.includes(folder) ? undefined : path.basename(folder);
}

/** Whether a value is a list of checks that holds one at least. */
function isListOfChecks(value: unknown): boolean {
  const isCheck = (one: unknown) =>
    typeof one === 'object' && one !== null && 'clause' in one && 'run' in one;
  return Array.isArray(value) && value.length > 0 && value.every(isCheck);
}

/** Groups of files that import each other, each group sorted: the strongly connected components (Tarjan). */
function circles(edges: readonly Import[]): string[][] {
  const seen = new Map<string, number>();
  const lowest = new Map<string, number>();
  const stack: string[] = [];
  const found: string[][] = [];
  const visit = (file: string): number => {
    const order = seen.size;
    seen.set(file, order);
    lowest.set(file, order);
    stack.push(file);
    for (const { from } of edges.filter((edge) => edge.file === file)) {
      if (!seen.has(from)) visit(from);
      if (stack.includes(from))
        lowest.set(file, Math.min(lowest.get(file) ?? order, lowest.get(from) ?? order));
    }
    if (lowest.get(file) === order) {
      const group = stack.splice(stack.indexOf(file));
      if (group.length > 1) found.push(group.sort());
    }
    return order;
  };
  for (const { file } of edges) if (!seen.has(file)) visit(file);
  return found;
}

function importsOf(file: string): Import[] {
  // `import … from`, `export … from`, an import for its effect alone, and `import(…)`.
  const pattern = /(?:\b(?:import|export)\s+(type\s)?[^;'"()]*?from\s+|\bimport\s*\(?\s*)'(\.[^']+)'/g;
  return [...textOf(file).matchAll(pattern)].map(([, typeOnly, target = '']) => ({
    file,
    from: path.relative(root, path.resolve(root, path.dirname(file), target)),
    typeOnly: typeOnly !== undefined,
  }));
}

/** The files of the source below a folder; tests of the suite itself may import from everywhere. */
function filesBelow(folder: string): string[] {
  return readdirSync(path.join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts'))
    .map((name) => path.join(folder, name))
    .filter((file) => !file.startsWith('tests/self/'));
}

function textOf(file: string): string {
  return readFileSync(path.join(root, file), 'utf8').replaceAll(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, '');
}
