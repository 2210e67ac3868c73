import type { Row } from '../../harness/judging/row.ts';
import type { Verdict } from '../../harness/judging/verdict.ts';
import { groupReasons, type ReasonGroup } from '../groups.ts';
import { labelled, plural } from './layout.ts';
import type { Style } from './style.ts';

const longest = { rows: 3, names: 4, groups: 8 };

/** The rows of one verdict, grouped by reason and counted. With `all`, every row is named. */
export function reasonList(
  rows: readonly Row[],
  verdict: Verdict,
  title: string,
  style: Style,
  all = false,
): string {
  const own = rows.filter((row) => row.verdict === verdict);
  if (own.length === 0) return '';
  const groups = groupReasons(own);
  const shown = all ? groups : groups.slice(0, longest.groups);
  const hidden = groups.slice(shown.length).reduce((sum, group) => sum + group.rows.length, 0);
  const more =
    hidden > 0 ? [`       … and ${plural(hidden, 'row')} for other reasons; --verbose shows all`] : [];
  const colour =
    verdict === 'suiteError' ? style.red : verdict === 'inconclusive' ? style.yellow : style.bold;
  return [
    style.bold(colour(`${title}: ${plural(own.length, 'row')}`)),
    ...shown.flatMap((group) => groupLines(group, verdict, style, all)),
    ...more,
  ].join('\n');
}

function groupLines(group: ReasonGroup, verdict: Verdict, style: Style, all: boolean): string[] {
  const { reason, names, rows } = group;
  const head = labelled(String(rows.length).padStart(6), reason, 0, 8);
  const most = all ? names.length : longest.names;
  const named = names.length > 0 ? labelled('', firstOf(names, most), 8, 8) : [];
  if (verdict === 'notApplicable' && !all) return [...head, ...named.map(style.dim)];
  const ids = rows.map(({ id }) => id);
  const shown = ids.slice(0, all ? ids.length : longest.rows).map((id) => `        ${id}`);
  const more = ids.length > shown.length ? [`        … ${ids.length - shown.length} more`] : [];
  return [...head, ...[...shown, ...more].map(style.dim)];
}

function firstOf(names: readonly string[], most: number): string {
  const rest = names.length - most;
  return rest > 0 ? `${names.slice(0, most).join(', ')} and ${rest} more` : names.join(', ');
}
