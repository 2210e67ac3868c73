import { existsSync, readFileSync } from 'node:fs';
import { writeWhole } from '../harness/run/storage.ts';

/** One earlier run, as Allure keeps it: results by the id of their test. */
interface EarlierRun {
  readonly uuid: string;
  readonly testResults: Readonly<Record<string, EarlierResult>>;
}

/** One earlier result, as Allure keeps it. The page repeats each of them beside the result of this run. */
interface EarlierResult {
  readonly id: string;
  readonly labels: readonly unknown[];
  readonly fullName?: string;
  readonly message?: string;
  readonly trace?: string;
}

/**
 * Takes out of the kept runs what neither a chart nor the page tells of an earlier result: its labels, its full name, its
 * error, and an id of its own. Each page holds every earlier result again, so they are most of it otherwise.
 *
 * @throws StorageError
 */
export function thinHistory(file: string): void {
  if (!existsSync(file)) return;
  const lines = readFileSync(file, 'utf8')
    .split('\n')
    .filter((line) => line !== '');
  writeWhole(
    file,
    lines.map((line) => `${JSON.stringify(thinned(JSON.parse(line) as EarlierRun))}\n`).join(''),
  );
}

function thinned(run: EarlierRun): EarlierRun {
  const kept = Object.entries(run.testResults).map(([key, result]) => {
    const { fullName: _, message: __, trace: ___, ...rest } = result;
    return [key, { ...rest, id: run.uuid, labels: [] }];
  });
  return { ...run, testResults: Object.fromEntries(kept) };
}
