import { marked } from '../page/marked.ts';
import { type Html, html, page } from '../page/shell.ts';
import { plural } from '../terminal/layout.ts';
import { type Comparison, comparisonExit, comparisonSentence, tally } from './compare.ts';
import { glance, glanceStyles } from './glance.ts';
import type { RatedDrift } from './rate.ts';
import type { ChangedRow } from './rows.ts';
import { type Side, whereOf } from './side.ts';
import { ratingTitles, rowTitles } from './words.ts';

const styles = `${glanceStyles}
.verdict{display:flex;max-width:none;gap:.5rem 1rem;align-items:baseline;border-left:.35rem solid var(--pass);background:var(--tint);padding:1rem 1.25rem;margin:1.5rem 0;font-size:1.15rem;font-weight:600}
.verdict.bad{border-color:var(--fail)}
.sides{display:grid;grid-template-columns:1fr auto 1fr;gap:1rem;align-items:center;margin:1.25rem 0}
.side{border:1px solid var(--line);border-radius:.5rem;padding:.75rem 1rem;min-width:0;align-self:stretch}
.side p{margin:.15rem 0}
.arrow{color:var(--soft);font-size:1.5rem}
@media(max-width:40rem){.sides{grid-template-columns:1fr}.arrow{transform:rotate(90deg);justify-self:center;line-height:1}}
.cards{display:grid;grid-template-columns:repeat(auto-fit,minmax(8rem,1fr));gap:.75rem;margin:1.5rem 0;padding:0;list-style:none}
.cards li{border:1px solid var(--line);border-radius:.5rem;padding:.6rem .9rem;max-width:none}
.cards b{display:block;font-size:1.75rem;line-height:1.15;font-variant-numeric:tabular-nums}
.changes{list-style:none;padding:0}
.changes li{max-width:none;border-bottom:1px solid var(--line);padding:.7rem 0}
.changes p{margin:.2rem 0}
.was{color:var(--soft)}
.note{border-left:.25rem solid var(--open);padding:.25rem .9rem;background:var(--tint)}
`;

/** A comparison as one self-contained page: it loads nothing and runs nothing. */
export function comparisonPage(comparison: Comparison, strict = false): string {
  const { before, after, caveats } = comparison;
  const isBad = comparisonExit(comparison, strict) !== 0;
  const body = html`<div class="sheet">
<header class="masthead"><p class="eyebrow">Rollcall · comparison</p>
<h1>${whereOf(before) === whereOf(after) ? 'Before and after' : 'What changes for clients'}</h1>
<p class="lead">Two runs against the Roster and Initial Assessment Service interface, held side by side.</p></header>
<main id="main">
<p class="verdict${isBad && ' bad'}"><span class="${isBad ? 'fail' : 'pass'}" aria-hidden="true">${isBad ? '✗' : '✓'}</span> ${comparisonSentence(comparison)}</p>
<div class="sides">${sideCard('Before', before)}<span class="arrow" aria-hidden="true">→</span>${sideCard('After', after)}</div>
${caveats.map((caveat) => html`<p class="note">${caveat}</p>`)}
${cards(comparison)}
${glance(comparison)}
${rowSections(comparison)}
${driftSections(comparison)}
${choiceSection(comparison)}
${speedSection(comparison)}
${aboutSection(comparison)}
</main>
<footer class="foot">Made by Rollcall ${after.run.header.tool.version}. Drift is rated by version ${comparison.contract.version} of the interface.</footer>
</div>`;
  return page({ title: 'Rollcall: comparison of two runs', styles, body });
}

function sideCard(title: string, side: Side): Html {
  const { header, footer } = side.run;
  const { pass, fail, inconclusive, notApplicable } = footer.counts;
  const { seed, effort, write, startedAt } = header.run;
  return html`<section class="side" aria-label="${title}"><p class="eyebrow">${title}</p>
<p><strong>${whereOf(side)}</strong></p>
<p class="small soft">${side.name !== whereOf(side) && `${side.name} · `}profile ${header.target.profile} · interface ${header.interface}</p>
<p class="small soft">${startedAt.slice(0, 16).replace('T', ' ')} UTC · seed ${seed} · effort ${effort} · ${write ? 'writes allowed' : 'read-only'}</p>
<p class="small num"><span class="pass">${pass} passed</span>, <span class="${fail > 0 ? 'fail' : 'none'}">${fail} failed</span>, <span class="soft">${inconclusive} open, ${notApplicable} not applicable</span></p></section>`;
}

function cards(comparison: Comparison): Html {
  const { breaking, risk, harmless } = tally(comparison);
  const { rows, choices } = comparison;
  const card = (amount: number, label: string, tone: string) =>
    html`<li><b class="${amount > 0 ? tone : 'none'}">${amount}</b><span class="small soft">${label}</span></li>`;
  return html`<ul class="cards" aria-label="In numbers">
${card(rows.worse.length, 'rows got worse', 'fail')}${card(rows.better.length, 'rows got better', 'pass')}${card(rows.lost.length, 'no longer judged', 'open')}${card(breaking, breaking === 1 ? 'drift breaks clients' : 'drifts break clients', 'fail')}${card(risk, 'drifts at risk', 'open')}${card(harmless, 'harmless drifts', 'pass')}${card(choices.length, 'choices changed', 'open')}</ul>`;
}

