import type { Row } from '../../harness/judging/row.ts';
import { type Counts, count } from '../../harness/judging/verdict.ts';
import { plural, width, withoutControls } from './layout.ts';
import type { Style } from './style.ts';

/** The progress display of a run. */
export interface Progress {
  /** Counts a judged row. */
  step(row: Row, chapter: string): void;
  /** Makes room for a line of somebody else's: a live line is cleared, until the next row. */
  clear(): void;
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
  /** The time in milliseconds, from any beginning. */
  readonly now?: () => number;
}

/**
 * Starts the progress display.
 *
 * @param planned the number of rows of the run
 */
export function showProgress(planned: number, view: ProgressView): Progress {
  const clear = view.live ? '\r\u{1b}[2K' : '';
  const { now = () => performance.now() } = view;
  const judged: Row[] = [];
  const started = now();
  const left = () => timeLeft(now() - started, judged.length, planned);
  let ofChapter: Row[] = [];
  let currentChapter = '';

  function endChapter(): void {
    if (ofChapter.length > 0 && !view.live) {
      view.write(`${chapterLine(judged.length, planned, currentChapter, count(ofChapter))}${left()}\n`);
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
        view.write(`${clear}${liveLine(judged.length, planned, chapter, count(judged), view.style, left())}`);
    },
    clear: () => view.write(clear),
    end() {
      endChapter();
      view.write(clear);
    },
  };
}

/**
 * How long the rest takes, where that much is known: about as long a row as those so far. What is left is told in words
 * of at most 16 columns; nothing at the beginning, when a few rows say little, nor of the last moments.
 */
function timeLeft(ms: number, done: number, all: number): string {
  const rest = done === 0 ? 0 : (ms * (all - done)) / done;
  if (ms < 3000 || done < all / 20 || rest < 2000) return '';
  const words = rest < 120_000 ? `${Math.ceil(rest / 5000) * 5} s` : `${Math.round(rest / 60_000)} min`;
  return `, ~${words} left`;
}

function liveLine(
  done: number,
  all: number,
  chapter: string,
  counts: Counts,
  style: Style,
  left: string,
): string {
  const bar = '█'.repeat(Math.round((done / all) * 16)).padEnd(16, '░');
  const bad = counts.fail + counts.suiteError;
  const marks = [
    style.green(`✓ ${counts.pass}`),
    bad > 0 ? style.red(`✗ ${bad}`) : `✗ ${bad}`,
    counts.inconclusive > 0 ? style.yellow(`? ${counts.inconclusive}`) : `? ${counts.inconclusive}`,
    `– ${counts.notApplicable}`,
  ].join('  ');
  return `${bar} ${done}/${all}  ${marks}  ${chapter.slice(0, width - 53 - left.length)}${left}`;
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
