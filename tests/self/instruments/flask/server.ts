import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';

/** The keys that the instrument takes. */
export const keys = { full: 'key-of-the-registrar', restricted: 'key-of-the-timetable' };

/** Whether this machine has Python with Flask. */
export function hasFlask(): boolean {
  return spawnSync('python3', ['-c', 'import flask'], { stdio: 'ignore' }).status === 0;
}

/** The instrument in a process of its own, listening on loopback. */
export async function openFlask() {
  const folder = mkdtempSync(path.join(tmpdir(), 'rollcall-flask-'));
  const server = spawn('python3', ['app.py', path.join(folder, 'college.db')], {
    cwd: import.meta.dirname,
    // Python writes no folders of its own into this one; the log of requests goes nowhere.
    env: { ...process.env, PYTHONDONTWRITEBYTECODE: '1' },
    stdio: ['pipe', 'pipe', 'ignore'],
  });
  const close = async () => {
    if (server.exitCode === null && server.kill()) await once(server, 'exit');
    rmSync(folder, { recursive: true, force: true });
  };
  for await (const line of createInterface(server.stdout)) return { baseUrl: line, close };
  await close();
  throw new Error('the instrument did not start');
}
