// A copy of reports/page/{html,styles,shell}.ts in one file; on merge import from reports/page/shell.ts instead.
import { createHash } from 'node:crypto';
/** A piece of HTML. Text becomes one only by way of {@link html}, which escapes it. */
export class Html {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }

  toString(): string {
    return this.text;
  }
}

/** What a template may hold: text is escaped, HTML stays, a list is joined, and `undefined` and `false` are nothing. */
export type Piece = Html | string | number | undefined | false | readonly Piece[];

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** Characters that no HTML text may hold, and those that turn the direction of the text around them. */
const unprintable = /(?![\t\n\r])[\p{Cc}\p{Cs}\p{Bidi_Control}\p{Noncharacter_Code_Point}]/gu;

/** Escapes a text for HTML, in an element or in a quoted attribute. */
export function escapeHtml(text: string): string {
  return text.replace(unprintable, '\u{fffd}').replace(/[&<>"']/g, (letter) => entities[letter] ?? '');
}

/** A template of HTML: every text that is put into it is escaped. Use it in elements and in quoted attributes. */
export function html(parts: TemplateStringsArray, ...pieces: readonly Piece[]): Html {
  return new Html(parts.reduce((text, part, index) => `${text}${written(pieces[index - 1])}${part}`));
}

function written(piece: Piece): string {
  if (piece === undefined || piece === false) return '';
  if (piece instanceof Html) return piece.text;
  if (typeof piece === 'string') return escapeHtml(piece);
  if (typeof piece === 'number') return String(piece);
  return piece.map(written).join('');
}
/** The styles that all pages share: light and dark, from 360 pixels to A4 and beyond. */
export const styles = `
:root{color-scheme:light dark;
--paper:#fff;--ground:#f3f5f8;--ink:#17202c;--soft:#56616f;--line:#d5dbe3;--tint:#eef2f6;--link:#0b5cad;
--pass:#1c8459;--pass-ink:#11633f;--fail:#c22f3d;--fail-ink:#a31f2d;--open:#ad6d00;--open-ink:#7d4e00;--none:#8792a1;
--none-fill:#e3e8ee;--accent:#23406e}
@media(prefers-color-scheme:dark){:root{
--paper:#161b22;--ground:#0d1117;--ink:#e8edf3;--soft:#a3aebb;--line:#303946;--tint:#1d242d;--link:#79b8ff;
--pass:#3fb27f;--pass-ink:#62cf9d;--fail:#f0717c;--fail-ink:#ff919a;--open:#e0a63a;--open-ink:#efbd5d;--none:#74808f;
--none-fill:#2a323d;--accent:#9fc1f5}}
*{box-sizing:border-box}
html{background:var(--ground);color:var(--ink);font:1rem/1.55 system-ui,-apple-system,"Segoe UI",Roboto,"Helvetica Neue",Arial,sans-serif;
-webkit-text-size-adjust:100%;text-size-adjust:100%;scroll-padding-top:1rem}
body{margin:0}
main,.masthead,.foot{max-width:72rem;margin-inline:auto;padding-inline:clamp(1rem,4vw,3rem)}
.sheet{background:var(--paper);border:1px solid var(--line);border-radius:.75rem;max-width:76rem;margin:clamp(.5rem,2.5vw,2.5rem) auto;
padding-block:clamp(1.25rem,4vw,3rem);overflow-wrap:anywhere}
@media(max-width:40rem){.sheet{border-radius:0;border-inline:0;margin-block:0}}
h1,h2,h3{line-height:1.2;text-wrap:balance}
h1{font-size:clamp(1.6rem,1.1rem + 2.4vw,2.6rem);letter-spacing:-.015em;margin:0 0 .5rem}
h2{font-size:1.35rem;margin:3rem 0 .75rem;padding-top:1.25rem;border-top:1px solid var(--line)}
h3{font-size:1.05rem;margin:1.75rem 0 .5rem}
p,ul,ol,dl{margin:.5rem 0}
p,li,dd{max-width:78ch}
a{color:var(--link)}
:focus-visible{outline:3px solid var(--link);outline-offset:2px;border-radius:2px}
:target{background:var(--tint);box-shadow:0 0 0 .4rem var(--tint);border-radius:2px}
code,pre{font:.875em/1.5 ui-monospace,"SF Mono",SFMono-Regular,Menlo,Consolas,"Liberation Mono",monospace}
pre{background:var(--tint);border:1px solid var(--line);border-radius:.4rem;padding:.75rem 1rem;white-space:pre-wrap;overflow-wrap:anywhere}
.skip{position:absolute;left:-99rem}
.skip:focus{left:1rem;top:1rem;background:var(--paper);padding:.5rem 1rem;z-index:9}
.hidden{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%);white-space:nowrap}
.eyebrow{font-size:.8rem;letter-spacing:.12em;text-transform:uppercase;color:var(--soft);margin:0 0 .75rem}
.lead{font-size:1.1rem;color:var(--soft);max-width:62ch}
.soft{color:var(--soft)}
.small{font-size:.875rem}
.num{font-variant-numeric:tabular-nums}
.pass{color:var(--pass-ink)}.fail{color:var(--fail-ink)}.open{color:var(--open-ink)}.none{color:var(--soft)}
.tag{display:inline-block;font-size:.75rem;font-weight:600;line-height:1.4;border:1px solid currentcolor;border-radius:1rem;padding:0 .55rem;white-space:nowrap}
.facts{display:grid;grid-template-columns:repeat(auto-fit,minmax(min(100%,16rem),1fr));gap:1rem 2rem;margin:1.5rem 0}
.facts>div{border-top:1px solid var(--line);padding-top:.5rem;min-width:0}
dt{font-size:.8rem;color:var(--soft)}
dd{margin:0}
.wide{overflow-x:auto}
table.list{border-collapse:collapse;width:100%;font-size:.925rem;font-variant-numeric:tabular-nums}
table.list th,table.list td{text-align:left;vertical-align:top;padding:.4rem .75rem .4rem 0;border-bottom:1px solid var(--line)}
table.list thead th{font-size:.8rem;font-weight:600;color:var(--soft);border-bottom-color:var(--soft)}
table.list tbody th{font-weight:500}
table.list .r{text-align:right}
details{border-bottom:1px solid var(--line)}
summary{cursor:pointer;padding:.6rem 0;font-weight:600}
summary:hover{color:var(--link)}
details>:last-child{margin-bottom:1rem}
.foot{color:var(--soft);font-size:.875rem;margin-top:3rem}
@media print{
@page{size:A4;margin:16mm 15mm}
:root{color-scheme:light;--paper:#fff;--ground:#fff;--ink:#111820;--soft:#454f5b;--line:#c3cad3;--tint:#f3f5f7;--link:#111820;
--pass:#1c8459;--pass-ink:#11633f;--fail:#c22f3d;--fail-ink:#a31f2d;--open:#ad6d00;--open-ink:#7d4e00;--none:#8792a1;--none-fill:#e3e8ee;--accent:#23406e}
html{font-size:9.5pt;-webkit-print-color-adjust:exact;print-color-adjust:exact}
.sheet{border:0;margin:0;padding:0;max-width:none}
main,.masthead,.foot{max-width:none;padding:0}
h2{margin-top:1.75rem}
h2,h3,summary{break-after:avoid}
tr,li,.keep{break-inside:avoid}
.skip,.screen{display:none}
a{text-decoration:none}}
`;

/** What a page is made of. */
export interface Page {
  readonly title: string;
  /** Styles of this page beside those that all pages share: CSS of our own, never text from elsewhere. */
  readonly styles?: string;
  /** The whole content of `<body>`. It has one `<main id="main">`. */
  readonly body: Html;
}

/**
 * A whole page in one file. It loads nothing and runs nothing: its policy forbids both, and allows its own styles by
 * their digest.
 */
export function page({ title, styles: own = '', body }: Page): string {
  const css = `${styles}${own}`.replaceAll('\n', '');
  const digest = createHash('sha256').update(css).digest('base64');
  const policy = `default-src 'none'; style-src 'sha256-${digest}'; img-src data:; base-uri 'none'; form-action 'none'`;
  return html`<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta http-equiv="Content-Security-Policy" content="${policy}"><meta name="viewport" content="width=device-width,initial-scale=1"><meta name="referrer" content="no-referrer"><title>${title}</title><style>${new Html(css)}</style></head>
<body><a class="skip" href="#main">Skip to the content</a>
${body}
</body></html>
`.text;
}
