import { spawnSync } from 'node:child_process';
import { chromiumPath } from './chromium.ts';

/**
 * Before the tests of the suite itself: a Chromium for those that need a real browser. Debian's package is
 * installed where that is possible; elsewhere those tests are skipped, and this says so.
 */
export default function setUp(): void {
  if (chromiumPath() !== undefined) return;
  if (process.getuid?.() === 0) installWithApt();
  if (chromiumPath() === undefined) {
    process.stdout.write(
      'No Chromium was found and none could be installed: tests in a real browser are skipped.\n',
    );
  }
}

function installWithApt(): void {
  const quiet = { stdio: 'ignore', timeout: 300_000 } as const;
  spawnSync('apt-get', ['update', '-qq'], quiet);
  spawnSync('apt-get', ['install', '-y', '-qq', '--no-install-recommends', 'chromium'], quiet);
}
