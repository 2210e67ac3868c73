import { expect } from '@playwright/test';
import { serviceTransport } from '../../../harness/http/transport.ts';
import { type Journal, memoryJournal } from '../../../harness/run/journal.ts';
import { openRun, type Run } from '../../../harness/run/run.ts';
import { pendingIn } from '../../../harness/safety/lent-book.ts';
import { createReference } from '../../../reference/service/index.ts';
import type { Latency } from '../../../reference/service/reference.ts';
import { test } from '../plain-test.ts';
import { contract } from '../proofs/judge-service.ts';

type Json = Readonly<Record<string, unknown>>;

/** A reference service with a class and some users of it lent to a run, and the lines of all requests that came. */
async function lend(journal: Journal = memoryJournal(), latency: Latency = 0) {
  const { fetch: service, keys } = createReference({ latencyMs: latency });
  const sent: string[] = [];
  const fetch: typeof service = (request) => {
    sent.push(`${request.method} ${new URL(request.url).pathname.replace('/api/v1', '')}`);
    return service(request);
  };
  const get = async (path: string): Promise<Json[]> => {
    const response = await fetch(
      new Request(`http://x/api/v1${path}`, { headers: { 'x-api-key': keys.full } }),
    );
    return ((await response.json()) as { data: Json[] }).data;
  };
  const users = await get('/users?role=student&limit=100');
  const member = users.find(({ classIds }) => Array.isArray(classIds) && classIds.length > 0);
  const classId = String([member?.['classIds']].flat()[0]);
  const inClass = users
    .filter((user) => (user['classIds'] as string[] | undefined)?.includes(classId))
    .slice(0, 2);
  const outside = users
    .filter((user) => !(user['classIds'] as string[] | undefined)?.includes(classId))
    .slice(0, 2);
  const ids = [...inClass, ...outside].map(({ userId }) => String(userId));
  const open = (lent: readonly string[] = [classId, ...ids], key = keys.full): Run =>
    openRun({
      contract,
      settings: {
        baseUrl: 'http://x/api/v1',
        keys: { ...keys, full: key },
        write: true,
        seed: 1,
        effort: 'standard',
        readings: { 'users.enabled-field': { field: 'enabled', enabled: true, disabled: false } },
        lent,
      },
      transport: serviceTransport(fetch),
      journal,
    });
  /** Every user as seen from outside; memberships are sets. */
  const state = async () =>
    (await get('/users?limit=1000')).map(({ updatedAt, classIds, ...user }) => [
      user,
      [classIds].flat().sort(),
    ]);
  return { open, ids, classId, state, journal, sent };
}

const send = (run: Run, operation: string, params: Json, body?: unknown) =>
  run.exchange.send(contract.operation(operation), params, body === undefined ? {} : { body }, 'write');

test('membership, names and the like of lent things are put back exactly, in the right order', async () => {
  const { open, ids, classId, state, journal } = await lend();
  const [inside = '', other = '', outside = ''] = ids;
  const before = await state();
  const run = open();

  await send(run, 'addClassStudents', { classId }, { userIds: [outside, inside] });
  await send(run, 'removeClassStudents', { classId }, { userIds: [inside, outside] });
  await send(run, 'removeClassStudents', { classId }, { userIds: ids });
  await send(run, 'addStudentClasses', { userId: other }, { classIds: [classId] });
  expect(
    (
      await send(
        run,
        'updateUserName',
        { userId: inside },
        { user: { firstName: 'Rollcall', lastName: 'Lent' } },
      )
    ).status,
  ).toBe(200);
  expect(
    (
      await send(
        run,
        'updateUserName',
        { userId: inside },
        { user: { firstName: 'Rollcall', lastName: 'Again' } },
      )
    ).status,
  ).toBe(200);
  const email = { user: { email: 'rollcall.lent@rollcall.example' } };
  expect((await send(run, 'updateUserPrimaryEmail', { userId: other }, email)).status).toBe(200);
  await send(run, 'disableUser', { userId: outside });
  expect(await state()).not.toEqual(before);

  expect(await run.exchange.putBack()).toMatchObject({ failed: [] });
  expect(await state()).toEqual(before);
  expect(pendingIn(journal)).toBe(0);
});

