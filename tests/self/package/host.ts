import { execFile } from 'node:child_process';
import { chmodSync, cpSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { onceForAll } from '../once-for-all.ts';
import { pack, root } from './pack.ts';

const run = promisify(execFile);

/** A host's project with the packed package in it. */
export interface Host {
  readonly folder: string;
  /** The files of the package. */
  readonly packed: readonly string[];
  /** The package as it would be published, a file. */
  readonly tarball: string;
  /** `npx rollcall …` somewhere below the project, with nothing in the environment but this. */
  readonly npx: Call;
  /** The command that npx finds, without npm around it, which takes longer to start than most commands to end. */
  readonly rollcall: Call;
}

type Call = (
  args: readonly string[],
  folder?: string,
  env?: Readonly<Record<string, string>>,
) => Promise<{ readonly code: number; readonly stdout: string; readonly stderr: string }>;

/** Puts the packed package into a host's project; its dependencies are those of the checkout, so no registry is asked. */
export async function installHost(folder: string): Promise<Host> {
  const modules = path.join(folder, 'node_modules');
  const { tarball, files } = await pack();
  await installInto(modules, tarball);
  cpSync(path.join(modules, 'rollcall/library/examples'), path.join(folder, 'examples'), { recursive: true });
  // A host's own configuration is never loaded, and its TypeScript is nobody's business.
  writeFileSync(
    path.join(folder, 'playwright.config.ts'),
    "throw new Error('the configuration of the host');\n",
  );
  writeFileSync(path.join(folder, 'package.json'), '{ "name": "host", "private": true, "type": "module" }\n');
  return {
    folder,
    packed: files,
    tarball,
    npx: (args, below = '.', env = {}) =>
      call('npx', ['--no-install', 'rollcall', ...args], path.join(folder, below), env),
    rollcall: (args, below = '.', env = {}) =>
      call(path.join(modules, '.bin/rollcall'), args, path.join(folder, below), env),
  };
}

/** The command of the package, packed and installed once for all workers of one `playwright test`: a file for Node. */
export function installedCommand(): Promise<string> {
  return onceForAll('installed', async (folder) => {
    const modules = path.join(folder, 'node_modules');
    await installInto(modules, (await pack()).tarball);
    return path.join(modules, 'rollcall/dist/bin/rollcall.js');
  });
}

async function installInto(modules: string, tarball: string): Promise<void> {
  mkdirSync(path.join(modules, 'rollcall'), { recursive: true });
  await run('tar', ['xzf', tarball, '--strip-components=1', '-C', path.join(modules, 'rollcall')]);
  linkDependencies(modules);
}

/** What a host has besides for its own sake: types of node, for its compiler. */
const ofHost = ['@types/node'];

/** What `npm install` does with dependencies and with the command, without a registry. */
function linkDependencies(modules: string): void {
  const { dependencies, optionalDependencies, bin } = JSON.parse(
    readFileSync(path.join(root, 'package.json'), 'utf8'),
  ) as {
    dependencies: Record<string, string>;
    optionalDependencies: Record<string, string>;
    bin: Record<string, string>;
  };
  for (const name of [...Object.keys({ ...dependencies, ...optionalDependencies }), ...ofHost]) {
    mkdirSync(path.dirname(path.join(modules, name)), { recursive: true });
    symlinkSync(path.join(root, 'node_modules', name), path.join(modules, name));
  }
  mkdirSync(path.join(modules, '.bin'));
  for (const [name, file] of Object.entries(bin)) {
    chmodSync(path.join(modules, 'rollcall', file), 0o755);
    symlinkSync(path.join('../rollcall', file), path.join(modules, '.bin', name));
  }
}

function call(
  command: string,
  args: readonly string[],
  cwd: string,
  own: Readonly<Record<string, string>>,
): ReturnType<Call> {
  mkdirSync(cwd, { recursive: true });
  const env = { PATH: process.env['PATH'], HOME: process.env['HOME'], ...own };
  return run(command, args, { cwd, env }).then(
    ({ stdout, stderr }) => ({ code: 0, stdout, stderr }),
    ({ code, stdout, stderr }: { code: number; stdout: string; stderr: string }) => ({
      code,
      stdout,
      stderr,
    }),
  );
}
