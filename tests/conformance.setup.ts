import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { readOptions, variables } from '../harness/options.ts';
import { createReference, serve } from '../reference/index.ts';

/** Before the first row: a target to judge, and an empty folder for what the run leaves. */
export default async function setUp(): Promise<() => Promise<void>> {
  const options = readOptions(process.env);
  rmSync(path.join(options.out, 'allure-results'), { recursive: true, force: true });
  rmSync(path.join(options.out, 'journal.ndjson'), { force: true });
  mkdirSync(options.out, { recursive: true });
  writeFileSync(path.join(options.out, 'rows.ndjson'), `${JSON.stringify({ kind: 'header' })}\n`);
  if (options.target !== undefined) return async () => undefined;

  const reference = createReference();
  const { baseUrl, close } = await serve(reference.fetch);
  process.env[variables.target] = baseUrl;
  process.env[variables.write] = '1';
  process.env[variables.profile] ??= path.join(import.meta.dirname, '../profiles/reference/profile.yaml');
  process.env['ROLLCALL_API_KEY'] = reference.keys.full;
  process.env['ROLLCALL_RESTRICTED_KEY'] = reference.keys.restricted;
  return close;
}
