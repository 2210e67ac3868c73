import type { Evidence } from '../../harness/privacy/evidence.ts';
import { clauseIn, restsIn } from '../book.ts';
import { exampleOf } from '../example.ts';
import type { FailureGroup } from '../groups.ts';
import { marked } from '../page/marked.ts';
import { type Html, html } from '../page/shell.ts';
import { repeatLine } from '../repeat.ts';
import { cutLong, replayLines, shellNeeds } from '../replay-lines.ts';
import { baseUrl, type Report } from '../report.ts';
import type { Story } from '../stories.ts';

/**
 * How much is told: stories in full, those in a line, exchanges, characters of a body, failures that another explains.
 */
const most = { lines: 60, exchanges: 11, characters: 900, also: 12, operations: 8 } as const;

/** How much a page tells: stories in full, and characters of the reason behind a cell. */
export interface Detail {
  readonly stories: number;
  readonly characters: number;
}

/** The place of a story on the page. */
export function anchorOf(index: number, { stories }: Detail): string {
  return `s${Math.min(index, stories) + 1}`;
}

/** The failures, story by story, each with what came and how to see it again. */
export function failures(stories: readonly Story[], report: Report, detail: Detail): Html | false {
  if (stories.length === 0) return false;
  const rows = stories.reduce((sum, story) => sum + story.rows.length, 0);
  const full = stories.slice(0, detail.stories);
  const rest = stories.slice(detail.stories);
  const lines = full.map((story) => cutLong(replayLines(story.lead.rows[0].evidence ?? [])));
  const base = report.header.target.embedded
    ? '…   # the baseUrl that `rollcall serve` prints'
    : baseUrl(report.header);
  return html`<h2 id="failures">What failed</h2>
<p>${rows} ${rows === 1 ? 'row' : 'rows'}, probably for ${stories.length} ${stories.length === 1 ? 'reason' : 'reasons'}: what one explains stands under it. Once, in the shell that the lines below are pasted into:</p>
<pre>${shellNeeds(base, lines.flat()).join('\n')}</pre>
${full.map((story, index) => storyPart(story, anchorOf(index, detail), lines[index] ?? [], report))}
${rest.length > 0 && restList(rest, anchorOf(detail.stories, detail))}`;
}

function restList(rest: readonly Story[], anchor: string): Html {
  const shown = rest.slice(0, most.lines);
  return html`<h3 id="${anchor}">${rest.length} more</h3><ul class="small">${shown.map(
    ({ lead }) =>
      html`<li><code>${lead.clause}</code> on ${operationsOf(lead)}: expected ${lead.expected}; got ${lead.actual}</li>`,
  )}${rest.length > shown.length && html`<li>… and others: <code>rows.ndjson</code> has them all</li>`}</ul>`;
}

function storyPart(story: Story, anchor: string, lines: readonly string[], { header, book }: Report): Html {
  const { lead, also, kept } = story;
  const [first] = lead.rows;
  const clause = clauseIn(book, lead.clause);
  const example = exampleOf(first);
  const facts: readonly (readonly [string, Html])[] = [
    ['Operation', html`${operationsOf(lead)}`],
    ['Expected', html`${lead.expected}`],
    ['What came', html`<span class="fail">${lead.actual}</span>`],
    ...(example === undefined ? [] : [['Smallest example', html`<code>${example}</code>`] as const]),
    ['Rests on', html`${restsIn(book, clause)}${clause.level === 'inferred' && ' (inferred)'}`],
    ...(clause.lawyer === undefined ? [] : [['The other side', html`${clause.lawyer}`] as const]),
  ];
  return html`<article class="story" id="${anchor}"><h3>${marked(clause.statement || lead.clause)}</h3>
<p class="small"><code>${lead.clause}</code></p>
<dl class="told">${facts.map(([name, value]) => html`<dt>${name}</dt><dd>${value}</dd>`)}</dl>
${exchanges(first.evidence ?? [])}
<p class="label">See it again</p>
<pre>${[...lines, repeatLine(first, header)].join('\n')}</pre>
${also.length > 0 && explained(also)}
${kept.length > 0 && html`<p class="small soft">${kept.length} ${kept.length === 1 ? 'row' : 'rows'} could not be judged because of this.</p>`}
</article>
`;
}

function operationsOf({ rows }: Pick<FailureGroup, 'rows'>): string {
  const operations = [...new Set(rows.map(({ operation }) => operation))];
  const more = operations.length - most.operations;
  return `${operations.slice(0, most.operations).join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
}

function explained(also: readonly FailureGroup[]): Html {
  const rows = also.reduce((sum, group) => sum + group.rows.length, 0);
  const more = also.length - most.also;
  return html`<details><summary>What it explains as well: ${rows} ${rows === 1 ? 'row' : 'rows'}</summary><ul class="small">${also
    .slice(0, most.also)
    .map(
      (group) =>
        html`<li><code>${group.clause}</code> on ${operationsOf(group)}: expected ${group.expected}; got ${group.actual}</li>`,
    )}${more > 0 && html`<li>… and ${more} more of this kind</li>`}</ul></details>`;
}

const parts = { 'set-up': 'set-up', before: 'before' } as const;

function exchanges(evidence: readonly Evidence[]): Html | false {
  if (evidence.length === 0) return false;
  const shown = evidence.slice(-most.exchanges);
  return html`<details><summary>The exchanges: ${evidence.length}</summary><ol class="exchanges">${shown.map(
    ({ request, requestBody, status, body, part }) =>
      html`<li><p><code>${request}</code> → <strong class="num">${status === 0 ? 'no answer' : status}</strong>${part !== undefined && html` <span class="tag none">${parts[part]}</span>`}</p>${requestBody !== undefined && html`<pre>${bodyText(requestBody)}</pre>`}${body !== undefined && html`<pre class="came">${bodyText(body)}</pre>`}</li>`,
  )}</ol></details>`;
}

function bodyText(body: unknown): string {
  const text = typeof body === 'string' ? body : (JSON.stringify(body, null, 1) ?? '');
  return text.length > most.characters ? `${text.slice(0, most.characters)} …` : text;
}
