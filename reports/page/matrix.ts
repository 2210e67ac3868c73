import { type Html, html } from './html.ts';
import type { SharedWords } from './shared-words.ts';

/** How a cell looks: `open` is what could not be established, `none` what was not judged. */
export type Tone = 'pass' | 'fail' | 'open' | 'none';

/** One cell: what was found of a clause on an operation. */
export interface Cell {
  readonly tone: Tone;
  /** What was found and why, in words: `pass`, `not applicable: …`. */
  readonly words: string;
  /** Where the cell leads: the place of its row unless another is given; `false` for a cell that is colour alone. */
  readonly leads?: string | false;
}

/** One row of the picture: a clause, with its cells by operation. */
export interface MatrixRow {
  readonly name: string;
  /** The place on the page that tells more of the clause: an id of its own. */
  readonly anchor: string;
  readonly cells: ReadonlyMap<string, Cell>;
}

/** The rows of one chapter, which stand together. */
export interface MatrixPart {
  readonly title: string;
  /** The place that tells more of the chapter; empty for none. */
  readonly anchor: string;
  readonly rows: readonly MatrixRow[];
}

/** The columns of the picture: operations, in groups that a gap parts. */
export interface ColumnGroup {
  readonly title: string;
  readonly operations: readonly string[];
}

/**
 * Clauses by operations as one picture. Each chapter is a table of its own with the same columns; each cell is a link
 * to its clause, which shows its words in a caption when a pointer or the keyboard reaches it.
 *
 * @param shared words that the page tells once, with the styles of `sharedStyles`
 */
export function matrix(
  parts: readonly MatrixPart[],
  columns: readonly ColumnGroup[],
  shared: SharedWords = new Map(),
): Html {
  return html`<div class="matrix">${parts.map((part) => block(part, columns, shared))}</div>${[...shared].map(([words, id]) => html`<p id="${id}" hidden>${words}</p>`)}`;
}

function block(
  { title, anchor, rows }: MatrixPart,
  columns: readonly ColumnGroup[],
  shared: SharedWords,
): Html {
  const cols = columns.map(
    ({ operations }, index) => html`${index > 0 && html`<col class="g">`}<col span="${operations.length}">`,
  );
  return html`<section><h3>${anchor === '' ? title : html`<a href="#${anchor}">${title}</a>`}</h3><table><colgroup><col class="h">${cols}</colgroup><tbody>${rows.map((row) => line(row, columns, shared))}</tbody></table></section>
`;
}

/** One row. Places without a cell are spanned, so that the columns of all chapters stay the same. */
function line(
  { name, anchor, cells }: MatrixRow,
  columns: readonly ColumnGroup[],
  shared: SharedWords,
): Html {
  const places = columns.flatMap(({ operations }, index) => [
    ...(index > 0 ? [undefined] : []),
    ...operations,
  ]);
  const pieces: Html[] = [];
  let empty = 0;
  for (const operation of [...places, '']) {
    const cell = operation === undefined ? undefined : cells.get(operation);
    if (cell === undefined && operation !== '') empty += 1;
    else {
      if (empty > 0) pieces.push(empty === 1 ? html`<td>` : html`<td colspan="${empty}">`);
      empty = 0;
      if (cell !== undefined) pieces.push(cellOf(cell, anchor, operation ?? '', shared));
    }
  }
  return html`<tr><th scope="row">${name}</th>${pieces}</tr>
`;
}

function cellOf({ tone, words, leads }: Cell, anchor: string, operation: string, shared: SharedWords): Html {
  const told = shared.get(words);
  if (leads === false) return html`<td class="${tone[0]}">`;
  // Most cells are of what held: they are green without a class, which keeps the page small.
  return html`<td><a${tone !== 'pass' && html` class="${tone}"`} href="#${leads ?? anchor}" aria-label="${operation}${told === undefined && `: ${words}`}"${told !== undefined && html` aria-describedby="${told}"`}></a>`;
}

/** What the tones of the picture mean, with one cell of each. */
export function legend(words: readonly (readonly [Tone, string])[]): Html {
  return html`<ul class="legend">${words.map(([tone, text]) => html`<li><span class="cell ${tone}"></span>${text}</li>`)}</ul>`;
}

/** The styles of the picture. The caption is the only thing that moves: it stands at the foot of the window. */
export const matrixStyles = `
.matrix{--c:4px;columns:calc(39*(var(--c) + 1px) + 33px) auto;column-gap:1.1rem;margin-top:1rem}
.matrix section{margin:0 0 .9rem}
.matrix h3{font-size:.8rem;margin:0 0 .2rem;font-weight:600;break-after:avoid}
.matrix h3 a{color:inherit;text-decoration:none}
.matrix h3 a:hover{text-decoration:underline}
.matrix table{table-layout:fixed;background:var(--tint);border-radius:2px;border-collapse:separate;border-spacing:1px 1px;width:calc(39*(var(--c) + 1px) + 8*(3px + 1px) + 1px)}
.matrix col{width:var(--c)}.matrix col.h{width:0}.matrix col.g{width:3px}
.matrix td{padding:0;height:var(--c);line-height:0}
.matrix th{padding:0;width:0;max-width:0;overflow:hidden;font-size:0;line-height:0}
.matrix td a,.cell{display:block;height:var(--c);width:var(--c);border-radius:1px}
.matrix td a{width:auto}
.cell{display:inline-block;width:11px;height:11px;border-radius:2px;margin-right:.5rem;vertical-align:-1px}
td>a,.cell.pass,.matrix td.p{background:var(--pass)}
a.fail,.cell.fail,.matrix td.f{background:var(--fail)}
a.open,.cell.open,.matrix td.o{background:linear-gradient(135deg,var(--open) 50%,var(--paper) 50%);box-shadow:inset 0 0 0 1px var(--open)}
a.none,.cell.none,.matrix td.n{background:var(--none-fill);box-shadow:inset 0 0 0 1px var(--none)}
.matrix td a:focus-visible{outline:2px solid var(--ink);outline-offset:1px;position:relative;z-index:2}
.matrix td a:hover{outline:1px solid var(--ink)}
.matrix td a:is(:hover,:focus-visible)::after{content:attr(aria-label);box-sizing:border-box;position:fixed;z-index:6;left:50%;bottom:1rem;transform:translateX(-50%);
width:min(44rem,100vw - 2rem);padding:.75rem 1.1rem 2.3rem;background:var(--ink);color:var(--paper);font:500 .9rem/1.4 system-ui,sans-serif;border-radius:.5rem;
box-shadow:0 .5rem 2rem #0006}
.matrix tr:has(a:is(:hover,:focus-visible),td[class]:hover) th{position:fixed;z-index:7;left:50%;bottom:1.6rem;transform:translateX(-50%);width:min(44rem,100vw - 2rem);
max-width:none;padding:0 1.1rem;text-align:left;color:var(--paper);font:400 .8rem/1.4 ui-monospace,Menlo,Consolas,monospace;white-space:nowrap;text-overflow:ellipsis}
.legend{list-style:none;padding:0;display:flex;flex-wrap:wrap;gap:.25rem 1.5rem;font-size:.875rem}
@media(min-width:75rem){.matrix{--c:4.5px;column-gap:1rem}}
@media(max-width:30rem){.matrix{--c:2.1px;column-gap:.75rem;columns:2}}
@media(forced-colors:active){.matrix td a,.cell{forced-color-adjust:none}}
@media print{.matrix{--c:3.4px;column-gap:1rem;columns:3}.matrix td a::after{display:none}}
`;
