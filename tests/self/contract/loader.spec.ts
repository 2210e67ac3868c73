import { expect } from '@playwright/test';
import { type ContractFiles, loadContract } from '../../../spec/contract.ts';
import { test } from '../plain-test.ts';
import { lineOf, loadWith, messageOf, small } from './small.ts';

test('the small contract is sound', () => {
  expect(loadContract({ files: small }).operations.map(({ id }) => id)).toEqual(['getClass']);
});

/** What is written in the file, what stands there instead, and what the message says besides file and line. */
const mistakes: readonly [file: keyof ContractFiles, text: string, replacement: string, message: string][] = [
  ['clauses', 'clauses:\n', 'klauses:\n', 'did you mean clauses?'],
  ['clauses', '    level: must', '    levle: must', 'levle: is not a known key; did you mean level?'],
  ['clauses', '    level: must', '    level: most', 'most is not known here; did you mean must?'],
  ['clauses', '    level: must', '    level: must\n    level: may', 'Map keys must be unique'],
  ['clauses', '    chapter: classes', '    chapter: klasses', 'did you mean classes?'],
  ['clauses', '    statement: A class has an id.', '    statement: 5', 'statement: is not text'],
  ['clauses', '    statement: A class has an id.', "    why: ''\n    statement: x", 'why: is not text'],
  ['clauses', '    rests: [class/class-id]', '    needs: []', 'has no rests'],
  ['clauses', '[class/class-id]', '[]', 'names no passage'],
  ['clauses', '[class/class-id]', '[class/clas-id]', 'is not a passage; did you mean class/class-id?'],
  ['clauses', '[class/class-id]', '[class/class-id, class/class-id]', 'class/class-id stands here twice'],
  ['clauses', 'level: inferred', 'level: must', 'lawyer: objects to a clause that is must; make it inferred'],
  ['clauses', '    lawyer: No sentence', '    why: No sentence', 'has no lawyer'],
  ['passages', 'at: row GET', 'att: row GET', 'att: is not a known key; did you mean at?'],
  [
    'passages',
    'endpoints\n    title: Endpoints\n    passages:\n      get-class',
    'class\n    title: Class\n    passages:\n      class-id',
    'class/class-id stands twice',
  ],
  ['passages', '    title: Class', '    title: 5', 'title: is not text'],
  ['clauses', '  - id: class.class-id', '  - id: class.Class-1', 'class.Class-1 is not an id'],
  [
    'clauses',
    '[getClass]',
    '[getKlass]',
    'operations[0]: getKlass is not known here; did you mean getClass?',
  ],
  ['clauses', '[getClass]', '[getClass, getClass]', 'operations[1]: getClass stands here twice'],
  ['clauses', 'operations: all', 'operations: al', 'al is not known here; did you mean all?'],
  ['clauses', '[class.required-fields]', '[class.required-field]', 'did you mean class.required-fields?'],
  ['clauses', '  - id: get-class.body', '  - id: class.class-id', 'class.class-id stands twice'],
  ['clauses', '    operations: all', "    operations: all\n    since: '2.0'", '2.0 is not'],
  ['clauses', '  - { id: tests,', '  - { id: users,', 'users stands where tests belongs'],
  ['clauses', '{ id: events, title: Title, ', '{ id: events, ', 'has no title'],
  ['clauses', '    chapter: classes', '    chapter: users', 'classes comes too late'],
  ['gaps', 'kind: not-shown', 'kind: hidden', 'choose from not-shown, two-readings'],
  ['gaps', '    reading: None.\n', '', 'has no reading'],
  ['gaps', '    operations: [getClass]', '    operations: [5]', '5 is not known here'],
  ['gaps', 'gaps:\n', 'gaps: {}\nrest:\n', 'rest: is not a known key'],
  ['openapi', 'x-gap: class.required-fields', 'x-gap: class.fields', 'class.fields is not known'],
  [
    'openapi',
    'x-clause: class.class-id',
    'x-clause: class.clas-id',
    'class.clas-id is not known; did you mean',
  ],
  ['openapi', 'x-clause: class.class-id', 'x-claus: class.class-id', 'did you mean x-clause?'],
  ['openapi', 'x-clause: class.class-id', 'x-public: yes please', 'does not hold true or false'],
  ['openapi', 'operationId: getClass', 'operatonId: getClass', 'did you mean operationId?'],
  ['openapi', 'tags: [classes]', 'tags: [class]', 'did you mean classes?'],
  ['openapi', "x-since: '1.0'", "x-since: '1.2'", '1.2 is not known here'],
  ['openapi', '    get:\n', '    gte:\n', 'did you mean get?'],
  ['openapi', 'schemas/Class', 'schemas/Klass', '#/components/schemas/Klass points to nothing'],
  ['openapi', '  schemas:\n', '  schemas: [\n', 'not readable as YAML'],
];

for (const [file, text, replacement, message] of mistakes) {
  test(`${file}.yaml: ${JSON.stringify(replacement)} is an error with file, line and fix`, () => {
    const found = messageOf(() => loadWith(file, text, replacement));
    expect(found).toMatch(new RegExp(`^ContractError spec/${file}\\.yaml:\\d+: `));
    expect(found).toContain(message);
    expect(found).toContain('; ');
  });
}

test('the line is the line of the mistake', () => {
  const line = lineOf('clauses', '    level: must');
  const found = messageOf(() => loadWith('clauses', '    level: must', '    level: most'));
  expect(found).toContain(`spec/clauses.yaml:${line}: clauses[0].level: `);
});

test('a misspelt keyword or format of a schema is an error, not a rule left out', () => {
  for (const [text, word] of [
    ['formt: uuid', 'formt'],
    ['format: guid', 'guid'],
  ] as const) {
    const contract = loadWith('openapi', 'format: uuid', text);
    const found = messageOf(() => contract.validate('getClass', 200, {}));
    const line = lineOf('openapi', 'format: uuid');
    expect(found).toContain(`spec/openapi.yaml:${line}: `);
    expect(found).toContain(word);
  }
});

test('a reference to itself is an error', () => {
  const found = messageOf(() =>
    loadWith('openapi', '    Class:\n', "    Class:\n      $ref: '#/components/schemas/Class'\n"),
  );
  expect(found).toContain('refers to itself');
});

test('unknown ids name the nearest', () => {
  const contract = loadContract();
  expect(messageOf(() => contract.operation('listClases'))).toContain('did you mean listClasses?');
  expect(messageOf(() => contract.clause('class.clas-id'))).toContain('did you mean class.class-id?');
  expect(messageOf(() => contract.isOpen('class.required-field'))).toContain(
    'did you mean class.required-fields?',
  );
  expect(messageOf(() => loadContract({ version: '1.6' }))).toContain('choose 1.0, 1.1.0, 1.5.0, 1.7.0');
  expect(messageOf(() => loadContract({ filled: ['nothing'] }))).toContain('nothing is not a gap');
});
