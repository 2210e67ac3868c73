import type { Row } from '../../harness/judging/row.ts';
import { type Counts, count } from '../../harness/judging/verdict.ts';
import { plural, width, withoutControls } from './layout.ts';
import type { Style } from './style.ts';

/** The progress display of a run. */
export interface Progress {
  /** Counts a judged row. */
  step(row: Row, chapter: string): void;
  /** Ends the display. A live line is cleared. */
  end(): void;
}

/** Where and how progress is written. */
export interface ProgressView {
  readonly write: (text: string) => void;
  /** Whether one line is overwritten again and again. Otherwise a line is written when the chapter changes. */
  readonly live: boolean;
  readonly style: Style;
  readonly verbose: boolean;
}

/**
 * Starts the progress display.
 *
 * @param planned the number of rows of the run
 */
export function showProgress(planned: number, view: ProgressView): Progress {
  const clear = view.live ? '\r\u{1b}[2K' : '';
  const judged: Row[] = [];
  let ofChapter: Row[] = [];
  let currentChapter = '';

  function endChapter(): void {
    if (ofChapter.length > 0 && !view.live) {
      view.write(`${chapterLine(judged.length, planned, currentChapter, count(ofChapter))}\n`);
    }
    ofChapter = [];
  }

  return {
    step(row, chapter) {
      if (chapter !== currentChapter) endChapter();
      currentChapter = chapter;
      judged.push(row);
      ofChapter.push(row);
      if (view.verbose && row.verdict !== 'pass') view.write(`${clear}${rowLine(row)}\n`);
      if (view.live)
        view.write(`${clear}${liveLine(judged.length, planned, chapter, count(judged), view.style)}`);
    },
    end() {
      endChapter();
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

function chapterLine(done: number, all: number, chapter: string, counts: Counts): string {
  const words = [
    `${counts.pass} passed`,
    ...(counts.fail > 0 ? [`${counts.fail} failed`] : []),
    ...(counts.suiteError > 0 ? [`${plural(counts.suiteError, 'error')} of Rollcall`] : []),
    ...(counts.inconclusive > 0 ? [`${counts.inconclusive} inconclusive`] : []),
    ...(counts.notApplicable > 0 ? [`${counts.notApplicable} n. a.`] : []),
  ];
  return `${String(done).padStart(String(all).length)}/${all}  ${chapter}: ${words.join(', ')}`;
}

function rowLine({ verdict, id, reason }: Row): string {
  return withoutControls(`${verdict.padEnd(13)} ${id}: ${reason}`);
}
