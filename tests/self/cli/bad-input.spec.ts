import { readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { expect } from '@playwright/test';
import { test } from '../plain-test.ts';
import { keys, type Listening, listen, listenReference, playwrightTest, rollcall } from './cli.ts';
import { contentsOf, leaveEarlierReport } from './earlier.ts';

test.describe.configure({ timeout: 120_000 });

let service: Awaited<ReturnType<typeof listenReference>>;
let page: Listening;
let secure: Awaited<ReturnType<typeof listenSecurely>>;

test.beforeAll(async () => {
  service = await listenReference();
  secure = await listenSecurely();
  page = await listen((_, response) => {
    response
      .writeHead(200, { 'content-type': 'text/html; charset=utf-8' })
      .end('<!doctype html><p>Welcome</p>');
  });
});

test.afterAll(async () => {
  await service.close();
  await page.close();
  await secure.close();
});

/** A service with a certificate of an authority that nobody knows. */
async function listenSecurely() {
  const file = (name: string) => readFileSync(path.join(import.meta.dirname, '../safety/tls', name));
  const server = createServer({ key: file('server.key'), cert: file('server.pem') }, (_, answer) => {
    answer.setHeader('content-type', 'application/json').end('{"data": []}');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    baseUrl: `https://127.0.0.1:${port}/api/v1`,
    close: () => new Promise((resolve) => server.close(resolve)),
  };
}

/** One mistake of a newcomer: what is typed, and what is said about it. */
interface Mistake {
  readonly when: string;
  readonly args: () => readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  readonly says: readonly RegExp[];
}

const mistakes: readonly Mistake[] = [
  {
    when: 'no server listens on the port',
    args: () => ['--target', 'http://127.0.0.1:9/api/v1'],
    says: [/nothing listens at 127\.0\.0\.1:9; start the service, or correct host and port/],
  },
  {
    when: 'the host is unknown',
    args: () => ['--target', 'http://no-such-host.invalid/api/v1'],
    says: [/the host of no-such-host\.invalid is not known; correct its name/],
  },
  {
    when: 'it is http and not https',
    args: () => ['--target', service.baseUrl.replace('http:', 'https:')],
    says: [/no TLS connection to 127\.0\.0\.1:\d+; has its certificate expired, .*is it https at all\?/],
  },
  {
    when: 'nobody known vouches for the certificate',
    args: () => ['--target', secure.baseUrl],
    says: [/no TLS connection to 127\.0\.0\.1:\d+; has its certificate expired/],
  },
  {
    when: 'the base address lacks /api/v1',
    args: () => ['--target', new URL(service.baseUrl).origin],
    says: [/the service is not at /, /answers at (\S+\/api\/v1), so use --target \1/],
  },
  {
    when: 'an HTML page answers',
    args: () => ['--target', `${page.origin}/api/v1`],
    says: [/an HTML page \(200\) answers at \S+ instead of the service; the base address ends in/],
  },
  {
    when: 'the key is wrong',
    args: () => ['--target', service.baseUrl],
    env: { ROLLCALL_API_KEY: 'this-is-no-key-of-it' },
    says: [/ROLLCALL_API_KEY is refused by \S+ \(401\); is it the key of this target/],
  },
  {
    when: 'there is no key',
    args: () => ['--target', service.baseUrl],
    env: { ROLLCALL_API_KEY: '' },
    says: [/there is no API key: set ROLLCALL_API_KEY/],
  },
  {
    when: 'the profile is not there',
    args: () => ['--target', service.baseUrl, '--profile', 'nowhere.yaml'],
    says: [/nowhere\.yaml can't be read \(ENOENT\); check the name/],
  },
  {
    when: 'the profile is not YAML',
    args: () => ['--target', service.baseUrl, '--profile', 'broken.yaml'],
    says: [/broken\.yaml:\d+:\d+ is not YAML/],
  },
  {
    when: 'the folder for the report is not one',
    args: () => ['--out', 'broken.yaml/report'],
    says: [/the folder \S+ can't be written \((?:ENOTDIR|EEXIST)\); choose another with --out/],
  },
  {
    when: 'the folder for the report is one that only the kernel fills',
    args: () => ['--out', '/proc/sys/rollcall/report'],
    says: [/the folder \S+ can't be written \(\w+\); choose another with --out/],
  },
  {
    when: '--only means no row',
    args: () => ['--only', 'pagination.ofset-with-cursor'],
    says: [
      /--only `pagination\.ofset-with-cursor` means no row; did you mean `pagination\.offset-with-cursor`\?/,
    ],
  },
  {
    when: 'a flag is unknown',
    args: () => ['--targte', 'x'],
    says: [/there is no flag --targte; did you mean --target\?/],
  },
  {
    when: 'a key is on the command line',
    args: () => ['--api-key', 'this-is-no-key-of-it'],
    says: [/--api-key: a key on the command line is seen by everybody .*set ROLLCALL_API_KEY/],
  },
  {
    when: 'the seed is no number',
    args: () => ['--seed', 'seven'],
    says: [/the seed is a whole number from 0 to 999999999, not `seven`/],
  },
  {
    when: 'a flag lacks its value',
    args: () => ['--target', '--write'],
    says: [/--target needs a value: --target URL/],
  },
  {
    when: 'a word means nothing',
    args: () => ['everything'],
    says: [/`everything` has no meaning here; see --help/],
  },
];

for (const { when, args, env, says } of mistakes) {
  test(`rollcall run says what to mend when ${when}, and exits with 2`, async () => {
    const folder = test.info().outputPath('.');
    const earlier = leaveEarlierReport(path.join(folder, 'rollcall-report'));
    writeFileSync(path.join(folder, 'broken.yaml'), 'lent: []\nreadings: [\n');
    const ended = await rollcall(['run', ...args()], { ...keys, ...env }, folder);

    expect(ended).toMatchObject({ code: 2, stdout: '' });
    for (const words of says) expect(ended.stderr).toMatch(words);
    expect(ended.stderr.trim().split('\n')).toHaveLength(1);
    expect(contentsOf(path.join(folder, 'rollcall-report'))).toEqual(earlier);
    for (const key of [...Object.values(keys), 'this-is-no-key-of-it'])
      expect(ended.stderr).not.toContain(key);
  });
}

const otherDoor: readonly { when: string; env: () => Readonly<Record<string, string>>; says: RegExp }[] = [
  {
    when: 'the key is wrong',
    env: () => ({ ROLLCALL_TARGET: service.baseUrl, ROLLCALL_API_KEY: 'this-is-no-key-of-it' }),
    says: /ROLLCALL_API_KEY is refused/,
  },
  {
    when: 'the seed is no number',
    env: () => ({ ROLLCALL_SEED: 'seven' }),
    says: /the seed is a whole number/,
  },
];

for (const { when, env, says } of otherDoor) {
  test(`npx playwright test says the same when ${when}, and exits with 2`, async () => {
    const out = test.info().outputPath('report');
    const earlier = leaveEarlierReport(out);
    const ended = await playwrightTest({ ...env(), ROLLCALL_OUT: out });

    expect(ended).toMatchObject({ code: 2, stdout: '' });
    expect(ended.stderr).toMatch(says);
    expect(ended.stderr.trim().split('\n')).toHaveLength(1);
    expect(contentsOf(out)).toEqual(earlier);
  });
}

test('an unknown command names the nearest', async () => {
  const ended = await rollcall(['rnu'], {}, test.info().outputPath('.'));

  expect(ended).toEqual({
    code: 2,
    stdout: '',
    stderr: 'rollcall: there is no command `rnu`; did you mean run?\n',
  });
});
