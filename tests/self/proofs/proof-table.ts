import type { Subject } from './proving.ts';

/** On how many seeds a subject held, and on how many it was tried. */
export interface Result {
  readonly subject: Subject;
  readonly held: number;
  readonly tried: number;
}

/** What came of every subject, as two tables in Markdown. */
export function proofTables(results: readonly Result[], seeds: number): string {
  return [
    ...table(
      `Power: on how many of ${seeds} seeds each fault is found`,
      'fault | depth | operations',
      results.filter(isFault),
    ),
    ...table(
      `Soundness: on how many of ${seeds} seeds nothing accuses a conforming service`,
      'service | what it fills in its own way',
      results.filter((result) => !isFault(result)),
    ),
  ].join('\n');
}

/** How often a fault was missed and a conforming service was accused, and in how many trials. */
export function countTrials(results: readonly Result[]) {
  const faults = results.filter(isFault);
  const services = results.filter((result) => !isFault(result));
  return {
    faults: faults.length,
    services: services.length,
    missed: sum(faults, ({ held, tried }) => tried - held),
    accused: sum(services, ({ held, tried }) => tried - held),
    trials: sum(faults, ({ tried }) => tried),
    runs: sum(services, ({ tried }) => tried),
  };
}

function table(title: string, columns: string, results: readonly Result[]): string[] {
  if (results.length === 0) return [];
  const rule = columns.replaceAll(/[^|]+/g, ' --- ');
  return [
    `## ${title}`,
    '',
    `| ${columns} | seeds |`,
    `|${rule}| --: |`,
    ...results.map(({ subject, held, tried }) => `| ${subject.id} | ${subject.about} | ${held}/${tried} |`),
    '',
  ];
}

function isFault({ subject }: Result): boolean {
  return subject.kind === 'fault';
}

function sum(results: readonly Result[], count: (result: Result) => number): number {
  return results.reduce((total, result) => total + count(result), 0);
}
