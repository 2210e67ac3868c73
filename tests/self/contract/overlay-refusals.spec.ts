import { expect } from '@playwright/test';
import { loadContract } from '../../../spec/contract.ts';
import { test } from '../plain-test.ts';
import { actions, loadWith } from './overlay-actions.ts';
import { messageOf } from './small.ts';

const classes = "$.paths['/classes'].get";
const completed = "$.paths['/smart-ia/sessions/completed'].get";

/** One action each, and what the message says; the line is the action's. */
const refused: readonly [title: string, action: string, message: string][] = [
  [
    'changes a stated type',
    'target: $.components.schemas.User.properties.gender, update: { type: integer }',
    'update.type: the interface states "string" here; leave the key out',
  ],
  [
    'changes a stated format',
    'target: $.components.schemas.Class.properties.classId, update: { format: uri }',
    'the interface states "uuid"',
  ],
  [
    'narrows a stated field',
    'target: $.components.schemas.Class.properties.name, update: { maxLength: 3 }',
    'no room for maxLength',
  ],
  ['adds a level', 'target: $.components.schemas.ResultLevel, update: { enum: [L3] }', 'no room for enum'],
  [
    'requires more of pagination',
    'target: $.components.schemas.Pagination, update: { required: [pages] }',
    'no room for required',
  ],
  ['removes a status', `target: "${classes}.responses['400']", remove: true`, 'the interface states'],
  ['removes a parameter', `target: "${classes}.parameters[0]", remove: true`, 'the interface states'],
  [
    'adds a status where all are stated',
    `target: "${classes}.responses", update: { 422: { description: x } }`,
    'no room for 422',
  ],
  [
    'adds a parameter where all are stated',
    `target: "${classes}.parameters", update: { name: x, in: query, schema: {} }`,
    'no room for parameters',
  ],
  [
    'adds a parameter twice',
    `target: "${completed}.parameters", update: { name: limit, in: query, schema: {} }`,
    'has the parameter limit in query twice',
  ],
  [
    'adds an operation',
    'target: $.paths, update: { /more: { get: { operationId: more } } }',
    'no room for /more',
  ],
  ['gives a GET a body', `target: "${completed}", update: { requestBody: {} }`, 'no room for requestBody'],
  [
    'shows a name',
    'target: $.components.schemas.User.properties.fullName, update: { x-public: true }',
    'no room for x-public',
  ],
  [
    'targets a reference',
    `target: "${classes}.responses['200'].content['application/json'].schema.properties.data.items", update: { required: [name] }`,
    'target $.components.schemas.Class',
  ],
  [
    'selects nothing',
    'target: $.components.schemas.Klass, update: { description: x }',
    'selects nothing; compare it with spec/openapi.yaml',
  ],
  ['selects a value', 'target: $.info.title, update: { x: y }', 'selects a single value'],
  ['has no JSONPath', 'target: paths.classes, update: { description: x }', 'is not a JSONPath'],
  [
    'misspells a key',
    'target: $.paths, udpate: { description: x }',
    'udpate: is not a known key; did you mean update?',
  ],
  ['changes nothing', 'target: $.paths', 'changes nothing; add the key update'],
  [
    'has an update that is no mapping',
    'target: $.components.schemas.UserRole, update: text',
    'update: is not a mapping',
  ],
  [
    'misspells an extension',
    'target: $.components.schemas.UserRole, update: { type: string, x-mean: a }',
    'did you mean x-means?',
  ],
  [
    'names an unknown clause',
    'target: $.components.schemas.UserRole, update: { type: string, x-clause: user.role }',
    'did you mean user.roles?',
  ],
  [
    'misspells a keyword',
    'target: $.components.schemas.UserRole, update: { type: string, enumm: [a] }',
    'unknown keyword: "enumm"',
  ],
  [
    'misspells a type',
    'target: $.components.schemas.UserRole, update: { type: strng }',
    'items/type must be equal to one of the allowed values',
  ],
  [
    'names an unknown format',
    'target: $.components.schemas.UserRole, update: { type: string, format: guid }',
    'unknown format "guid"',
  ],
  [
    'refers to nothing',
    "target: $.components.schemas.UserRole, update: { $ref: '#/components/schemas/Role' }",
    '#/components/schemas/Role points to nothing',
  ],
  [
    'refers to itself',
    "target: $.components.schemas.UserRole, update: { $ref: '#/components/schemas/UserRole' }",
    'refers to itself',
  ],
];

for (const [title, action, message] of refused) {
  test(`an overlay that ${title} is an error with file and line`, () => {
    const fine = 'target: $.components.schemas.UserRole, update: { description: fine }';
    const found = messageOf(() => loadWith(actions(fine, action)));
    expect(found).toContain(message);
    expect(found).toMatch(/^ContractError profile\.yaml:5: actions\[1\]/);
  });
}

const heads: readonly [text: string, message: string][] = [
  [
    "overlay: '2.0.0'\ninfo: { title: x, version: '1' }\nactions: []",
    "profile.yaml:1: overlay: is not an overlay version that is known here; write overlay: '1.0.0'",
  ],
  ["overlay: '1.0.0'\ninfo: { title: x }\nactions: []", 'profile.yaml:2: info: has no version'],
  [
    "overlay: '1.0.0'\ninfo: { title: x, version: '1' }\nactoins: []",
    'profile.yaml:3: actoins: is not a known key; did you mean actions?',
  ],
  [
    "overlay: '1.0.0'\ninfo: { title: x, version: '1' }\nactions: {}",
    'profile.yaml:3: actions: is not a list',
  ],
  ['a: [', 'profile.yaml:1: not readable as YAML'],
];

for (const [text, message] of heads) {
  test(`the outline of an overlay is read strictly: ${message}`, () => {
    expect(messageOf(() => loadContract({ overlay: { file: 'profile.yaml', text } }))).toContain(message);
  });
}
