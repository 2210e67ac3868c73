import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect } from '@playwright/test';
import { parse, stringify } from 'yaml';
import { wordsIn } from '../../../bin/init/words/read.ts';
import { bodyFor } from '../../../generators/body.ts';
import { contractFor, fillingsOf } from '../../../harness/run/config.ts';
import { loadProfile } from '../../../harness/run/profile.ts';
import { chooseShapes } from '../../../reference/service/choices.ts';
import { fullContractDigest } from '../../../reports/header.ts';
import { loadContract } from '../../../spec/contract.ts';
import { overlayDocument } from '../../../spec/fill.ts';
import { sourceOf } from '../../../spec/load.ts';
import { applyOverlay } from '../../../spec/overlay.ts';
import type { JsonObject } from '../../../spec/tree.ts';
import { test } from '../plain-test.ts';
import { overlayFor } from './overlay.ts';
import { otherShapes } from './shapes.ts';

const folder = import.meta.dirname;
const referenceProfile = path.join(folder, '../../../profiles/reference/profile.yaml');
const referenceOverlay = readFileSync(path.join(folder, 'reference.overlay.yaml'), 'utf8');

/** The contract's document as an overlay fills it. */
function filled(text: string): unknown {
  const { clauses, gaps } = loadContract();
  const known = { clauses: new Set(clauses.keys()), gaps: new Set(gaps.keys()) };
  return applyOverlay(sourceOf('openapi', undefined).tree, { file: 'overlay.yaml', text }, known);
}

const documentText = (document: unknown) => ({ file: 'overlay.yaml', text: JSON.stringify(document) });

for (const [whose, file, overlay] of [
  ['the reference service', referenceProfile, referenceOverlay],
  ['other shapes', path.join(folder, 'other.profile.yaml'), overlayFor(chooseShapes(otherShapes))],
] as const) {
  test(`the short words for ${whose} give the contract that the long overlay gives`, () => {
    const profile = loadProfile(file);
    const worded = overlayDocument(fillingsOf(profile));

    expect(filled(JSON.stringify(worded))).toEqual(filled(overlay));
    const long = loadContract({
      overlay: { file: 'overlay.yaml', text: overlay },
      filled: Object.keys(profile.readings),
    });
    expect(fullContractDigest(contractFor(profile))).toBe(fullContractDigest(long));
  });
}

for (const [whose, file, overlay] of [
  ['the reference service', referenceProfile, referenceOverlay],
  ['other shapes', path.join(folder, 'other.profile.yaml'), overlayFor(chooseShapes(otherShapes))],
] as const) {
  test(`the way back from the long overlay for ${whose} gives short words that say the same`, () => {
    const { state: _, ...words } = wordsIn(filled(overlay));
    const { state, ...own } = (parse(readFileSync(file, 'utf8')) as { shapes: JsonObject }).shapes;
    const text = stringify({ shapes: { ...words, state } });
    const again = overlayDocument({ shapes: { file: 'profile.yaml', text } });

    expect(Object.keys(words).sort()).toEqual(Object.keys(own).sort());
    expect(fullContractDigest(loadContract({ overlay: documentText(again) }))).toBe(
      fullContractDigest(loadContract({ overlay: { file: 'overlay.yaml', text: overlay } })),
    );
  });
}

test('the profile of the reference service is short, and needs no overlay', () => {
  expect(loadProfile(referenceProfile).overlay).toBeUndefined();
  expect(readFileSync(referenceProfile, 'utf8').trim().split('\n').length).toBeLessThan(100);
});

/** The message with which a profile is refused, without its folder. */
function refusal(text: string, overlay?: string): string {
  const own = test.info().outputPath('profile');
  mkdirSync(own, { recursive: true });
  const file = path.join(own, 'profile.yaml');
  writeFileSync(file, text);
  if (overlay !== undefined) writeFileSync(path.join(own, 'overlay.yaml'), overlay);
  try {
    contractFor(loadProfile(file));
  } catch (error) {
    return String(error instanceof Error && error.message).replaceAll(`${own}/`, '');
  }
  return 'accepted';
}

