import { expect } from '@playwright/test';
import { loadContract } from '../../../spec/contract.ts';
import { test } from '../plain-test.ts';
import { actions, loadWith } from './overlay-actions.ts';

const pagination = { total: 1, limit: 100, offset: 0, previousCursor: null, nextCursor: null };

test('a filled request body gives parameters, names what is required, and judges our requests', () => {
  const schema =
    '{ type: object, required: [student], properties: { student: { type: object, required: [firstName], properties: { firstName: { type: string, x-means: firstName } } } } }';
  const contract = loadWith(
    actions(
      `target: "$.paths['/students'].post.requestBody.content['application/json'].schema", update: ${schema}`,
    ),
  );
  const operation = contract.operation('createStudent');
  expect(contract.isOpen('create-student.body')).toBe(false);
  expect(contract.isOpen('create-teacher.body')).toBe(true);
  expect(operation.gaps).not.toContain('create-student.body');
  expect(operation.bodyRequired).toBe(true);
  expect(operation.parameters.map(({ name, in: where, required }) => [name, where, required])).toEqual([
    ['student', 'body', true],
  ]);
  expect(contract.requestViolations('createStudent', { student: { firstName: 'Ann' } })).toEqual([]);
  expect(contract.requestViolations('createStudent', { student: { firstName: 5 } })).toEqual([
    '/student/firstName: expected a string, got an integer',
  ]);
  expect(contract.requestViolations('createStudent', undefined)).toHaveLength(1);
});

const sessions = actions(
  "target: $.components.schemas.SessionListItem, update: { $ref: '#/components/schemas/Session' }",
  'target: $.components.schemas.Session, update: { required: [id], properties: { id: { type: string, format: uuid, x-clause: session.session-id } } }',
  'target: $.components.schemas.Session.properties.status, update: { enum: [done, running] }',
  "target: $.components.schemas.SessionResult, update: { properties: { level: { $ref: '#/components/schemas/ResultLevel' } } }",
);

test('a filled session item is judged by its own clauses', () => {
  const contract = loadWith(sessions);
  for (const gap of ['session.item-shape', 'session.fields', 'result.fields', 'session.status-literals']) {
    expect(contract.isOpen(gap), gap).toBe(false);
  }
  const id = '123e4567-e89b-12d3-a456-426614174000';
  const broken = (item: unknown): readonly string[] =>
    contract
      .validate('listSessions', 200, { data: [item], pagination })
      .map(({ clause, pointer }) => `${clause} ${pointer}`);
  expect(
    broken({ id, status: 'done', startDate: '2024-02-29', result: { level: 'E1 - Lower' }, more: 1 }),
  ).toEqual([]);
  expect(broken({ id, result: null })).toEqual([]);
  expect(broken({})).toEqual(['session.session-id /data/0/id']);
  expect(broken({ id, status: 'open' })).toEqual(['session.status /data/0/status']);
  expect(broken({ id, startDate: '2024-02-30' })).toEqual(['session.start-date /data/0/startDate']);
  expect(broken({ id, endDate: null })).toEqual(['conventions.empty-omitted /data/0/endDate']);
  expect(broken({ id, result: { level: 'E1 – Lower' } })).toEqual([
    'result-levels.values /data/0/result/level',
  ]);
  expect(contract.isPublic('listSessions', 200, '/data/0/result/level')).toBe(true);
  expect(contract.isPublic('listSessions', 200, '/data/0/id')).toBe(false);
});

test('a stated success status takes the place of any 2xx and keeps what is known of the body', () => {
  const responses = "$.paths['/smart-ia/sessions/completed'].get.responses";
  const contract = loadWith(
    actions(
      `target: "${responses}", update: { 200: { description: A page. }, 400: { $ref: '#/components/responses/BadRequest' } }`,
    ),
  );
  const operation = contract.operation('listCompletedSessions');
  expect([operation.success, operation.lists(400), operation.paginated]).toEqual([200, true, true]);
  expect(contract.validate('listCompletedSessions', 200, { data: [] }).map(({ clause }) => clause)).toEqual([
    'pagination.response-shape',
  ]);
  expect(operation.gaps).not.toContain('named-only.success-statuses');
  expect(contract.isOpen('named-only.success-statuses')).toBe(true); // other operations still have it
});

