import type { Book } from '../book.ts';
import { operationGroups } from '../page/columns.ts';
import { grouped, marked, moment } from '../page/marked.ts';
import { type ColumnGroup, legend, matrix, matrixStyles } from '../page/matrix.ts';
import { sharedStyles, sharedWords } from '../page/shared-words.ts';
import { type Html, html, page } from '../page/shell.ts';
import type { Certificate } from './certificate.ts';
import { chapterDetails, chaptersOf, levelLists, matrixParts } from './chapters.ts';
import { type Finding, type Level, levels } from './levels.ts';
import { facts, masthead } from './masthead.ts';
import { certificateStyles } from './styles.ts';

/** Makes the page of a certificate: one file that needs no network and no script. */
export function certificatePage(certificate: Certificate, book: Book): string {
  const { implementation } = certificate;
  const chapters = chaptersOf(certificate, book);
  const parts = matrixParts(chapters);
  const cells = parts.flatMap(({ rows }) => rows.flatMap((row) => [...row.cells.values()]));
  const shared = sharedWords(cells.map(({ words }) => words));
  return page({
    title: `${implementation.name} ${implementation.version}: Rollcall certificate, ${certificate.level}`,
    styles: `${matrixStyles}${sharedStyles(shared)}${certificateStyles}`,
    body: html`<div class="sheet">${masthead(certificate)}<main id="main">
${facts(certificate)}
${picture(certificate, book, (groups) => matrix(parts, groups, shared))}
${limits(certificate)}
${leftOut(certificate)}
${levelLists(certificate, chapters)}
${choices(certificate)}
${readings(certificate)}
${left(certificate)}
${runs(certificate)}
${caveats(certificate)}
${reproduction(certificate)}
<h2 id="chapters">Clause by clause</h2>
<p>Each clause in our own words, with what was found on each operation. A cell of the picture leads here.</p>
${chapters.map((chapter) => chapterDetails(chapter))}
</main><footer class="foot"><p>Made by ${certificate.tool.name} ${certificate.tool.version} from the bundle with SHA-256 <code>${certificate.digests.bundle}</code>. The bundle holds every row; whoever has it can make this page anew.</p></footer></div>`,
  });
}

function picture(
  certificate: Certificate,
  book: Book,
  drawn: (columns: readonly ColumnGroup[]) => Html,
): Html {
  const groups = operationGroups(book.operations);
  const { counts } = certificate;
  const shown = [
    ['pass', `held: ${grouped(counts.pass)} rows`],
    ['open', `could not be established: ${grouped(counts.inconclusive)}`],
    ['none', `not judged: ${grouped(counts.notApplicable)}`],
  ] as const;
  return html`<h2 id="picture">The picture</h2>
<p>Each line is a clause, each column one of the ${book.operations.length} operations, each cell what was found there. Columns are, from left to right: ${groups.map(({ title, operations }) => `${title} (${operations.length})`).join(', ')}. <span class="screen">Point at a cell, or reach it with the Tab key, to read its reason; <a href="#limits">skip the picture</a>.</span></p>
${legend(shown)}
${drawn(groups)}`;
}

function limits({ limits: found, level }: Certificate): Html {
  const next: Level | undefined = levels[levels.indexOf(level) + 1];
  if (next === undefined)
    return html`<h2 id="limits">What limits the level</h2><p>Nothing: <em>${level}</em> is the highest level.</p>`;
  return html`<h2 id="limits">What limits the level</h2>
<p>These rows were not judged although a profile or a flag could have had them judged. They keep the target from the level <em>${next}</em>.</p>
${findings(found)}`;
}

function leftOut({ unjudged }: Certificate): Html {
  return html`<h2 id="not-judged">What was not judged, and why</h2>
${
  unjudged.length === 0
    ? html`<p>Nothing: every row that applies was judged.</p>`
    : html`<p>These rows do not count against the level: the target need not have what they are about.</p>${findings(unjudged)}`
}`;
}

function findings(found: readonly Finding[]): Html {
  return html`<ul class="findings">${found.map(
    ({ reason, fix, by, rows }) =>
      html`<li>${marked(reason)} <span class="soft">${countWords(rows.length)}${by !== 'nobody' && html`; what would remove it: ${marked(fix)}`}</span>${
        rows.length > 0 && html`<details><summary class="small">The rows</summary>${rowList(rows)}</details>`
      }`,
  )}</ul>`;
}