for (const [what, text, message] of [
  [
    'an operation that there is not',
    'shapes:\n  operations:\n    createStudnt: { required: [firstName] }\n',
    /^profile.yaml:3: shapes.operations.createStudnt: .*did you mean createStudent\?/,
  ],
  [
    'a word that there is not',
    'shapes:\n  operations:\n    createStudent: { warp: student }\n',
    /^profile.yaml:3: shapes.operations.createStudent.warp: .*did you mean wrap\?/,
  ],
  [
    'a field that nobody knows',
    'shapes:\n  operations:\n    createStudent:\n      required: [firstName, lastNam]\n',
    /^profile.yaml:4: shapes.operations.createStudent.required\[1\]: lastNam is no field that is known; did you mean lastName\?/,
  ],
  [
    'a field of the target’s own without its meaning',
    'shapes:\n  operations:\n    createStudent:\n      required: [house]\n',
    /^profile.yaml:4: .*house is no field that is known; say what it means: fields: \{ house: firstName \}/,
  ],
  [
    'a meaning that nobody knows',
    'shapes:\n  fields:\n    givenName: fristName\n  operations:\n    createStudent: { required: [givenName] }\n',
    /^profile.yaml:3: shapes.fields.givenName: fristName is no field that is known; did you mean firstName\?/,
  ],
  [
    'a required field that a user has not',
    'shapes:\n  required:\n    User: [userId, userName]\n',
    /^profile.yaml:3: shapes.required.User\[1\]: userName is no field of User; did you mean username\?/,
  ],
  [
    'a status that the interface states otherwise',
    'shapes:\n  operations:\n    createStudent: { required: [firstName], returns: 200 }\n',
    /^profile.yaml:3: shapes.operations.createStudent.returns: the interface states 201 here; leave it out/,
  ],
  [
    'another page than the interface states',
    'shapes:\n  operations:\n    listCompletedSessions: { returns: 200, shows: studySessions }\n',
    /^profile.yaml:3: shapes.operations.listCompletedSessions.shows: the interface states a page of sessions here/,
  ],
  [
    'a filter that there is not',
    'shapes:\n  operations:\n    listStudySessions: { filters: [startDate, userIds] }\n',
    /^profile.yaml:3: .*filters\[1\]: userIds is no filter that is known; did you mean userId\?/,
  ],
  [
    'a schema that is none',
    'shapes:\n  fields:\n    password: { maxLenght: 9 }\n  operations:\n    updateUserPassword: { required: [password] }\n',
    /^profile.yaml:5: shapes.operations.updateUserPassword: does not fit: .*maxLenght/,
  ],
  [
    'no body beside one',
    'shapes:\n  operations:\n    enableUser: { body: none, required: [password] }\n',
    /^profile.yaml:3: shapes.operations.enableUser\.required: .*body: none/,
  ],
  [
    'a wrapper where the interface states one',
    'shapes:\n  operations:\n    createClass: { wrap: klass, required: [name] }\n',
    /^profile.yaml:3: shapes.operations.createClass.wrap: /,
  ],
] as const) {
  test(`${what} is refused with its line and its fix`, () => {
    expect(refusal(text)).toMatch(message);
  });
}

test('the line of the issue is understood: a status that the interface states may be said', () => {
  const line = 'createStudent: { wrap: student, required: [firstName, lastName], returns: 201 }';
  expect(refusal(`shapes:\n  operations:\n    ${line}\n`)).toBe('accepted');
});

test('the page and the parameters that the interface states for a list may be said again', () => {
  const said = 'returns: 200, shows: sessions, filters: [startDate, limit, offset, cursor]';
  expect(refusal(`shapes:\n  operations:\n    listCompletedSessions: { ${said} }\n`)).toBe('accepted');
});

test('an overlay stands on top of the short words', () => {
  const head = "overlay: 1.0.0\ninfo: { title: t, version: '1' }\nactions:\n";
  const action = `${head}  - target: $.components.schemas.User.properties.enabled\n    update: { description: its state }\n`;
  const words =
    'shapes:\n  state: { field: enabled, enabled: true, disabled: false }\noverlay: overlay.yaml\n';

  expect(refusal(words, action)).toBe('accepted');
  expect(refusal('overlay: overlay.yaml\n', action)).toMatch(/^overlay.yaml:4: .*selects nothing/);
});

test('a contract knows which lines describe a body', () => {
  const contract = contractFor(loadProfile(referenceProfile));
  const lines = readFileSync(referenceProfile, 'utf8').split('\n');
  const [at = ''] = contract.describedAt('createStudent');

  expect(lines[Number(at.split(':')[1]) - 1]).toContain('createStudent:');
  expect(contract.describedAt('createClass')).toHaveLength(1);
  expect(contract.describedAt('addClassStudents')).toEqual([]);
});

test('the word `emails` of a body is the list that users have, and `email` is one address', () => {
  const text =
    'shapes:\n  operations:\n    createStudent: { wrap: student, required: [emails] }\n    createTeacher: { wrap: teacher, required: [email] }\n';
  const contract = loadContract({
    overlay: documentText(overlayDocument({ shapes: { file: 'profile.yaml', text } })),
  });
  const bodyOf = (operation: string) =>
    bodyFor(contract.operation(operation).body ?? {}, {
      emails: 'ada@example.org',
      email: 'ada@example.org',
    });

  expect(bodyOf('createStudent')).toEqual({ student: { emails: ['ada@example.org'] } });
  expect(bodyOf('createTeacher')).toEqual({ teacher: { email: 'ada@example.org' } });
});

test('a page of study sessions may be said without what one shows, and a field of an answer without its form', () => {
  const shows = '  operations:\n    listStudySessions: { returns: 200, shows: studySessions }\n';

  expect(refusal(`shapes:\n${shows}`)).toBe('accepted');
  expect(refusal(`shapes:\n  studySession: { required: [id, userId] }\n${shows}`)).toBe('accepted');
  expect(refusal('shapes:\n  studySession: { required: [userid] }\n')).toMatch(
    /^profile.yaml:2: shapes.studySession: userid is no field that is known; did you mean userId\?/,
  );
});