test('an error that is lent to another status carries the status of the response', () => {
  const contract = loadWith(
    actions(
      `target: "$.paths['/users/search'].post.responses", update: { 422: { $ref: '#/components/responses/BadRequest' }, 400: { $ref: '#/components/responses/Conflict' } }`,
    ),
  );
  const broken = (status: number, body: unknown): readonly string[] =>
    contract.validate('searchUsers', status, body).map(({ clause, expected }) => `${clause}: ${expected}`);
  for (const status of [400, 422]) {
    expect(broken(status, { status, message: 'x' })).toEqual([]);
    expect(broken(status, { status, title: 'x' })).toEqual([]);
    expect(broken(status, { status: 409, message: 'x' })).toEqual([`errors.status-equals-http: ${status}`]);
    expect(broken(status, { status: 409, title: 'x' })).toEqual([`errors.problem-status: ${status}`]);
  }
  expect(contract.validate('createClass', 409, { status: 409, message: 'x' })).toEqual([]);
});

test('204 for an operation without a shown answer closes its gap', () => {
  const contract = loadWith(
    actions(`target: "$.paths['/users/{userId}/enable'].post.responses", update: { 204: {} }`),
  );
  expect(contract.operation('enableUser').success).toBe(204);
  expect(contract.isOpen('enable-user.response')).toBe(false);
});

test('parameters fill a query that is not shown', () => {
  const parameter = '{ name: subject, in: query, schema: { type: string } }';
  const contract = loadWith(
    actions(
      `target: "$.paths['/smart-ia/sessions/completed'].get.parameters", update: ${parameter}`,
      `target: "$.paths['/sessions/completed'].get", update: { parameters: [${parameter}] }`,
    ),
  );
  expect(contract.operation('listCompletedSessions').has('subject')).toBe(true);
  expect(contract.operation('listCompletedSessions').has('limit')).toBe(true);
  expect(contract.operation('listStudySessions').has('subject')).toBe(true);
  expect(contract.isOpen('list-study-sessions.query')).toBe(false);
});

test('a server may name a property of its own, and take an action of the same overlay back', () => {
  const own = 'target: $.components.schemas.Class.properties, update: { room: { type: string } }';
  const contract = loadWith(actions(own));
  expect(contract.validate('getClass', 200, { class: { room: 5 } }).map(({ clause }) => clause)).toEqual([
    'get-class.body',
  ]);
  const without = loadWith(actions(own, 'target: $.components.schemas.Class.properties.room, remove: true'));
  expect(without.validate('getClass', 200, { class: { room: 5 } })).toEqual([]);
});

test('a gap may be named as still open, and a setting of a profile fills one too', () => {
  const partly =
    'target: $.components.schemas.User.properties.gender, update: { maxLength: 20, x-gap: user.gender-values }';
  expect(loadWith(actions(partly)).isOpen('user.gender-values')).toBe(true);
  expect(
    loadContract({ filled: ['authentication.key-permissions'] }).isOpen('authentication.key-permissions'),
  ).toBe(false);
});

test('the contract itself stays as it is', () => {
  loadWith(sessions);
  expect(loadContract().isOpen('session.fields')).toBe(true);
});

test('several items leave a list at once, and no other', () => {
  const required = 'target: $.components.schemas.Class, update: { required: [classId, name, description] }';
  const optional = `target: "$.components.schemas.Class.required[?@ != 'name']", remove: true`;
  const contract = loadWith(actions(required, optional));
  const missing = contract.validate('getClass', 200, { class: {} }).map(({ clause }) => clause);
  expect(missing).toEqual(['class.name']);
});
