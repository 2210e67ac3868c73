import type { Row } from '../../harness/judging/row.ts';
import { insecureWarning } from '../../harness/run/announce.ts';
import { labelled, plural, wrap } from '../../reports/terminal/layout.ts';
import { reasonList } from '../../reports/terminal/reasons.ts';
import type { Style } from '../../reports/terminal/style.ts';
import { type Column, tableLines } from '../../reports/terminal/table.ts';
import { commandLine } from '../../spec/command-line.ts';
import type { Cost } from './cost.ts';
import type { Examination } from './examine.ts';
import { keysText } from './keys-text.ts';
import { openPlaces } from './open-places.ts';
import { profileLines } from './profile-lines.ts';

const column = 14;

/** The output of `doctor`, in 80 columns. Of the target's data, it shows nothing but counts. */
export function doctorText(
  examination: Examination,
  costs: readonly Cost[],
  style: Style,
  verbose: boolean,
): string {
  return [
    targetText(examination),
    section('Keys', keysText(examination, column), style),
    section('Data', dataText(examination, style), style),
    profileText(examination, style),
    section('What will be judged', judgedText(examination), style),
    openText(examination, style, verbose),
    reasonList(excludedRows(examination), 'notApplicable', 'What won’t be judged', style, verbose),
    section('What a run sends', costText(examination, costs), style),
  ]
    .filter((part) => part !== '')
    .join('\n\n');
}

function section(title: string, lines: readonly string[], style: Style): string {
  return [style.bold(title), ...lines].join('\n');
}

function targetText({ target, requests, ms }: Examination): string {
  const { settings, options, profile, contract } = target.config;
  const builtIn = target.reference && profile.name === 'reference' ? ' (built in)' : '';
  const name =
    profile.name === 'none' ? `none; \`${commandLine('init')}\` writes one` : `${profile.name}${builtIn}`;
  const kind = target.reference ? ', which says that it is the reference service' : '';
  return [
    ...labelled('Target', `${settings.baseUrl}${kind}`, 0, column),
    ...labelled('Interface', contract.version, 0, column),
    ...labelled('Profile', name, 0, column),
    ...labelled(
      'Looked with',
      `${plural(requests, 'request')}, all of them reads; an answer takes ${duration(ms)}`,
      0,
      column,
    ),
    ...labelled(
      'Writing',
      writing(settings.write, contract.operations.filter(({ writes }) => writes).length),
      0,
      column,
    ),
    ...(options.insecure ? wrap(insecureWarning, 80) : []),
  ].join('\n');
}

function writing(write: boolean, operations: number): string {
  return write
    ? `allowed on ${operations} operations; only a write shows whether the key is allowed to`
    : `not allowed; --write allows it, on ${operations} operations`;
}

function dataText({ wants }: Examination, style: Style): string[] {
  const rows = wants.map(({ words, seen, there }) => {
    const mark = there ? style.green('yes') : style.yellow('no');
    return ['', mark, words, seen];
  });
  return tableLines(rows, [{ width: 2 }, { width: 5 }, { width: 43 }, {}]);
}

function profileText({ target, outlook }: Examination, style: Style): string {
  const lines = profileLines(target, outlook.testable, column);
  return lines.length === 0 ? '' : section('What the profile gives', lines, style);
}

function judgedText({ outlook, doubtful }: Examination): string[] {
  const all = outlook.testable.length + outlook.excluded.length;
  const total = [...doubtful.values()].reduce((sum, rows) => sum + rows.length, 0);
  const doubt = total === 0 ? '' : `; ${plural(total, 'row')} may stay inconclusive for want of:`;
  return [
    ...wrap(`${outlook.testable.length} of ${plural(all, 'row')}${doubt}`, 78).map((line) => `  ${line}`),
    ...[...doubtful].flatMap(([reason, rows]) => labelled(String(rows.length).padStart(6), reason, 0, 8)),
  ];
}

const mostPlaces = 12;

/** The open places of the profile, those that win the most rows first. */
function openText({ target, outlook }: Examination, style: Style, verbose: boolean): string {
  const { contract, settings } = target.config;
  const places = openPlaces(outlook.excluded, contract, settings);
  if (places.length === 0) return '';
  const shown = verbose ? places : places.slice(0, mostPlaces);
  const hidden = places.length - shown.length;
  return section(
    'What the profile leaves open, by the rows that wait for it',
    [
      ...shown.flatMap(({ words, rows }) => labelled(String(rows).padStart(6), words, 0, 8)),
      ...(hidden > 0
        ? [`       … and ${plural(hidden, 'more place', 'more places')}; --verbose shows all`]
        : []),
    ],
    style,
  );
}

function excludedRows({ outlook }: Examination): Row[] {
  return outlook.excluded.map(({ row, reason }) => ({
    id: row.id,
    clause: row.check.clause,
    check: row.check.id,
    operation: row.op.id,
    verdict: 'notApplicable',
    reason,
    requests: 0,
  }));
}

function costText({ target }: Examination, costs: readonly Cost[]): string[] {
  const head = ['effort', 'requests', 'of them writes', 'left for good', 'takes about'];
  const rows = costs.map(({ effort, expected, most, seconds }) => {
    const amount = (account: 'requests' | 'writes' | 'creations') =>
      most[account] === 0 ? 'none' : `${expectedText(expected, account)}≤ ${most[account]}`;
    return [effort, amount('requests'), amount('writes'), amount('creations'), duration(seconds * 1000)];
  });
  const { write } = target.config.settings;
  const left = write
    ? 'The interface deletes neither classes, cohorts nor users: what is left for good is listed at the end of a run.'
    : 'Nothing is created or changed.';
  const counted = costs.some(({ expected }) => expected !== undefined)
    ? 'The first number is from a dry run against the reference service; > means that its time was up. ≤ is the budget, which a run never exceeds.'
    : '≤ is the budget, which a run never exceeds.';
  return [
    ...tableLines(
      [head, ...rows].map((cells) => ['', ...cells]),
      [{ width: 2 }, { width: 10 }, ...Array<Column>(3).fill({ width: 17 }), {}],
    ),
    ...wrap(`${counted} ${left}`, 78).map((line) => `  ${line}`),
  ];
}

/** The number of a dry run; with `>` where its time was up. */
function expectedText(expected: Cost['expected'], account: 'requests' | 'writes' | 'creations'): string {
  if (expected === undefined) return '';
  return expected.whole ? `${expected[account]}, ` : `> ${expected[account]}, `;
}

/** A time in words: `3 ms`, `12 s`, `4 min`. */
function duration(ms: number): string {
  if (ms < 1) return 'under 1 ms';
  if (ms < 1000) return `${Math.round(ms)} ms`;
  return ms < 120_000 ? `${Math.round(ms / 1000)} s` : `${Math.round(ms / 60_000)} min`;
}
