import { choicesSheet } from '../choices.ts';
import { grouped, moment } from '../page/marked.ts';
import { matrixStyles } from '../page/matrix.ts';
import { type Html, html, page } from '../page/shell.ts';
import { baseUrl, type Report, scopeOf, verdictOf } from '../report.ts';
import { type Story, storiesOf } from '../stories.ts';
import { verdictSentence } from '../terminal/ending.ts';
import { type Detail, failures } from './failures.ts';
import { openParts } from './open.ts';
import { picture } from './picture.ts';
import { overviewStyles } from './styles.ts';

/** A file beside the page, with what it is for. */
export interface Neighbour {
  readonly file: string;
  readonly about: string;
}

/** How large a page may be, in bytes, and how much is told: the first of these that fits. */
const largest = 290_000;
const details: readonly Detail[] = [
  { stories: 30, characters: 160 },
  { stories: 8, characters: 60 },
  { stories: 2, characters: 0 },
];

/** Makes the page that tells a run at a glance: one small file that needs no network and no script. */
export function overviewPage(report: Report, neighbours: readonly Neighbour[] = []): string {
  const stories = storiesOf(report.rows, report.book);
  let text = '';
  for (const detail of details) {
    text = pageOf(report, stories, neighbours, detail);
    if (Buffer.byteLength(text) < largest) break;
  }
  return text;
}

function pageOf(
  report: Report,
  stories: readonly Story[],
  neighbours: readonly Neighbour[],
  detail: Detail,
): string {
  const { header } = report;
  return page({
    title: `Rollcall: ${verdictSentence(report)}`,
    styles: `${matrixStyles}${overviewStyles}`,
    body: html`<div class="sheet">${masthead(report)}<main id="main">
${tally(report)}
${mishaps(report)}
${failures(stories, report, detail)}
${picture(report, stories, detail)}
${openParts(report)}
${settings(report)}
${beside(neighbours)}
</main><footer class="foot"><p>Made by ${header.tool.name} ${header.tool.version}. Data of the target is shown by its shape alone; words with # stand for values that are hidden.</p></footer></div>`,
  });
}

function masthead(report: Report): Html {
  const { header } = report;
  const { judged, of, whole } = scopeOf(report);
  const verdict = verdictOf(report);
  const tone = verdict === 'conforms' ? 'pass' : verdict === 'inconclusive' ? 'open' : 'fail';
  const where = header.target.embedded
    ? html`the reference service inside this run`
    : html`<strong>${baseUrl(header)}</strong>`;
  return html`<header class="masthead"><p class="eyebrow">Rollcall · summary of a run</p>
<h1 class="${tone}">${verdictSentence(report)}</h1>
<p class="lead">About ${where}, by interface ${header.interface}: ${grouped(judged)} of ${grouped(of)} rows were judged, ${whole ? 'all that could be' : 'which is a part'}. A row is one clause on one operation.</p></header>`;
}

/** The counts of the verdicts, as numbers and as one bar. */
function tally({ footer: { counts } }: Report): Html {
  const parts = [
    ['pass', 'held', counts.pass],
    ['fail', 'failed', counts.fail],
    ['open', 'could not be established', counts.inconclusive],
    ['none', 'not applicable', counts.notApplicable],
    ['fail', 'errors of Rollcall', counts.suiteError],
  ] as const;
  const shown = parts.filter(([, , amount], index) => amount > 0 || index < 4);
  const bar = parts.filter(([, , amount]) => amount > 0);
  const all = Math.max(
    1,
    bar.reduce((sum, [, , amount]) => sum + amount, 0),
  );
  let at = 0;
  const pieces = bar.map(([tone, , amount]) => {
    const wide = (amount / all) * 1000;
    at += wide;
    return html`<rect class="${tone}" x="${(at - wide).toFixed(1)}" y="0" width="${Math.max(wide, 2).toFixed(1)}" height="12"/>`;
  });
  return html`<ul class="tally">${shown.map(([tone, words, amount]) => html`<li><span class="num ${tone}">${grouped(amount)}</span> ${words}</li>`)}</ul>
<svg class="bar" viewBox="0 0 1000 12" preserveAspectRatio="none" aria-hidden="true">${pieces}</svg>`;
}

function mishaps({ footer, rows }: Report): Html | false {
  const broken = rows.filter(({ verdict }) => verdict === 'suiteError');
  const errors = [...footer.mishaps, ...broken.slice(0, 20).map(({ id, reason }) => `${id}: ${reason}`)];
  if (errors.length === 0) return false;
  return html`<h2 id="errors">Rollcall itself went wrong</h2><p>This says nothing about the target. Please report it.</p><ul>${errors.map((one) => html`<li>${one}</li>`)}</ul>`;
}

/** With what the run was made. */
function settings(report: Report): Html {
  const { header, footer, rows } = report;
  const { run, target } = header;
  const choices = choicesSheet(rows).length;
  const entries: readonly (readonly [string, string])[] = [
    ['Target', target.embedded ? 'the embedded reference service' : baseUrl(header)],
    ['Profile', target.profileFile ?? target.profile],
    ['When (UTC)', `${moment(run.startedAt)} to ${moment(footer.finishedAt)}`],
    ['Seed and effort', `${run.seed}, ${run.effort}`],
    ['Writes', run.write ? 'allowed' : 'none: the run only read'],
    ['Requests', `${grouped(footer.requests)} in ${(footer.durationMs / 1000).toFixed(1)} s`],
    ['Choices that the interface leaves', choices === 0 ? 'none seen' : `${choices}, in choices.json`],
  ];
  return html`<h2 id="run">The run</h2><dl class="facts">${entries.map(([name, value]) => html`<div><dt>${name}</dt><dd>${value}</dd></div>`)}</dl>`;
}

function beside(neighbours: readonly Neighbour[]): Html | false {
  if (neighbours.length === 0) return false;
  return html`<h2 id="files">Beside this page</h2><ul>${neighbours.map(({ file, about }) => html`<li><a href="${file}">${file}</a>: ${about}</li>`)}</ul>`;
}
