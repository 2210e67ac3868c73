import type { Finding } from '../../reports/certificate/levels.ts';

/** The most rows that a refusal names for one reason. */
const most = 8;

/** Why there is no certificate: each reason with its rows, and what would remove it. */
export function refusalText(findings: readonly Finding[]): string {
  const rows = findings.reduce((sum, one) => sum + one.rows.length, 0);
  const who = { target: 'the target', profile: 'the profile', run: 'another run', nobody: 'nobody' };
  return [
    `No certificate: ${rows} ${rows === 1 ? 'row stands' : 'rows stand'} in its way.`,
    ...findings.flatMap(({ reason, fix, by, rows: ids }) => [
      '',
      `✗ ${reason}`,
      `  removed by ${who[by]}: ${fix}`,
      ...ids.slice(0, most).map((id) => `    ${id}`),
      ...(ids.length > most ? [`    … and ${ids.length - most} more`] : []),
    ]),
  ].join('\n');
}