function rowSections({ rows }: Comparison): Html[] {
  const { worse, better, lost, gained, still } = rows;
  const sections = Object.entries({ worse, better, lost, gained }).flatMap(([key, some]) =>
    some.length > 0 ? [rowSection(rowTitles[key as keyof typeof rowTitles], key, some)] : [],
  );
  if (still.length === 0) return sections;
  const list = html`<details><summary>Rows that fail as before (${still.length})</summary><ul>${still.map(({ id }) => html`<li><code>${id}</code></li>`)}</ul></details>`;
  return [...sections, list];
}

function rowSection(title: string, id: string, rows: readonly ChangedRow[]): Html {
  const items = rows.map(
    ({ id: row, before, after, reason }) =>
      html`<li><p><code>${row}</code></p><p class="small"><span class="was">${word(before)}</span> → <strong class="${tone(after)}">${word(after)}</strong></p>${reason !== '' && html`<p class="small soft">${marked(reason)}</p>`}</li>`,
  );
  const list = html`<ul class="changes">${items}</ul>`;
  if (rows.length <= 12) return html`<h2 id="${id}">${title}</h2>${list}`;
  return html`<h2 id="${id}">${title}</h2><details open><summary>${plural(rows.length, 'row')}</summary>${list}</details>`;
}

function word(verdict: string): string {
  return { notApplicable: 'not applicable', suiteError: 'error of Rollcall' }[verdict] ?? verdict;
}

function tone(verdict: string): string {
  return { pass: 'pass', fail: 'fail', inconclusive: 'open' }[verdict] ?? 'none';
}

function driftSections({ drift }: Comparison): Html[] {
  return Object.entries(ratingTitles).flatMap(([rating, { title, about }]) => {
    const some = drift.filter((one) => one.rating === rating);
    return some.length === 0
      ? []
      : [
          html`<h2 id="${rating}">${title}</h2><p class="soft">${about}</p><ul class="changes">${some.map(driftItem)}</ul>`,
        ];
  });
}

const ratingTone: Readonly<Record<string, string>> = { breaking: 'fail', risk: 'open', harmless: 'pass' };

function driftItem({ field, kind, rating, before, after, why, clause, operations }: RatedDrift): Html {
  return html`<li><p><strong><code>${field}</code></strong> <span class="tag ${ratingTone[rating]}">${kindWords[kind] ?? kind}</span></p>
<p><span class="was">${before}</span> → ${after}</p>
<p class="small">${why}${clause !== undefined && html` <code>${clause}</code>`}</p>
<p class="small soft">${operations.join(', ')}</p></li>`;
}

const kindWords: Readonly<Record<string, string>> = {
  vanished: 'vanished',
  type: 'another type',
  format: 'another format',
  optional: 'became optional',
  null: 'became null',
  literal: 'new literal',
  new: 'new field',
  status: 'another status',
};

function choiceSection({ choices }: Comparison): Html | undefined {
  if (choices.length === 0) return undefined;
  const items = choices.map(
    ({ choice, before, after, operations }) =>
      html`<li><p><code>${choice}</code></p><p><span class="was">${before}</span> → ${after}</p><p class="small soft">${operations.join(', ')}</p></li>`,
  );
  return html`<h2 id="choices">Choices that changed</h2><p class="soft">The interface leaves these to the target. Both ways are allowed; a client may have come to rely on one.</p><ul class="changes">${items}</ul>`;
}

function speedSection({ speed }: Comparison): Html | undefined {
  if (speed.length === 0) return undefined;
  const rows = speed.map(
    ({ operation, before, after }) =>
      html`<tr><th scope="row"><code>${operation}</code></th><td class="r">${before} ms</td><td class="r">${after} ms</td></tr>`,
  );
  return html`<h2 id="speed">Speed, a note</h2><p class="soft">The time that half of the successes took at most, where it changed by half or more. No verdict depends on it.</p><table class="list"><thead><tr><th scope="col">Operation</th><th scope="col" class="r">Before</th><th scope="col" class="r">After</th></tr></thead><tbody>${rows}</tbody></table>`;
}

function aboutSection({ rows, before, after }: Comparison): Html {
  return html`<h2 id="about">What this shows, and what not</h2>
<ul><li>${rows.counts.both} rows stand on both sides; ${rows.counts.before} before alone, ${rows.counts.after} after alone.</li>
<li>Drift is what ${plural(
    before.shapes.reduce((sum, one) => sum + one.answers, 0),
    'answer',
  )} before and ${plural(
    after.shapes.reduce((sum, one) => sum + one.answers, 0),
    'answer',
  )} after showed. A difference that chance could explain is left out, and so is what only one side answered.</li>
<li>A client that relies on nothing but the interface is meant. What your own clients rely on beside it, you know better.</li></ul>`;
}
