import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect } from '@playwright/test';
import { propertyFor } from '../../../generators/body.ts';
import { contractFor } from '../../../harness/run/config.ts';
import { loadProfile } from '../../../harness/run/profile.ts';
import { test } from '../plain-test.ts';
import { judgeAll, rowsOf, trial } from '../proofs/judge-service.ts';

const referenceProfile = path.join(import.meta.dirname, '../../../profiles/reference/profile.yaml');

for (const [what, from, to, check, operation, line] of [
  [
    'a wrong wrapper',
    'wrap: user\n',
    'wrap: pupil\n',
    'create-student.success',
    'createStudent',
    'createStudent:',
  ],
  [
    'a field that the target does not know',
    'updateUserName: { wrap: user,',
    'updateUserName: { wrap: name,',
    'update-user-name.success',
    'updateUserName',
    'updateUserName:',
  ],
  [
    'a wrong name of a field',
    'createClass: { required: [name]',
    'createClass: { required: [description]',
    'create-class.success',
    'createClass',
    'createClass:',
  ],
] as const) {
  test(`${what} is a matter of the profile, with its line, and no failure of the target`, async () => {
    const folder = test.info().outputPath('profile');
    mkdirSync(folder, { recursive: true });
    const text = readFileSync(referenceProfile, 'utf8')
      .replace(from, to)
      .replace(', optional: [description]', '');
    writeFileSync(path.join(folder, 'profile.yaml'), text);
    const by = contractFor(loadProfile(path.join(folder, 'profile.yaml')));
    const [row] = await judgeAll(trial({ by, effort: 'quick' }), rowsOf(check, [operation]));

    expect([row?.verdict, row?.cause]).toEqual(['inconclusive', 'profile']);
    const at = text.split('\n').findIndex((one) => one.includes(line)) + 1;
    expect(row?.reason).toContain(`compare profile.yaml:${at} with what the target takes`);
  });
}

/** A profile whose bodies of memberships have one name for both lists, and the contract that it gives. */
function withIds(name: string, more: (text: string) => string) {
  const folder = test.info().outputPath(name);
  mkdirSync(folder, { recursive: true });
  const own = '\n  fields:\n    ids: { type: array, items: { type: string, format: uuid } }\n';
  const text = readFileSync(referenceProfile, 'utf8')
    .replaceAll(/required: \[(?:classIds|cohortIds)\]/g, 'required: [ids]')
    .replace('\n  fields:\n', own);
  writeFileSync(path.join(folder, 'profile.yaml'), more(text));
  return contractFor(loadProfile(path.join(folder, 'profile.yaml')));
}

test('the only field of a membership means its list, whatever its name is', () => {
  const by = withIds('one-name', (text) => text);

  for (const [id, list] of [
    ['addStudentClasses', 'classIds'],
    ['addStudentCohorts', 'cohortIds'],
  ] as const) {
    const body = by.operations.find((op) => op.id === id)?.body;
    expect(propertyFor(body ?? {}, list)).toMatchObject({ type: 'array' });
  }
});

test('a body without a property for its list is a matter of the profile, and is not sent', async () => {
  const by = withIds('no-list', (text) =>
    text.replace(
      'addStudentClasses: { required: [ids]',
      'addStudentClasses: { required: [ids], optional: [description]',
    ),
  );
  const [row] = await judgeAll(
    trial({ by, effort: 'quick' }),
    rowsOf('add-student-classes.effect', ['addStudentClasses']),
  );

  expect([row?.verdict, row?.cause]).toEqual(['inconclusive', 'configuration']);
  expect(row?.reason).toContain('which property of the body of addStudentClasses holds `classIds`');
});
