import path from 'node:path';
import { expect } from '@playwright/test';
import { parse } from 'yaml';
import { type Discovery, discover } from '../../../bin/init/discover.ts';
import { learnByTries } from '../../../bin/init/tries/learn.ts';
import { mostMade, mostTries } from '../../../bin/init/tries/trier.ts';
import { knownNames } from '../../../bin/init/words/known.ts';
import { placesFor, writeText } from '../../../bin/init/write.ts';
import { contractFor } from '../../../harness/run/config.ts';
import { loadProfile } from '../../../harness/run/profile.ts';
import type { Service, SomeShapes } from '../../../reference/service/reference.ts';
import { variants } from '../../../reference/variants/index.ts';
import { test } from '../plain-test.ts';
import { otherShapes } from '../shapes/shapes.ts';
import { type ServedTarget, serveTarget } from './served.ts';

interface Words {
  readonly state?: unknown;
  readonly fields?: unknown;
  readonly operations: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
}

/** What a target holds of users, as its owner sees it. */
async function usersOf(target: ServedTarget): Promise<Record<string, unknown>[]> {
  const headers = { 'x-api-key': target.keys.full };
  const answer = await fetch(`${target.baseUrl}/users?limit=200&sort[field]=createdAt&sort[direction]=asc`, {
    headers,
  });
  return ((await answer.json()) as { data: Record<string, unknown>[] }).data;
}

async function tried(
  shapes: SomeShapes,
  wrap?: (service: Service) => Service,
  known: Readonly<Record<string, string>> = {},
  users = 60,
) {
  const target = await serveTarget(
    { shapes: { ...shapes, rate: { requests: 10_000, seconds: 1 } }, users },
    wrap,
  );
  const places = placesFor(path.join(target.folder, 'profile.yaml'));
  const before = await usersOf(target);
  const from = target.requests.length;
  const look = (open: Parameters<typeof discover>[0]) =>
    discover(open, undefined, places, (contract, words) => learnByTries(open.run, contract, words, known));
  const found: Discovery = await target.look(look, { ROLLCALL_WRITE: '1' });
  const requests = target.requests.slice(from);
  const ids = new Set(before.map(({ userId }) => userId));
  const after = (await usersOf(target)).filter(({ userId }) => ids.has(userId));
  const made = (await usersOf(target)).length - before.length;
  writeText(places.profile, found.profile);
  const contract = contractFor(loadProfile(places.profile));
  await target.close();
  const { shapes: words } = parse(found.profile) as { shapes: Words };
  return { found, words, contract, requests, before, after, made };
}

test.describe.configure({ timeout: 120_000 });

