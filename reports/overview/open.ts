import type { Row } from '../../harness/judging/row.ts';
import { isFillable } from '../book.ts';
import { groupReasons, type ReasonGroup } from '../groups.ts';
import { marked } from '../page/marked.ts';
import { type Html, html } from '../page/shell.ts';
import { type Party, type Remedy, remedyOf } from '../remedies.ts';
import type { Report } from '../report.ts';

/** How many reasons, names in a reason, and rows are told. */
const most = { reasons: 40, names: 30, rows: 12 } as const;

const parties: readonly (readonly [Party, string])[] = [
  ['target', 'The target could have these judged'],
  ['profile', 'The profile could have these judged'],
  ['run', 'Another run could have these judged'],
  ['nobody', 'Nothing could: the target need not have what they are about'],
];

/** What was not judged, and why: by who could have it judged, then by reason. */
export function openParts({ rows, book }: Report): Html {
  const open = rows.flatMap((row) => {
    const remedy = remedyOf(row, (gap) => isFillable(book, gap));
    return remedy === undefined ? [] : [{ row, remedy }];
  });
  if (open.length === 0)
    return html`<h2 id="not-judged">What was not judged</h2><p>Nothing: every row was judged.</p>`;
  const sections = parties.map(([party, title]) => {
    const own = open.filter(({ remedy }) => remedy.by === party);
    return own.length > 0 && section(title, own);
  });
  return html`<h2 id="not-judged">What was not judged, and why</h2>${sections}`;
}

interface Open {
  readonly row: Row;
  readonly remedy: Remedy;
}

function section(title: string, open: readonly Open[]): Html {
  const groups = groupReasons(open.map(({ row }) => row));
  const remedies = new Map(open.map(({ row, remedy }) => [row.id, remedy]));
  const shown = groups.slice(0, most.reasons);
  const hidden = groups.slice(most.reasons).reduce((sum, group) => sum + group.rows.length, 0);
  return html`<h3>${title}: ${open.length} ${open.length === 1 ? 'row' : 'rows'}</h3><ul class="findings">${shown.map((group) => reasonItem(group, remedies))}${hidden > 0 && html`<li>… and ${hidden} rows for other reasons, in <code>summary.json</code></li>`}</ul>`;
}

function reasonItem({ reason, names, rows }: ReasonGroup, remedies: ReadonlyMap<string, Remedy>): Html {
  const [first] = rows;
  const fixes = new Set(rows.map(({ id }) => remedies.get(id)?.fix ?? ''));
  const fix =
    fixes.size === 1
      ? [...fixes][0]
      : names.length > 0 && first.verdict === 'notApplicable'
        ? 'fill them in the profile'
        : undefined;
  const named = names.slice(0, most.names);
  const listed = rows.slice(0, most.rows);
  return html`<li>${marked(reason)} <span class="soft">${rows.length} ${rows.length === 1 ? 'row' : 'rows'}${fix !== undefined && !fix.startsWith('nothing') && html`; what would help: ${marked(fix)}`}</span>${named.length > 0 && html`<br><span class="small">${named.map((name, index) => html`${index > 0 && ', '}<code>${name}</code>`)}${names.length > named.length && ` and ${names.length - named.length} more`}</span>`}${
    first.verdict === 'inconclusive' &&
    html`<details><summary class="small">The rows</summary><ul class="small">${listed.map(({ id }) => html`<li><code>${id}</code></li>`)}${rows.length > listed.length && html`<li>… and ${rows.length - listed.length} more</li>`}</ul></details>`
  }</li>`;
}
