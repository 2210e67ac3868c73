import { readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { expect } from '@playwright/test';
import { parse, stringify } from 'yaml';
import { discover } from '../../../bin/init/discover.ts';
import { fillGaps } from '../../../bin/init/fill.ts';
import { describeVendor } from '../../../bin/init/vendor/describe.ts';
import { readVendor } from '../../../bin/init/vendor/read.ts';
import { placesFor, writeText } from '../../../bin/init/write.ts';
import { type Departure, departures } from '../../../bin/lint/departures.ts';
import { type Described, parseDescription } from '../../../bin/lint/read.ts';
import { departureLines } from '../../../bin/lint/text.ts';
import { contractFor } from '../../../harness/run/config.ts';
import { loadProfile } from '../../../harness/run/profile.ts';
import { loadContract } from '../../../spec/contract.ts';
import { sourceOf } from '../../../spec/load.ts';
import { applyOverlay } from '../../../spec/overlay.ts';
import { isObject, type JsonObject } from '../../../spec/tree.ts';
import { test } from '../plain-test.ts';
import { serveTarget } from './served.ts';

const root = path.join(import.meta.dirname, '../../..');
const contract = loadContract();
const own = tree(sourceOf('openapi', undefined).tree);

/** What the vendor of the reference service would publish: the interface with every gap filled. */
function published(): JsonObject {
  const text = readFileSync(path.join(root, 'tests/self/shapes/reference.overlay.yaml'), 'utf8');
  const known = { clauses: new Set(contract.clauses.keys()), gaps: new Set(contract.gaps.keys()) };
  return tree(applyOverlay(own, { file: 'overlay.yaml', text }, known));
}

function tree(value: unknown): JsonObject {
  if (!isObject(value)) throw new Error('not a document');
  return value;
}

/** A description by somebody who writes 3.0, with a server that ends before the version. */
const vendor = `
openapi: 3.0.3
info: { title: Vendor, version: 1.0.0 }
servers: [{ url: https://roster.example/api }]
paths:
  /v1/academic-years:
    get:
      operationId: years
      responses:
        "200":
          description: ok
          content:
            application/json:
              schema:
                type: object
                required: [data]
                properties: { data: { type: array, items: { $ref: '#/components/schemas/Year' } } }
        default: { description: error }
  /v1/classes/{id}/students:
    post:
      operationId: addStudents
      requestBody:
        required: true
        content:
          application/json:
            schema:
              type: object
              required: [userIds, reason]
              properties:
                userIds: { type: array, minItems: 1, maxItems: 50, items: { type: string, format: uuid } }
                reason: { type: string }
      responses: { "200": { description: ok }, 4XX: { description: error }, 5XX: { description: error } }
  /v1/students:
    put: { operationId: createStudent, responses: { "201": { description: ok } } }
  /v1/users/{id}/name:
    put:
      operationId: rename
      requestBody:
        required: true
        content:
          application/json:
            schema:
              type: object
              required: [name]
              properties:
                name:
                  type: object
                  required: [firstName]
                  properties:
                    firstName: { type: string, minLength: 1 }
                    lastName: { type: string, nullable: true }
                    manager: { $ref: '#/components/schemas/Person' }
      responses:
        "200":
          description: ok
          content: { application/json: { schema: { type: object, required: [user], properties: { user: { type: object } } } } }
        default: { description: error }
components:
  schemas:
    Person: { type: object, properties: { name: { type: string }, manager: { $ref: '#/components/schemas/Person' } } }
    Year:
      type: object
      properties:
        academicYearId: { type: integer }
        name: { type: string }
        startDate: { type: string, format: date }
        endDate: { type: string, format: date-time }
`;

/** A description as a document of its own. */
function documentOf(root: JsonObject): Described {
  return parseDescription('vendor.json', JSON.stringify(root));
}

/** The places where a description contradicts the interface. */
function contradictions(root: JsonObject): Departure[] {
  return departures(documentOf(root), contract).filter(({ level }) => level === 'error');
}

function of(list: readonly Departure[], operation: string): string[] {
  return list
    .filter((one) => one.operation === operation)
    .map(({ where, stated, described }) => `${where}: ${stated} / ${described}`);
}

test.describe.configure({ timeout: 120_000 });

test('the interface does not contradict itself, and neither does a vendor who only fills its gaps', () => {
  expect(contradictions(own)).toEqual([]);
  expect(contradictions(published())).toEqual([]);
});

/** Changes every schema of a document, wherever it stands. */
function each(node: unknown, change: (schema: Record<string, unknown>) => void): void {
  if (Array.isArray(node)) for (const one of node) each(one, change);
  if (!isObject(node)) return;
  change(node);
  for (const one of Object.values(node)) each(one, change);
}

test('an answer that is narrower, or of which nothing is said, contradicts nothing', () => {
  const narrow = structuredClone(published());
  const isSent = (name: string) => /Create|Search|Sort|Filter|Limit|Offset|Cursor/.test(name);
  const { schemas } = narrow['components'] as { schemas: JsonObject };
  for (const [name, schema] of Object.entries(schemas)) {
    if (isSent(name)) continue;
    each(schema, (one) => {
      if (isObject(one['properties'])) one['required'] = Object.keys(one['properties']);
      if (one['type'] === 'string' && one['format'] === undefined) one['maxLength'] = 255;
    });
  }
  const silent = structuredClone(published());
  each(silent, (one) => {
    if (isObject(one['properties'])) delete one['required'];
  });

  expect(contradictions(narrow)).toEqual([]);
  expect(contradictions(silent)).toEqual([]);
  const told = departures(documentOf(silent), contract).map(({ level, where }) => `${level} ${where}`);
  expect(told).toContain('warning answer 200 /data');
});

test('an answer that is said to lack what the interface promises contradicts it', () => {
  const wider = structuredClone(published());
  each(wider, (one) => {
    if (Array.isArray(one['required']) && one['required'].includes('pagination')) one['required'] = ['data'];
  });
  const told = contradictions(wider).map(({ clause, where }) => `${clause} ${where}`);

  expect(new Set(told)).toContain('pagination.response-shape answer 200 /pagination');
});

test('a description that fills every gap gives the shapes for every gap of request, parameter and answer', () => {
  const description = describeVendor(published(), contract.operations);
  const targets = fillGaps(contract.operations, description).map(({ target }) => target);

  for (const operation of ['/students', '/teachers', '/users/{userId}/name', '/students/{userId}/classes'])
    expect(
      targets.some((target) => target.includes(`['${operation}']`) && target.includes('requestBody')),
    ).toBe(true);
  for (const name of ['Limit', 'CreateClass', 'CreateCohort', 'UserRole', 'SessionStatusFilter', 'Class'])
    expect(targets).toContain(`$.components.schemas.${name}`);
});

test('contradictions are told by place: operation, method, type, format, bound, demand and status', () => {
  const list = contradictions(tree(parse(vendor)));

  expect(of(list, 'listAcademicYears')).toEqual([
    'answer 200 /data/*/academicYearId: string / integer',
    'answer 200 /data/*/startDate: format date-time / format date',
  ]);
  expect(of(list, 'addClassStudents')).toEqual([
    'body /userIds: maxItems 100 / maxItems 50',
    'body /reason: no such field / required',
    'status 204: stated / 200',
  ]);
  expect(of(list, 'createStudent')).toEqual(['operation: POST /students / PUT /students']);
  expect(of(list, 'listClasses')).toEqual(['operation: GET /classes / missing']);
  expect(of(list, 'updateUserName')).toEqual([]);
  expect(departureLines(list).filter((line) => line.length > 100)).toEqual([]);
});

test('a shape that refers to itself ends', () => {
  const [action] = fillGaps(
    contract.operations,
    describeVendor(tree(parse(vendor)), contract.operations),
  ).filter(({ target }) => target.includes('/name'));

  expect(JSON.stringify(action).length).toBeLessThan(2000);
});

test('with a vendor’s description the profile has its bodies in short words, and is loaded', async () => {
  const target = await serveTarget();
  const places = placesFor(path.join(target.folder, 'profile.yaml'));
  const found = await target
    .look((open) => discover(open, documentOf(published()), places))
    .finally(() => writeText(path.join(target.folder, 'x'), ''));
  if (found.overlay !== undefined) writeText(places.overlay, found.overlay);
  writeText(places.profile, found.profile);
  const { shapes } = parse(found.profile) as { shapes: JsonObject };
  const reference = parse(readFileSync(path.join(root, 'profiles/reference/profile.yaml'), 'utf8')) as {
    shapes: JsonObject;
  };
  const filled = contractFor(loadProfile(places.profile));
  const open = [...filled.gaps.values()].filter(
    ({ id, fill }) => fill.startsWith('overlay:') && filled.isOpen(id),
  );
  await target.close();

  expect(found.departures.filter(({ level }) => level === 'error')).toEqual([]);
  expect(open.map(({ id }) => id)).toEqual([]);
  expect(shapes['operations']).toEqual(reference.shapes['operations']);
  // What a session has only once it is completed, the list of both kinds does not say.
  expect(reference.shapes['session']).toMatchObject(tree(shapes['session']));
});

test('a description is read from an address without a key, and from YAML or JSON', async () => {
  const asked: (string | undefined)[] = [];
  const server = createServer((request, response) => {
    asked.push(request.headers['x-api-key']?.toString());
    response.end(request.url === '/json' ? JSON.stringify(parse(vendor)) : vendor);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;

  expect((await readVendor(`http://127.0.0.1:${port}/json`)).root['openapi']).toBe('3.0.3');
  expect((await readVendor(`http://127.0.0.1:${port}/yaml`)).root['openapi']).toBe('3.0.3');
  expect(asked).toEqual([undefined, undefined]);
  server.close();
  await expect(readVendor(`http://127.0.0.1:${port}/yaml`)).rejects.toThrow(
    /can't be read: the connection was refused/,
  );
});

test('what is no OpenAPI 3 says what it is', async () => {
  const file = path.join(test.info().outputDir, 'description.yaml');
  writeText(file, stringify({ swagger: '2.0', paths: {} }));
  await expect(readVendor(file)).rejects.toThrow(/not OpenAPI 3\.0 or 3\.1 but 2\.0; convert it first/);
  writeFileSync(file, '<html>');
  await expect(readVendor(file)).rejects.toThrow(/neither YAML nor JSON/);
  await expect(readVendor(`${file}x`)).rejects.toThrow(/can't be read \(ENOENT\)/);
});
