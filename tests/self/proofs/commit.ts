import { execFileSync } from 'node:child_process';
import path from 'node:path';

const root = path.join(import.meta.dirname, '../../..');

/** The commit that a result is about; `undefined` for a tree that holds something else. */
export function cleanCommit(): string | undefined {
  const git = (...args: string[]) => execFileSync('git', args, { cwd: root, encoding: 'utf8' }).trim();
  if (git('status', '--porcelain', '--untracked-files=no') !== '') return undefined;
  return git('rev-parse', '--short', 'HEAD');
}