test('what is put back anyhow is not looked at again before it is changed', async () => {
  const { open, ids, classId, state, sent } = await lend();
  const [inside = '', , outside = ''] = ids;
  const before = await state();
  const run = open();
  const name = (lastName: string) => ({ user: { firstName: 'Rollcall', lastName } });
  await send(run, 'updateUserName', { userId: inside }, name('Lent'));
  await send(run, 'addClassStudents', { classId }, { userIds: [outside] });

  const since = sent.length;
  await send(run, 'updateUserName', { userId: inside }, name('Again'));
  await send(run, 'removeClassStudents', { classId }, { userIds: [outside] });
  expect(sent.slice(since)).toEqual([`PUT /users/${inside}/name`, `DELETE /classes/${classId}/students`]);
  // Of whom nothing is noted yet, it is.
  await send(run, 'removeClassStudents', { classId }, { userIds: [outside, inside] });
  await expect(send(run, 'removeClassStudents', { classId }, { userIds: [] })).rejects.toThrow(
    /could not be put back/,
  );
  expect(sent.slice(since + 2)).toEqual(['GET /users', `DELETE /classes/${classId}/students`]);

  expect(await run.exchange.putBack()).toMatchObject({ failed: [] });
  expect(await state()).toEqual(before);
});

test('what could not be put back is not touched', async () => {
  const { open, ids, state } = await lend();
  const before = await state();
  const change = send(
    open(),
    'updateUserPassword',
    { userId: ids[0] ?? '' },
    { user: { password: 'Rollcall-Passphrase' } },
  );
  await expect(change).rejects.toThrow(/could not be put back/);
  expect(await state()).toEqual(before);
});

test('what nobody lent is refused, before anything is sent', async () => {
  const { open, ids, classId } = await lend();
  await expect(send(open([classId]), 'addClassStudents', { classId }, { userIds: [ids[2]] })).rejects.toThrow(
    /nobody lent/,
  );
});

test('the journal holds no old name in the clear, and another key cannot put anything back', async () => {
  const { open, ids, classId, state, journal } = await lend();
  const before = await state();
  const [userId = ''] = ids;
  await send(open(), 'updateUserName', { userId }, { user: { firstName: 'Rollcall', lastName: 'Lent' } });
  const user = before.map(([one]) => one as Json).find((one) => one['userId'] === userId);
  expect(JSON.stringify(journal.read('lent'))).not.toContain(String(user?.['lastName']));

  expect(await open([classId, ...ids], 'another-key').exchange.putBack()).toMatchObject({
    done: 0,
    failed: [expect.stringContaining('key')],
  });
  expect(pendingIn(journal)).toBe(1);
  expect(await open().exchange.putBack()).toMatchObject({ done: 1, failed: [] });
  expect(await state()).toEqual(before);
});

test('a change that is under way when the run is interrupted is waited for and put back; none comes after it', async () => {
  const slow = ({ method }: Request) => (method === 'PUT' ? 200 : 0);
  const { open, ids, classId, state, journal } = await lend(memoryJournal(), slow);
  const [userId = ''] = ids;
  const before = await state();
  const run = open();
  const name = { user: { firstName: 'Rollcall', lastName: 'Late' } };
  const change = send(run, 'updateUserName', { userId }, name);
  while (pendingIn(journal) === 0) await new Promise((resolve) => setTimeout(resolve, 5));

  const closed = run.exchange.close();
  const later = send(run, 'addClassStudents', { classId }, { userIds: [ids[2]] });
  await expect(later).rejects.toThrow('the run is over');
  await closed;
  expect((await change).status).toBe(200);
  expect(await run.exchange.putBack()).toMatchObject({ done: 1, failed: [] });
  expect(await state()).toEqual(before);
});
