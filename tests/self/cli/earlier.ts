import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';

/** What an earlier run left, as far as these tests go: its texts by the name of the file. */
const earlierReport: Readonly<Record<string, string>> = {
  'summary.json': '{"verdict":"conforms"}',
  'rows.ndjson': '{"kind":"header"}\n',
  'journal.ndjson': '{"topic":"asked","only":["users"]}\n',
  'residue.md': 'Two classes.\n',
  'allure-report/index.html': '<p>Report</p>',
};

/** Leaves a report in a folder, as an earlier run does. @returns the contents of the folder */
export function leaveEarlierReport(out: string): Readonly<Record<string, string>> {
  for (const [name, text] of Object.entries(earlierReport)) {
    mkdirSync(path.dirname(path.join(out, name)), { recursive: true });
    writeFileSync(path.join(out, name), text);
  }
  return contentsOf(out);
}

/** The texts of a folder by the names of its files. */
export function contentsOf(out: string): Readonly<Record<string, string>> {
  const files = readdirSync(out, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  return Object.fromEntries(
    files.map((entry) => {
      const file = path.join(entry.parentPath, entry.name);
      return [path.relative(out, file), readFileSync(file, 'utf8')];
    }),
  );
}
