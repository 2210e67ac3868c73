import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect } from '@playwright/test';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { ConfigurationError } from '../../../harness/judging/outcome.ts';
import { type RunConfig, resolveConfig } from '../../../harness/run/config.ts';
import { readOptions } from '../../../harness/run/options.ts';
import { loadProfile } from '../../../harness/run/profile.ts';
import { test } from '../plain-test.ts';

/** Writes a profile and its neighbours, and gives its name. */
function written(text: string, beside: Readonly<Record<string, string>> = {}): string {
  const folder = test.info().outputPath('profile');
  mkdirSync(folder, { recursive: true });
  for (const [name, content] of Object.entries({ 'profile.yaml': text, ...beside }))
    writeFileSync(path.join(folder, name), content);
  return path.join(folder, 'profile.yaml');
}

function resolved(file: string, env: Readonly<Record<string, string>> = {}): RunConfig {
  return resolveConfig(readOptions({ ROLLCALL_PROFILE: file, ...env }), env);
}

/** The message with which a profile is refused, without the folder. */
function refusal(text: string, beside = {}, env = {}): string {
  const file = written(text, beside);
  try {
    resolved(file, env);
  } catch (error) {
    expect(error).toBeInstanceOf(Error);
    return String(error instanceof Error && error.message).replaceAll(`${path.dirname(file)}/`, '');
  }
  return 'accepted';
}

test('the commented example is a profile, and each of its settings arrives', () => {
  const file = path.join(import.meta.dirname, '../../../profiles/example.yaml');
  const env = { STAGING_API_KEY: 'k-full', STAGING_RESTRICTED_KEY: 'k-less', STAGING_REPORTS_KEY: 'k-few' };
  const { profile, settings, contract } = resolved(file, env);
  expect(profile).toMatchObject({ name: 'staging', version: '1.7.0' });
  expect(settings).toMatchObject({
    baseUrl: 'https://roster.staging.example/api/v1',
    keys: { full: 'k-full', restricted: 'k-less' },
    write: false,
    budget: { requests: 4000, writes: 600, creations: 40, shrinking: 1000 },
    pace: { perSecond: 10, concurrency: 2 },
    canaries: ['Canary-Pupil-71'],
  });
  expect(settings.lent).toHaveLength(4);
  for (const gap of ['authentication.key-permissions', 'limits.slow-request', 'limits.maximum-limit']) {
    expect(contract.isOpen(gap)).toBe(false);
  }
});

/** The names of all settings that the schema knows, and whether it says what each is for. */
function settingsIn(schema: Schema, defs: Schema, at = ''): { name: string; told: boolean }[] {
  return Object.entries(schema.properties ?? {}).flatMap(([name, own]) => {
    const target = defs[own.$ref?.replace('#/$defs/', '') as keyof Schema] as Schema | undefined;
    const path = at === '' ? name : `${at}.${name}`;
    const told = own.description !== undefined || target?.description !== undefined;
    return [{ name: path, told }, ...settingsIn(own, defs, path)];
  });
}

interface Schema {
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly description?: string;
  readonly $ref?: string;
}

test('the schema of a profile keeps the schema of schemas', () => {
  const file = path.join(import.meta.dirname, '../../../profiles/profile.schema.json');
  const ajv = new Ajv2020();
  expect(ajv.validateSchema(JSON.parse(readFileSync(file, 'utf8'))), ajv.errorsText()).toBe(true);
});

test('each setting that the schema knows stands in the commented example, and an editor can say what it is', () => {
  const folder = path.join(import.meta.dirname, '../../../profiles');
  const schema = JSON.parse(readFileSync(path.join(folder, 'profile.schema.json'), 'utf8'));
  const example = readFileSync(path.join(folder, 'example.yaml'), 'utf8');
  const all = settingsIn(schema, schema.$defs);

  expect(all.length).toBeGreaterThan(30);
  const names = all.map(({ name }) => name);
  const missing = names.filter(
    (name) => !new RegExp(`(?:^|[ {.])${lastOf(name)}:|[(, ]${lastOf(name)}[),]`, 'm').test(example),
  );
  expect(missing).toEqual([]);
  expect(all.filter(({ told }) => !told).map(({ name }) => name)).toEqual([]);
});

function lastOf(name: string): string {
  return name.split('.').at(-1) ?? name;
}

