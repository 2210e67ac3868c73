/** What the page of a certificate has beside the styles of all pages. */
export const certificateStyles = `
.cert-head{display:grid;grid-template-columns:1fr auto;gap:1.5rem 3rem;align-items:center}
.cert-head h1{font-family:ui-serif,"Iowan Old Style",Palatino,"Palatino Linotype",Georgia,serif;font-weight:600;color:var(--accent)}
.version{font-weight:400;color:var(--soft)}
.lead strong{color:var(--ink);font-weight:600}
.seal{width:clamp(6rem,16vw,10rem);height:auto}
.seal .on{stroke:var(--pass)}.seal .off{stroke:var(--line)}
.steps{list-style:none;padding:0;margin:1.25rem 0 0;display:flex;flex-wrap:wrap;gap:.4rem}
.steps li{border:1px solid var(--line);border-radius:2rem;padding:.2rem .9rem;font-size:.9rem;color:var(--soft)}
.steps .reached{border-color:var(--pass-ink);color:var(--pass-ink)}.steps .now{background:var(--pass-ink);border-color:var(--pass-ink);color:var(--paper);font-weight:600}
.steps .missed{border-style:dashed}
.findings{padding-left:1.1rem}.findings li{margin:.4rem 0}.findings details{border:0}.findings summary{padding:.1rem 0;font-weight:400}
.ids{columns:20rem auto;padding-left:1.1rem;font:.75rem/1.6 ui-monospace,Menlo,Consolas,monospace;overflow-wrap:anywhere}
.clauses{list-style:none;padding:0}
.clauses li{padding:.55rem 0;border-top:1px solid var(--line)}
.clauses code:first-child{font-weight:600}
.clauses i{font-style:normal;font-size:.75rem;color:var(--soft);border-left:2px solid var(--line);padding-left:.5rem;margin-left:.25rem}
.clauses small{font-size:.875rem}.clauses b{font-weight:400;color:var(--pass-ink)}
.digests dd{margin-bottom:.5rem}
@media(max-width:40rem){.cert-head{grid-template-columns:1fr}.seal{grid-row:1;width:5.5rem}}
@media print{.cert-head{grid-template-columns:1fr 7rem}.seal{width:7rem}}
`;
