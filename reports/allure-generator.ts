import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { AllureReport, FileSystemReportFiles, resolveConfig } from '@allurereport/core';
import AwesomePlugin from '@allurereport/plugin-awesome';
import { allure2, attachments } from '@allurereport/reader';
import { BufferResultFile } from '@allurereport/reader-api';
import { categories } from './allure-categories.ts';
import { thinHistory } from './allure-history.ts';
import { packPage } from './allure-pack.ts';
import { keepOffline } from './allure-page.ts';

/*
 * Makes Allure's page, in a process of its own: `node allure-generator RESULTS OUTPUT`. It gets ready at once, and begins
 * when its input ends: by then all results are written. Allure's own command line loads all of its commands first.
 */

const [results = '', output = ''] = process.argv.slice(2);

/** A result that is read at one go; Allure would open a stream for each. */
class WholeFile extends BufferResultFile {
  override async asJson<T>(): Promise<T | undefined> {
    return JSON.parse(Buffer.from(this.buffer).toString('utf8')) as T;
  }
}

/** How many earlier runs the page shows of a row, and the file beside it that keeps them. */
const history = { historyLimit: 10, historyPath: path.join(path.dirname(output), 'allure-history.jsonl') };
/** Not applicable: summary.html tells those rows, and no chart is about them. */
const leftOut = '"value":"not applicable"';

const files = new FileSystemReportFiles(output);
const beside = new Map<string, Buffer>();
const options = { groupBy: ['epic', 'story'] };
const plugin = { id: 'awesome', enabled: true, options, plugin: new AwesomePlugin(options) };
const config = await resolveConfig(
  { name: 'Rollcall', output, plugins: {}, categories: [...categories], ...history },
  { cwd: path.dirname(results), plugins: {} },
);
const report = new AllureReport({
  ...config,
  plugins: [plugin],
  readers: [allure2, attachments],
  reportFiles: { addFile },
});
await report.start();
for await (const _ of process.stdin);
for (const name of readdirSync(results).sort()) {
  const bytes = readFileSync(path.join(results, name));
  const isLeftOut = name.endsWith('-result.json') && bytes.includes(leftOut);
  if (!isLeftOut) await report.readResult(new WholeFile(bytes, name));
}
await report.done();
thinHistory(history.historyPath);

/** Takes a file that Allure writes. Those beside the page wait for it, the last: they become one file that calls nobody. */
function addFile(name: string, data: Buffer): Promise<string> {
  const own = name.startsWith(`${plugin.id}/`) ? name.slice(plugin.id.length + 1) : 'summary.json';
  if (own === 'index.html')
    return files.addFile(name, Buffer.from(packPage(keepOffline(data.toString()), beside)));
  if (own === 'summary.json') return files.addFile(name, data);
  beside.set(own, data);
  return Promise.resolve(name);
}