test('tries find the bodies, statuses and the state field of a service with names of its own, and touch nobody', async () => {
  const { words, contract, requests, before, after, made, found } = await tried(otherShapes);
  const { operations } = words;

  expect(operations['createStudent']).toMatchObject({
    wrap: 'student',
    required: ['givenName', 'familyName'],
  });
  expect(operations['updateStudentDetails']).toMatchObject({
    optional: expect.arrayContaining(['birthDate']),
  });
  expect(operations['updateUserPassword']).toMatchObject({ wrap: 'credentials', required: ['secret'] });
  expect(operations['setUserExternalId']).toEqual({
    required: ['sourceId'],
    returns: 204,
    refuses: [400, 404],
  });
  expect(operations['addStudentClasses']).toMatchObject({
    required: ['groups'],
    returns: 200,
    shows: 'user',
  });
  expect(operations['disableUser']).toMatchObject({ body: 'none', returns: 200, shows: 'user' });
  expect(words.state).toEqual({ field: 'canSignIn', enabled: true, disabled: false });
  expect(words.fields).toMatchObject({ givenName: 'firstName', groups: 'classIds', mail: 'email' });
  expect(contract.isOpen('create-student.body')).toBe(false);
  expect(found.profile).toMatch(/# Found with \d+ tries, on things that init made\.\n {4}createStudent:/);

  expect(after).toEqual(before);
  expect(made).toBeLessThanOrEqual(8);
  const writes = requests.filter((line) => !line.startsWith('GET ') && !line.endsWith('/search'));
  expect(writes.length).toBeLessThan(110);
});

test('a service that refuses to write is left alone, and each slot says why it is open', async () => {
  const readOnly =
    (service: Service): Service =>
    async (request) => {
      const isRead = request.method === 'GET' || request.url.endsWith('/search');
      return isRead ? service(request) : Response.json({ status: 403, message: 'No.' }, { status: 403 });
    };
  const { words, found, requests } = await tried({}, readOnly);
  const writes = requests.filter((line) => !line.startsWith('GET ') && !line.endsWith('/search'));

  expect(words.operations['createStudent']).toBeUndefined();
  expect(found.profile).toMatch(/# Not found with 1 try: answered 403\.\n {4}# createStudent:/);
  expect(writes.length).toBeLessThan(10);
});

test('a service that takes whatever comes is asked a bounded number of times, and believed nothing', async () => {
  const careless =
    (service: Service): Service =>
    async (request) => {
      if (request.method === 'GET' || request.url.endsWith('/search')) return service(request);
      const userId = crypto.randomUUID();
      return Response.json({ user: { userId }, class: {}, cohort: {} }, { status: 201 });
    };
  const { words, requests } = await tried({}, careless);
  const creations = requests.filter((line) => /^POST \S+\/(?:students|teachers|classes|cohorts)$/.test(line));

  expect(words.operations['createStudent']).toBeUndefined();
  expect(creations.length).toBeLessThanOrEqual(mostMade + 2 * mostTries);
});

test('what a creation requires is found though a username that is taken is refused first', async () => {
  const takenFirst = (service: Service): Service => {
    const taken = new Set<unknown>();
    return async (request) => {
      if (request.method !== 'POST' || !request.url.endsWith('/students')) return service(request);
      const { user = {} } = (await request.clone().json()) as { user?: Record<string, unknown> };
      const { password, ...others } = user;
      const refuse = (status: number, message: string) => Response.json({ status, message }, { status });
      if (taken.has(user['username'])) return refuse(409, 'This name is taken.');
      const missing = ['username', 'password'].find((name) => user[name] === undefined);
      if (missing !== undefined) return refuse(400, `${missing} is required`);
      taken.add(user['username']);
      return service(new Request(request, { body: JSON.stringify({ user: others }) }));
    };
  };
  const { words } = await tried({}, takenFirst);

  expect(words.operations['createStudent']).toMatchObject({
    required: ['firstName', 'lastName', 'username', 'password'],
  });
});

test('a wrapper that nobody would guess, and a name that is whole, are found by what refusals miss', async () => {
  const person = (service: Service): Service => {
    return async (request) => {
      if (request.method !== 'POST' || !/\/(?:students|teachers)$/.test(request.url)) return service(request);
      const sent = (await request.clone().json()) as Record<string, Record<string, unknown> | undefined>;
      const refuse = (detail: string) =>
        Response.json({ title: 'Bad Request', status: 400, detail }, { status: 400 });
      if (sent['person'] === undefined) return refuse("must have required property 'person'");
      const { fullName, firstName: _, lastName: __, ...others } = sent['person'];
      if (typeof fullName !== 'string') return refuse('fullName is required');
      const [firstName, ...rest] = fullName.split(' ');
      const user = { ...others, firstName, lastName: rest.join(' ') };
      const response = await service(new Request(request, { body: JSON.stringify({ user }) }));
      if (!response.ok) return response;
      const made = ((await response.json()) as { user: Record<string, unknown> }).user;
      const { firstName: ___, lastName: ____, ...shown } = made;
      return Response.json({ user: { ...shown, fullName } }, { status: 201 });
    };
  };
  const { words } = await tried({}, person);

  expect(words.operations['createStudent']).toMatchObject({ wrap: 'person', required: ['fullName'] });
  expect(JSON.stringify(words.operations['createStudent'])).not.toMatch(/firstName|lastName/);
});

test('a gender that was seen is tried where there may be others, on pages that were not read', async () => {
  const { words, found } = await tried({ limitMaximum: 200 }, undefined, {}, 260);

  expect(words.operations['updateStudentDetails']).toMatchObject({ optional: ['dateOfBirth', 'gender'] });
  expect(found.profile).toMatch(/# seen in \d+ rows of listUsers, which are not all/);
  expect(found.profile).toMatch(/# {2}genders: \[|# genders: \[/);
});

test('names that nobody would guess come from a profile, and the rest is found with them', async () => {
  const bare = variants.find(({ id }) => id === 'accounts.bodies!bare');
  const file = path.join(test.info().outputPath(), 'names.yaml');
  writeText(
    file,
    'shapes:\n  fields:\n    first: firstName\n    last: { means: lastName }\n    secret: password\n',
  );
  const known = knownNames(loadProfile(file));
  const { words, contract } = await tried(bare?.shapes ?? {}, undefined, known);

  expect(known).toEqual({ firstName: 'first', lastName: 'last', password: 'secret' });
  expect(words.operations['createStudent']).toMatchObject({ required: ['first', 'last'] });
  expect(words.operations['updateUserPassword']).toMatchObject({ required: ['secret'] });
  expect(words.fields).toMatchObject({ first: 'firstName', last: 'lastName', secret: 'password' });
  expect(contract.isOpen('create-teacher.body')).toBe(false);
});

test('where the disabled are hidden, no field is taken for the state', async () => {
  const hiding = variants.find(({ id }) => id === 'states.disabled-sessions!hidden');
  const { words } = await tried({}, hiding?.wrap);

  expect(words.operations['createStudent']).toBeDefined();
  expect(words.state).toBeUndefined();
});

test('a field that shows since when somebody is disabled is told by its form, not by a moment', async () => {
  const dated = variants.find(({ id }) => id === 'users.enabled-field!moment');
  const { words } = await tried({}, dated?.wrap);

  expect(words.state).toEqual({ field: 'disabledAt', enabled: null, disabled: { form: 'date-time' } });
});

test('a description that creations have to have is required', async () => {
  const strict = variants.find(({ id }) => id === 'create-class.fields!description-required');
  const { words } = await tried({}, strict?.wrap);

  expect(words.operations['createClass']).toEqual({ required: ['name', 'description'] });
  expect(words.operations['createCohort']).toEqual({ required: ['name', 'description'] });
});
