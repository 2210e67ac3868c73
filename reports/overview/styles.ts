/** What the page of a run has beside the styles of all pages. */
export const overviewStyles = `
h1.fail{color:var(--fail-ink)}h1.pass{color:var(--pass-ink)}h1.open{color:var(--open-ink)}
.lead strong{color:var(--ink);font-weight:600}
.tally{list-style:none;padding:0;display:flex;flex-wrap:wrap;gap:.5rem 2rem;margin:1.25rem 0 .5rem}
.tally .num{font-size:1.6rem;font-weight:650;margin-right:.15rem}
.bar{display:block;width:100%;height:.75rem;border-radius:.3rem}
.bar .pass{fill:var(--pass)}.bar .fail{fill:var(--fail)}.bar .open{fill:var(--open)}.bar .none{fill:var(--none-fill)}
.story{border:1px solid var(--line);border-left:.3rem solid var(--fail);border-radius:.4rem;padding:.25rem 1.25rem 1rem;margin:1.25rem 0}
.story h3{margin-top:.9rem;max-width:70ch}
.story details{border:0}
.told{display:grid;grid-template-columns:9rem minmax(0,1fr);gap:.3rem 1rem}
.told dt{padding-top:.15rem}
.label{font-size:.8rem;color:var(--soft);margin:.9rem 0 .25rem}
.exchanges{padding-left:1.4rem}.exchanges p{margin:.5rem 0 .25rem}.exchanges pre{margin:.25rem 0;padding:.4rem .75rem}
.exchanges .came{border-left:.2rem solid var(--soft)}
.findings{padding-left:1.1rem}.findings li{margin:.5rem 0}.findings details{border:0}.findings summary{padding:.1rem 0;font-weight:400}
@media(max-width:40rem){.told{grid-template-columns:1fr;gap:0}.told dd{margin-bottom:.5rem}.story{padding-inline:.8rem}}
@media print{.story{break-inside:auto}}
`;
