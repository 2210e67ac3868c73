import type { Row } from '../../harness/judging/row.ts';
import { type Counts, count } from '../../harness/judging/verdict.ts';
import { calm, plural, width } from './layout.ts';
import type { Style } from './style.ts';

/** Shows how far a run has come. */
export interface Progress {
  /** A row was judged. */
  step(row: Row, chapter: string): void;
  /** Brings progress to its end; a line that was written over is taken away. */
  end(): void;
}

/** Where progress is written and how. */
export interface ProgressView {
  readonly write: (text: string) => void;
  /** Somebody watches: one line that is written over. Otherwise one line for each stretch of a chapter. */
  readonly live: boolean;
  readonly style: Style;
  readonly verbose: boolean;
}

/** @param planned how many rows the run is to give */
export function showProgress(planned: number, view: ProgressView): Progress {
  const clear = view.live ? '\r\u{1b}[2K' : '';
  const judged: Row[] = [];
  let stretch: Row[] = [];
  let at = '';

  function endStretch(): void {
    if (stretch.length > 0 && !view.live) {
      view.write(`${stretchLine(judged.length, planned, at, count(stretch))}\n`);
    }
    stretch = [];
  }

  return {
    step(row, chapter) {
      if (chapter !== at) endStretch();
      at = chapter;
      judged.push(row);
      stretch.push(row);
      if (view.verbose && row.verdict !== 'pass') view.write(`${clear}${told(row)}\n`);
      if (view.live)
        view.write(`${clear}${liveLine(judged.length, planned, chapter, count(judged), view.style)}`);
    },
    end() {
      endStretch();
      view.write(clear);
    },
  };
}

function liveLine(done: number, all: number, chapter: string, counts: Counts, style: Style): string {
  const bar = '█'.repeat(Math.round((done / all) * 16)).padEnd(16, '░');
  const bad = counts.fail + counts.suiteError;
  const marks = [
    style.green(`✓ ${counts.pass}`),
    bad > 0 ? style.red(`✗ ${bad}`) : `✗ ${bad}`,
    counts.inconclusive > 0 ? style.yellow(`? ${counts.inconclusive}`) : `? ${counts.inconclusive}`,
    `– ${counts.notApplicable}`,
  ].join('  ');
  return `${bar} ${done}/${all}  ${marks}  ${chapter.slice(0, width - 53)}`;
}

function stretchLine(done: number, all: number, chapter: string, counts: Counts): string {
  const words = [
    `${counts.pass} passed`,
    ...(counts.fail > 0 ? [`${counts.fail} failed`] : []),
    ...(counts.suiteError > 0 ? [`${plural(counts.suiteError, 'error')} of Rollcall`] : []),
    ...(counts.inconclusive > 0 ? [`${counts.inconclusive} inconclusive`] : []),
    ...(counts.notApplicable > 0 ? [`${counts.notApplicable} n. a.`] : []),
  ];
  return `${String(done).padStart(String(all).length)}/${all}  ${chapter}: ${words.join(', ')}`;
}

function told({ verdict, id, reason }: Row): string {
  return calm(`${verdict.padEnd(13)} ${id}: ${reason}`);
}
