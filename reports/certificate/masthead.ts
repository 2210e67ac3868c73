import { grouped, moment } from '../page/marked.ts';
import { Html, html } from '../page/shell.ts';
import type { Certificate } from './certificate.ts';
import { levels } from './levels.ts';

/** The head of the page: who, what, which level. */
export function masthead(certificate: Certificate): Html {
  const { implementation, interface: version, level, target, date, counts } = certificate;
  return html`<header class="masthead cert-head"><div><p class="eyebrow">Rollcall certificate · level ${level}</p>
<h1>${implementation.name} <span class="version">${implementation.version}</span></h1>
<p class="lead">At <strong>${target.origin}${target.basePath}</strong> it kept the Roster and Initial Assessment Service interface, version ${version}, wherever it was judged: ${grouped(counts.pass)} of ${grouped(total(counts))} rows held, and none failed.</p>
${steps(certificate)}</div>
${seal(level, date)}</header>`;
}

function total(counts: Certificate['counts']): number {
  return Object.values(counts).reduce((sum, one) => sum + one, 0);
}

/** The three levels as steps, with those that are reached filled. */
function steps({ level, levels: all }: Certificate): Html {
  return html`<ol class="steps" aria-label="Levels">${all.map(
    ({ name, reached }) =>
      html`<li class="${name === level ? 'now' : reached ? 'reached' : 'missed'}"><span>${name}</span><span class="hidden">: ${reached ? 'reached' : 'not reached'}${name === level && ', the level of this certificate'}</span></li>`,
  )}</ol>`;
}

/** A seal that shows the level by its rings. Its text stands in the head as well. */
function seal(level: Certificate['level'], date: string): Html {
  const reached = levels.indexOf(level) + 1;
  const rings = [30, 40, 50].map(
    (radius, index) =>
      `<circle cx="60" cy="60" r="${radius}" fill="none" stroke-width="5" class="${index < reached ? 'on' : 'off'}"/>`,
  );
  return html`<svg class="seal" viewBox="0 0 120 120" role="img" aria-label="Level ${level}, ${date}">${new Html(rings.join(''))}<path d="M48 61l9 9 17-20" fill="none" stroke-width="6" stroke-linecap="round" stroke-linejoin="round" class="on"/></svg>`;
}

/** The facts that one looks for first. */
export function facts(certificate: Certificate): Html {
  const { target, tool, runs, digests, interface: version, implementation } = certificate;
  const [first] = runs;
  const last = runs.at(-1);
  const requests = runs.reduce((sum, run) => sum + run.requests, 0);
  const efforts = [...new Set(runs.map(({ effort }) => effort))].join(', ');
  const entries: readonly (readonly [string, Html])[] = [
    ['Implementation, as the profile names it', html`${implementation.name} ${implementation.version}`],
    ['Target', html`${target.origin}${target.basePath}`],
    ['Interface', html`Roster and Initial Assessment Service ${version}`],
    ['When (UTC)', html`${moment(first?.startedAt ?? '')} to ${moment(last?.finishedAt ?? '')}`],
    [
      'Runs',
      html`seeds ${runs.map(({ seed }) => seed).join(', ')}; effort ${efforts}; ${grouped(requests)} requests`,
    ],
    [
      'Writes',
      html`${runs.some(({ write }) => write) ? 'allowed: the runs created and changed things' : 'none: the runs only read'}`,
    ],
    ['Judged by', html`${tool.name} ${tool.version}`],
    ['Contract, SHA-256', html`<code>${digests.contract.slice(0, 16)}…</code>`],
    ['Profile, SHA-256', html`<code>${digests.profile.slice(0, 16)}…</code>`],
  ];
  return html`<dl class="facts">${entries.map(([name, value]) => html`<div><dt>${name}</dt><dd>${value}</dd></div>`)}</dl>`;
}