const wrong: readonly [string, string, RegExp][] = [
  [
    'a slow request to an operation that there is not',
    'fixtures:\n  slowRequest: { operation: listSession }\n',
    /^profile.yaml:2: fixtures.slowRequest.operation: listSession is not known; did you mean listSessions/,
  ],
  [
    'a slow request that writes',
    'fixtures:\n  slowRequest:\n    operation: createClass\n',
    /^profile.yaml:3: fixtures.slowRequest.operation: createClass writes; name an operation that only reads/,
  ],
  [
    'a slow request with a parameter that the operation does not have',
    'fixtures:\n  slowRequest:\n    operation: listSessions\n    params:\n      limits: 3\n',
    /^profile.yaml:5: fixtures.slowRequest.params.limits: is no parameter of listSessions; did you mean limit/,
  ],
  [
    'an operation that the restricted key may use and that there is not',
    'keys:\n  restricted:\n    env: LESS\n    mayUse: [getAcademicYear, listAcademicYear]\n',
    /^profile.yaml:4: keys.restricted.mayUse\[1\]: listAcademicYear is no operation .*did you mean listAcademicYears\?/,
  ],
  [
    'such an operation in a reading',
    'readings:\n  authentication.key-permissions:\n    restricted-may-not-use: [listUser]\n',
    /^profile.yaml:3: readings.*\[0\]: listUser is no operation .*did you mean listUsers\?/,
  ],
  [
    'an unknown setting',
    'target: http://h/api/v1\nkey: abc\n',
    /^profile.yaml:2: key: is not a setting of a profile; did you mean `?keys/,
  ],
  [
    'an unknown setting inside another',
    'pace:\n  persecond: 3\n',
    /^profile.yaml:2: pace\.persecond: .*perSecond/,
  ],
  [
    'a key itself',
    'keys:\n  full: s3cret-key-value\n',
    /^profile.yaml:2: keys\.full: does not say where the key is; .*never stands in a profile/,
  ],
  [
    'a key under another name',
    'keys:\n  full:\n    value: s3cret-key-value\n',
    /^profile.yaml:3: keys\.full\.value/,
  ],
  ['both places for a key', 'keys:\n  full: { env: A, file: b }\n', /^profile.yaml:2: keys\.full: /],
  [
    'both places for a header',
    'headers:\n  X-Gate: { env: A, file: b }\n',
    /^profile.yaml:2: headers\.X-Gate: has env and file; give one of the two/,
  ],
  ['a wrong type', 'pace:\n  concurrency: many\n', /^profile.yaml:2: pace\.concurrency: is not an integer/],
  ['a number out of bounds', 'pace: { perSecond: 0 }\n', /^profile.yaml:1: pace\.perSecond: /],
  ['an unknown version', 'version: 2.0.0\n', /^profile.yaml:1: version: is not one of .*1\.5\.0/],
  ['an address that is none', 'target: roster.example\n', /^profile.yaml:1: target: /],
  [
    'an address with a key in its query',
    'target: https://h/api/v1?key=s3cret-key-value\n',
    /^profile.yaml:1: target: /,
  ],
  ['a setting given twice', 'write: true\nwrite: false\n', /^profile.yaml:2:1 is not YAML/],
  ['text that is no YAML', 'target: [\n', /^profile.yaml:\d:\d+ is not YAML/],
  ['a list', '- target\n', /^profile.yaml/],
  [
    'a reading of an unknown gap',
    'readings:\n  limits.maximum-limt: 3\n',
    /^profile.yaml:2: readings\S*: is not a gap of the interface; .*limits\.maximum-limit/,
  ],
  [
    'a reading of what an overlay fills',
    'readings:\n  create-student.body: {}\n',
    /^profile.yaml:2: .*overlay/,
  ],
  [
    'a reading that nobody reads',
    'readings:\n  user.membership-item-form: uuid\n',
    /^profile.yaml:2: .*is not filled by a reading; leave it out/,
  ],
  [
    'a word that a reading does not have',
    'readings:\n  create-class.same-class: same-name\n',
    /^profile.yaml:2: readings\.create-class\.same-class: is not one of "any-case", "exact-case"; write such a value/,
  ],
  [
    'a reading that is no word at all',
    'readings:\n  list-users.email-grammar: true\n',
    /^profile.yaml:2: readings\.list-users\.email-grammar: is not one of "refused", "no match"/,
  ],
  [
    'a largest limit in words',
    'readings:\n  limits.maximum-limit: a thousand\n',
    /^profile.yaml:2: readings\.limits\.maximum-limit: is not an integer/,
  ],
  [
    'a delay before now',
    'readings:\n  membership.visibility-delay: -1\n',
    /^profile.yaml:2: readings\.membership\.visibility-delay: is not a number from 0 up/,
  ],
  [
    'a state of users by its field alone',
    'readings:\n  users.enabled-field:\n    field: enabled\n',
    /^profile.yaml:\d: readings\.users\.enabled-field: lacks enabled; add it/,
  ],
  [
    'a permission that there is not',
    'readings:\n  authentication.key-permissions: { may-use: [listUsers] }\n',
    /^profile.yaml:2: readings\.authentication\.key-permissions\.may-use: .*restricted-may-use/,
  ],
  ['an overlay that is not there', 'overlay: missing.yaml\n', /missing.yaml can't be read \(ENOENT\)/],
];

for (const [name, text, message] of wrong) {
  test(`${name} is refused with file, line and fix`, () => {
    const said = refusal(text);
    expect(said).toMatch(message);
    expect(said).not.toContain('s3cret');
  });
}

test('an overlay target that selects nothing, and one that contradicts the interface, are refused by line', () => {
  const overlay = (action: string) => `overlay: 1.0.0\ninfo: { title: t, version: '1' }\nactions:\n${action}`;
  const nothing = overlay('  - target: $.components.schemas.Clas\n    update: { required: [name] }\n');
  expect(refusal('overlay: overlay.yaml\n', { 'overlay.yaml': nothing })).toMatch(/^overlay.yaml:4: /);
  const against = overlay(
    '  - target: $.components.schemas.Class.properties.classId\n    update: { type: integer }\n',
  );
  expect(refusal('overlay: overlay.yaml\n', { 'overlay.yaml': against })).toMatch(/^overlay.yaml:\d: /);
});

test('keys come from variables and files, and a place without a key is refused without a word of it', () => {
  const keys = 'keys:\n  full: { env: FULL }\n  restricted: { file: less.key }\n';
  expect(resolved(written(keys, { 'less.key': 'k-less\n' }), { FULL: 'k-full' }).settings.keys).toEqual({
    full: 'k-full',
    restricted: 'k-less',
  });
  expect(refusal(keys, { 'less.key': 'k-less' })).toBe(
    'profile.yaml:2: keys.full: the variable FULL is not set; set it to the key, or take this key out of the profile',
  );
  expect(refusal(keys, { 'less.key': 'two words' }, { FULL: 'k' })).toMatch(
    /^profile.yaml:3: keys.restricted: less.key does not hold/,
  );
  expect(resolved(written('write: false\n'), { ROLLCALL_API_KEY: 'k' }).settings.keys).toEqual({
    full: 'k',
    restricted: undefined,
  });
});

test('an older version is judged by its own clauses and operations', () => {
  const { contract } = resolved(written('version: 1.1.0\n'));
  expect(contract.version).toBe('1.1.0');
  expect(contract.operations.map(({ id }) => id)).toContain('createStudent');
  expect(contract.operations.map(({ id }) => id)).not.toContain('updateUserName');
  expect([...contract.clauses.keys()].some((id) => id.startsWith('update-user-name'))).toBe(false);
});

test('somebody else is asked politely, and this machine as fast as it answers', () => {
  const pace = (target: string) => resolved(written(`target: ${target}\n`)).settings.pace;
  expect(pace('https://roster.example/api/v1')).toEqual({ perSecond: 20, concurrency: 4 });
  expect(pace('http://127.0.0.1:8080/api/v1')?.perSecond).toBeUndefined();
});

test('a profile that nobody can read is a mistake of the configuration', () => {
  expect(() => loadProfile('/nowhere/profile.yaml')).toThrow(ConfigurationError);
});

test('a section of which every line is a comment says nothing', () => {
  const file = path.join(test.info().outputPath(), 'profile.yaml');
  writeFileSync(file, 'name: mine\nreadings:\n  # limits.maximum-limit: 500\nshapes:\n');

  expect(loadProfile(file)).toMatchObject({ name: 'mine', readings: {} });
});
