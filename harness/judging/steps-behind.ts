import type { Answer } from '../http/answer.ts';
import { canonical, idsIn } from '../safety/ids.ts';

/** What led to the answers that a row accuses, in the order in which it happened. */
export interface StepsBehind {
  /** The requests that made what the later ones name. */
  readonly setUp: readonly Answer[];
  /** The writes to what is accused, and the reads from which a value comes that is sent. */
  readonly before: readonly Answer[];
  /** The accused answers, and the read that shows what a write left undone. */
  readonly accused: readonly Answer[];
}

/** How many steps are shown at most. */
const most = { setUp: 6, before: 4 } as const;
/** An answer with more ids than that is about many things, and says nothing of who was written to. */
const fewIds = 8;
/** The shortest value by which two requests are taken to be about the same thing. */
const shortest = 8;

/**
 * The steps that lead to accused answers, as few as show it: what made the things that they name, the writes to those
 * things since they were last read in the same way, and the reads that gave a value which is sent.
 *
 * @param seen every answer of the row, in order
 * @param maker the answer that shows how a thing of this run was made
 */
export function stepsBehind(
  accused: readonly Answer[],
  seen: readonly Answer[],
  maker: (id: string) => Answer | undefined,
): StepsBehind {
  const shown = [...accused, ...laterRead(accused, seen)];
  const at = firstPlace(shown, seen);
  const writes = writesBefore(shown, seen, at);
  const named = [...new Set([...shown, ...writes].flatMap(valuesOf))];
  const isNew = (answer: Answer | undefined): answer is Answer =>
    answer !== undefined && !shown.includes(answer) && !writes.includes(answer);
  const setUp = [...new Set(named.map((value) => maker(canonical(value))).filter(isNew))];
  // What the row wrote itself needs no answer to take it from.
  const isSent = (value: string) => writes.some(({ sent }) => sent.body?.includes(`"${value}"`));
  const isFound = (value: string) => maker(canonical(value)) === undefined && !isSent(value);
  const givers = giversOf(named.filter(isFound), seen.slice(0, at), isFound).filter(isNew);
  const before = [...new Set([...givers, ...writes])].filter((answer) => !setUp.includes(answer));
  return {
    setUp: setUp.slice(0, most.setUp),
    before: before.sort((a, b) => seen.indexOf(a) - seen.indexOf(b)).slice(-most.before),
    accused: shown,
  };
}

/** The read that shows what accused writes left undone: the last answer of the row, where it came after them. */
function laterRead(accused: readonly Answer[], seen: readonly Answer[]): Answer[] {
  const last = seen.at(-1);
  const isUndone = accused.length > 0 && accused.every((answer) => isWrite(answer) && isSuccess(answer));
  if (last === undefined || !isUndone || isWrite(last) || accused.includes(last)) return [];
  const own = new Set(accused.flatMap(valuesOf));
  return valuesOf(last).some((value) => own.has(value)) ? [last] : [];
}

/** The successful writes to what the answers name, since it was last read in the same way before them. */
function writesBefore(shown: readonly Answer[], seen: readonly Answer[], at: number): Answer[] {
  const named = new Set(shown.flatMap(valuesOf));
  const same = ({ sent }: Answer) =>
    shown.some((one) => one.sent.method === sent.method && one.sent.path === sent.path);
  const found = shown.map(({ text }) => text).filter((text) => idsIn(text).length <= fewIds);
  const isShown = (value: string) => named.has(value) || found.some((text) => text.includes(value));
  const isTo = (answer: Answer) => isWrite(answer) && isSuccess(answer) && valuesOf(answer).some(isShown);
  const earlier = seen.slice(0, at);
  const last = earlier.findLastIndex(isTo);
  const start = earlier
    .slice(0, Math.max(last, 0))
    .findLastIndex((answer) => !isWrite(answer) && same(answer));
  return earlier.slice(start + 1).filter(isTo);
}

/** The reads that gave values, and those that gave what these were asked with: a walk from its first page on. */
function giversOf(
  values: readonly string[],
  earlier: readonly Answer[],
  isFound: (value: string) => boolean,
): Answer[] {
  const found = new Set<Answer>();
  let open = values;
  while (open.length > 0 && found.size < most.before) {
    const givers = lastHolders(open, earlier);
    const next = open.flatMap((value) => givers.get(value) ?? []).filter((one) => !found.has(one));
    for (const one of next) found.add(one);
    open = next.flatMap(valuesOf).filter(isFound);
  }
  return [...found];
}

/**
 * The last answer that held each value: where a cursor, or the id of something that was there, comes from. The text of a
 * long answer is written anew whenever it is asked for, so that it is asked for once for all values.
 */
function lastHolders(values: readonly string[], earlier: readonly Answer[]): ReadonlyMap<string, Answer> {
  const holders = new Map<string, Answer>();
  const left = new Set(values);
  for (const answer of earlier.toReversed()) {
    if (left.size === 0) break;
    if (answer.sent.method !== 'GET') continue;
    const { text } = answer;
    for (const value of left)
      if (text.includes(`"${value}"`)) {
        holders.set(value, answer);
        left.delete(value);
      }
  }
  return holders;
}

function firstPlace(shown: readonly Answer[], seen: readonly Answer[]): number {
  const places = shown.map((answer) => seen.indexOf(answer)).filter((place) => place >= 0);
  return places.length > 0 ? Math.min(...places) : 0;
}

/** The ids and the longer values that a request names, in its path, its query and its body. */
function valuesOf({ sent: { path, body = '' } }: Answer): string[] {
  const [steps = '', query = ''] = path.split('?');
  const asked = [...new URLSearchParams(query).values()];
  const inBody = [...body.matchAll(/:\s*"((?:[^"\\]|\\.)*)"/g)].map(([, text = '']) => text);
  return [...idsIn(`${steps} ${body}`), ...asked, ...inBody].filter((value) => value.length >= shortest);
}

/** Searches are sent with POST and change nothing; what changes something answers without a list. */
function isWrite({ sent, json }: Answer): boolean {
  const isList =
    typeof json === 'object' && json !== null && Array.isArray((json as { data?: unknown }).data);
  return sent.method !== 'GET' && !isList;
}

function isSuccess({ status }: Answer): boolean {
  return status >= 200 && status < 300;
}