/** Rows as a list, those of one check together: `check @ one, other`. */
function rowList(ids: readonly string[]): Html {
  const checks = new Map<string, string[]>();
  for (const id of ids) {
    const [check = '', operation = ''] = id.split(' @ ');
    checks.set(check, [...(checks.get(check) ?? []), operation]);
  }
  return html`<ul class="ids">${[...checks].map(([check, operations]) => html`<li>${check} @ ${operations.join(', ')}`)}</ul>`;
}

function countWords(rows: number): string {
  return rows === 0 ? 'on all its rows' : `on ${rows} ${rows === 1 ? 'row' : 'rows'}`;
}

function choices({ choices: sheet }: Certificate): Html {
  return html`<h2 id="choices">Choices the target made</h2>
<p>The interface leaves these open, and each of them is allowed.</p>
<div class="wide"><table class="list"><thead><tr><th scope="col">Where</th><th scope="col">What the target does</th><th scope="col">Operations</th></tr></thead><tbody>${sheet.map(
    ({ choice, taken }) =>
      html`<tr><th scope="row">${marked(choice)}</th><td>${taken.map(({ way }, index) => html`${index > 0 && html`<br>`}${marked(way)}`)}</td><td class="num soft">${taken.map(({ operations }, index) => html`${index > 0 && html`<br>`}${operations.length > 2 ? `${operations.length} operations` : operations.join(', ')}`)}</td></tr>`,
  )}</tbody></table></div>`;
}

function readings({ readings: chosen }: Certificate): Html {
  const entries = Object.entries(chosen);
  if (entries.length === 0) return html``;
  return html`<h3>What the profile says of gaps</h3>
<div class="wide"><table class="list"><thead><tr><th scope="col">Gap</th><th scope="col">What the profile says</th></tr></thead><tbody>${entries.map(
    ([gap, value]) =>
      html`<tr><th scope="row"><code>${gap}</code></th><td><code>${JSON.stringify(value)}</code></td></tr>`,
  )}</tbody></table></div>`;
}

function left({ left: { made, unclear, lent } }: Certificate): Html {
  const kinds = Object.entries(made);
  return html`<h2 id="left">What is left on the target</h2>
${
  kinds.length + unclear + lent === 0
    ? html`<p>Nothing: these runs created nothing.</p>`
    : html`<p>The interface deletes no class, cohort or user. What the runs made, or found of earlier runs and used again, stays there:</p>
<ul>${kinds.map(([kind, count]) => html`<li><span class="num">${count}</span> × ${kind}`)}${unclear > 0 && html`<li>${unclear} creations that were never answered`}${lent > 0 && html`<li class="fail">${lent} changes of lent things that are not put back`}</ul>`
}`;
}

function runs({ runs: all, again }: Certificate): Html {
  return html`<h2 id="runs">The runs</h2>
<div class="wide"><table class="list"><thead><tr><th scope="col">Seed</th><th scope="col">Effort</th><th scope="col">Writes</th><th scope="col">From</th><th scope="col">To (UTC)</th><th scope="col" class="r">Requests</th></tr></thead><tbody>${all.map(
    ({ seed, effort, write, startedAt, finishedAt, requests }) =>
      html`<tr><th scope="row">${seed}</th><td>${effort}</td><td>${write ? 'yes' : 'no'}</td><td>${moment(startedAt)}</td><td>${moment(finishedAt)}</td><td class="r">${grouped(requests)}</td></tr>`,
  )}</tbody></table></div>
<p>A row has the worst verdict of any seed.</p>
${
  again === undefined
    ? html`<p>The exchanges were not recorded: rows can be counted again, and judged again only by running again.</p>`
    : html`<p>${grouped(again.exchanges)} exchanges were recorded, redacted. From them ${grouped(again.judged)} rows can be judged again without the target; ${
        again.not.length === 0
          ? 'all of them.'
          : `${grouped(again.not.length)} cannot, since they rest on what redaction hides:`
      }</p>${again.not.length > 0 && html`<details><summary class="small">The rows that cannot be judged again</summary>${rowList(again.not)}</details>`}`
}`;
}

function caveats({ caveats: all }: Certificate): Html {
  return html`<h2 id="caveats">What this certificate cannot show</h2><ul>${all.map((one) => html`<li>${one}`)}</ul>`;
}

function reproduction({ reproduce, digests }: Certificate): Html {
  return html`<h2 id="again">How to check it</h2>
<p>Without the target: compare digests and signature, count the rows anew, and make this page anew.</p><pre>${reproduce[1]}</pre>
<p>With the target and a key for it: run again.</p><pre>${reproduce[0]}</pre>
<dl class="digests">${Object.entries(digests).map(([name, digest]) => html`<dt>SHA-256 of the ${name}</dt><dd><code>${digest}</code></dd>`)}</dl>`;
}
