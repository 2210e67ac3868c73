import { type Html, html } from '../page/shell.ts';
import type { Comparison } from './compare.ts';

/** The styles of the picture. */
export const glanceStyles = `
.glance{border-collapse:separate;border-spacing:2px;font-size:.85rem;min-width:34rem;width:100%}
.glance th{font-weight:500;text-align:left;padding:.15rem .5rem .15rem 0;white-space:nowrap}
.glance thead th{color:var(--soft);font-size:.75rem;text-align:center;padding:.15rem .3rem;white-space:normal;vertical-align:bottom}
.glance thead th:first-child{text-align:left}
.glance td{width:14%;text-align:center;border-radius:.25rem;height:1.9rem;background:var(--none-fill);font-variant-numeric:tabular-nums;font-weight:600;color:var(--soft)}
.glance td.zero{font-weight:400}
.glance td.f{background:var(--fail);color:var(--paper)}
.glance td.p{background:var(--pass);color:var(--paper)}
.glance td.o{background:var(--open);color:var(--paper)}
.glance td.s{background:var(--tint);box-shadow:inset 0 0 0 1px var(--none);color:var(--ink)}
`;

const columns = [
  { key: 'worse', title: 'rows worse', tone: 'f', link: '#worse' },
  { key: 'better', title: 'rows better', tone: 'p', link: '#better' },
  { key: 'breaking', title: 'breaking drift', tone: 'f', link: '#breaking' },
  { key: 'risk', title: 'drift at risk', tone: 'o', link: '#risk' },
  { key: 'harmless', title: 'harmless drift', tone: 's', link: '#harmless' },
  { key: 'choices', title: 'choices changed', tone: 's', link: '#choices' },
] as const;

type Key = (typeof columns)[number]['key'];

/** What changed on which operation, as a picture: operations down, kinds of change across. */
export function glance(comparison: Comparison): Html {
  const { operations } = comparison.contract;
  const counts = operations.map(({ id }) => ({ id, counts: countsOf(comparison, id) }));
  const changed = counts.filter(({ counts: some }) => Object.values(some).some((amount) => amount > 0));
  const same = operations.length - changed.length;
  if (changed.length === 0)
    return html`<h2 id="operations">By operation</h2><p>None of the ${operations.length} operations shows a change.</p>`;
  return html`<h2 id="operations">By operation</h2>
<p class="soft">${changed.length} of ${operations.length} operations show a change${same > 0 && html`; ${same} show none and are left out`}.</p>
<div class="wide" role="region" aria-label="Changes by operation" tabindex="0"><table class="glance">
<thead><tr><th scope="col">Operation</th>${columns.map(({ title }) => html`<th scope="col">${title}</th>`)}</tr></thead>
<tbody>${changed.map((row) => html`<tr><th scope="row"><code>${row.id}</code></th>${columns.map(({ key, tone }) => cell(row.counts[key], tone))}</tr>`)}</tbody></table></div>`;
}

function cell(amount: number, tone: string): Html {
  return amount > 0 ? html`<td class="${tone}">${amount}</td>` : html`<td class="zero">·</td>`;
}

function countsOf({ rows, drift, choices }: Comparison, id: string): Record<Key, number> {
  const on = (list: readonly { readonly operation: string }[]) =>
    list.filter(({ operation }) => operation === id).length;
  const rated = (rating: string) =>
    drift.filter((one) => one.rating === rating && one.operations.includes(id)).length;
  return {
    worse: on(rows.worse),
    better: on(rows.better),
    breaking: rated('breaking'),
    risk: rated('risk'),
    harmless: rated('harmless'),
    choices: choices.filter(({ operations }) => operations.includes(id)).length,
  };
}
