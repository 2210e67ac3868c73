import { execFile } from 'node:child_process';
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { promisify } from 'node:util';
import { writeWhole } from '../harness/run/storage.ts';

const run = promisify(execFile);

/**
 * Turns a folder of Allure results into one self-contained page, without Java and without the network. Allure runs in a
 * process of its own with `--cwd`, because it reads settings from the working folder, and must not find the caller's.
 *
 * @returns the file name of the page; `undefined` when Allure could not make it
 */
export async function makeAllurePage(results: string, output: string): Promise<string | undefined> {
  const cli = path.join(createRequire(import.meta.url).resolve('allure'), '../../cli.js');
  const options = ['--single-file', '--output', output, '--name', 'Rollcall', '--group-by', 'epic,story'];
  rmSync(output, { recursive: true, force: true });
  try {
    await run(process.execPath, [cli, 'awesome', results, '--cwd', path.dirname(results), ...options]);
  } catch {
    rmSync(output, { recursive: true, force: true });
    return undefined;
  }
  const page = path.join(output, 'index.html');
  if (!existsSync(page)) return undefined;
  writeWhole(page, keepOffline(readFileSync(page, 'utf8')));
  return page;
}

/** A content security policy under which the page can request nothing from other origins. */
const policy = "default-src 'self' data: blob: 'unsafe-inline' 'unsafe-eval'";
const counters =
  /<script[^>]*\bsrc="https?:[^"]*"[^>]*><\/script>\s*(?:<script>(?:(?!<\/script>)[\s\S])*?\bgtag\((?:(?!<\/script>)[\s\S])*<\/script>)?/g;

/** Removes the visitor counter that Allure adds to every page, and adds a policy that forbids requests. */
export function keepOffline(html: string): string {
  return html
    .replaceAll(counters, '')
    .replace('<head>', `<head>\n    <meta http-equiv="Content-Security-Policy" content="${policy}">`);
}
