import { spawn } from 'node:child_process';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Service } from '../../../reference/faults/kit/fault.ts';
import { createReference, serve } from '../../../reference/service/index.ts';
import { installedCommand } from '../package/host.ts';

export const root = path.join(import.meta.dirname, '../../..');

/** How a process ended, and what it said. */
export interface Ended {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

type Variables = Readonly<Record<string, string>>;

const playwright = fileURLToPath(import.meta.resolve('@playwright/test/cli'));

/**
 * The command line as a process of its own, in a folder of its own, with nothing in the environment but this. It is that
 * of the package, which starts in half the time that the source takes.
 */
export async function rollcall(args: readonly string[], env: Variables, cwd: string): Promise<Ended> {
  return start([await installedCommand(), ...args], env, cwd).ended;
}

/** `npx playwright test --project=conformance` in the checkout. */
export function playwrightTest(env: Variables, args: readonly string[] = []): Promise<Ended> {
  return start([playwright, 'test', '--project=conformance', ...args], env, root).ended;
}

/** The command line of the package as a process that goes on. */
export async function startRollcall(args: readonly string[], cwd: string) {
  return start([await installedCommand(), ...args], {}, cwd);
}

/** A Node process with an environment of its own. */
export function start(args: readonly string[], env: Variables, cwd: string) {
  const child = spawn(process.execPath, args, {
    cwd,
    env: { PATH: process.env['PATH'], HOME: process.env['HOME'], ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const said = { stdout: '', stderr: '' };
  child.stdout.setEncoding('utf8').on('data', (text: string) => (said.stdout += text));
  child.stderr.setEncoding('utf8').on('data', (text: string) => (said.stderr += text));
  const ended = new Promise<Ended>((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (code) => resolve({ code, ...said }));
  });
  return { child, ended };
}

/** Something that listens on loopback for the length of a test. */
export interface Listening {
  readonly origin: string;
  readonly close: () => Promise<void>;
}

/** Any HTTP server on loopback. */
export async function listen(answer: RequestListener): Promise<Listening> {
  const server = createServer(answer);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    origin: `http://127.0.0.1:${port}`,
    close: () => {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
}

/** The keys of the reference service, as the environment names them. */
export const keys = {
  ROLLCALL_API_KEY: createReference().keys.full,
  ROLLCALL_RESTRICTED_KEY: createReference().keys.restricted,
};

/** The reference service on loopback, broken by a wrapper or whole. */
export function listenReference(wrap: (service: Service) => Service = (service) => service) {
  return serve(wrap(createReference().fetch));
}
