import type { Deed, Play } from '../../../generators/list-plays.ts';
import type { Place, Question, Size } from '../../../generators/list-questions.ts';
import type { Answer } from '../../../harness/http/answer.ts';
import type { Params } from '../../../harness/http/place.ts';
import { pageOf } from '../body.ts';
import { datesOf, takesDateFilters } from '../dates/ask.ts';
import { ask } from '../pages/reader.ts';
import { judgeStatedSuccess } from '../stated-success.ts';
import { judgePage, judgeWalk, type Law, notePlaces, type Seen, type Shown } from './claims.ts';
import { type Asked, resolve } from './resolve.ts';
import type { Criterion } from './subject.ts';
import { byDefault, wholePage } from './whole-page.ts';

/** A question that is under way. */
interface Course {
  readonly question: Question;
  readonly asked: Asked;
  readonly seen: Seen;
  /** The pages of the walk so far: the last one is where it stands. */
  walk: readonly Shown[];
  /** Whether the target has taken the question once. */
  isTaken: boolean;
  /** A target may refuse long addresses, and unusual characters. */
  isOver: boolean;
}

/** Judges the page that tells what is known of the plain list. */
export async function judgeLargest(law: Law): Promise<void> {
  const { answer, page, limit } = law.known.largest;
  const asked = await resolve(law.subject, law.known, plain);
  const limits = limit > byDefault && page.limit < limit ? [page.limit] : [limit];
  judgePage(law, asked, { places: new Map() }, { answer, page, start: 0, offset: 0, limit, limits });
}

const plain: Question = { item: 0, parts: [], size: 1, wide: 'the largest', place: 'the last page' };

/** What stands in front of a service may refuse longer addresses. */
const longestAddress = 2000;

/** Asks what a play asks, one request after the other, and judges each answer. */
export async function playOut(law: Law, play: Play): Promise<void> {
  const courses: (Course | undefined)[] = [];
  for (const [at, { of, does }] of play.steps.entries()) {
    const question = play.questions[of];
    if (question === undefined) continue;
    play.sent = at + 1;
    const course = courses[of] ?? (await begin(law, question));
    courses[of] = course;
    if (course.isOver) continue;
    await take(law, course, does);
    // Parts of values may be refused, but not what stands beside them.
    if (!course.isOver || !hasParts(question)) continue;
    const again = await begin(law, withoutParts(question));
    courses[of] = again;
    await take(law, again, does);
  }
}

function hasParts({ parts }: Question): boolean {
  return parts.some((part) => part.takes === 'several values' && part.nearly);
}

/** The same question, of whole values alone. */
function withoutParts(question: Question): Question {
  const parts = question.parts.map((part) => {
    if (part.takes !== 'several values') return part;
    const { nearly: _, ...whole } = part;
    return whole;
  });
  return { ...question, parts };
}

async function begin({ subject, known }: Law, question: Question): Promise<Course> {
  const asked = await resolve(subject, known, question);
  const seen: Seen = { places: new Map() };
  // The largest page has shown where everything stands.
  const isPlain = asked.criteria.length === 0 && question.sort === undefined;
  if (isPlain) notePlaces(seen, asked, known, known.largest.page.items);
  return { question, asked, seen, walk: [], isTaken: false, isOver: false };
}

/** Takes a step, if it leads somewhere. */
function take(law: Law, course: Course, does: Deed): Promise<void> {
  const limit = sizeOf(law, course);
  const isBegun = course.walk.length > 0;
  switch (does) {
    case 'the first page':
      return begins(law, course, { limit });
    case 'the next page':
      return isBegun ? goOn(law, course, true) : begins(law, course, { limit });
    case 'the next page without a limit':
      return isBegun ? goOn(law, course, false) : begins(law, course, { limit });
    case 'the page before':
      return goBack(law, course);
    case 'a page at an offset':
      return begins(law, course, { limit, offset: placeOf(course, limit) });
    case 'the rest from an offset':
      return begins(law, course, { offset: placeOf(course, limit) });
    case 'as much as one page holds':
      return begins(law, course, wideOf(law, course));
    case 'a page past the end':
      return lookPast(law, course, limit);
  }
}

/** How many results there are, or as far as is known before the first answer. */
function totalOf({ seen, asked }: Course): number {
  return seen.total ?? asked.sure.length;
}

function sizeOf({ known }: Law, course: Course): number {
  const total = totalOf(course);
  const { size } = course.question;
  const sizes: Readonly<Record<Size, number>> = {
    1: 1,
    2: 2,
    7: 7,
    'a third': atTie(course, total, Math.ceil(total / 3), Math.ceil(total / 2) - 1),
    'less than a half': Math.ceil(total / 2) - 1,
    'a half': atTie(course, total, Math.ceil(total / 2), total - 1),
    'all but one': total - 1,
    all: total,
  };
  return Math.min(Math.max(1, sizes[size]), known.mostLimit);
}

/** A size between two, the least if none is better: one by which a page ends between items that are alike. */
function atTie({ asked: { order, sure } }: Course, total: number, least: number, most: number): number {
  if (order === undefined || sure.length !== total) return least;
  const keys = sure.map((item) => order.keyOf(item)).filter((key) => key !== undefined);
  const inOrder = keys.toSorted((one, other) => (one < other ? -1 : Number(one > other)));
  if (/^desc/i.test(order.sort?.direction ?? '')) inOrder.reverse();
  for (let size = least; size <= most; size += 1)
    if ([size, 2 * size].some((at) => at < total && inOrder[at] === inOrder[at - 1])) return size;
  return least;
}

function placeOf(course: Course, limit: number): number {
  const total = totalOf(course);
  const places: Readonly<Record<Place, number>> = {
    'the second result': 1,
    'the second page': limit,
    // One result is left behind the page, or behind the next one.
    'one from the end': total > limit + 1 ? total - limit - 1 : limit,
    'two pages and one from the end': total > 2 * limit + 1 ? total - 2 * limit - 1 : limit,
    'the middle': Math.floor(total / 2),
    'the last page': total - limit,
    // The page behind it is shorter than the default.
    'the last page by default': total - Math.round(1.5 * byDefault),
    'the last result': total - 1,
  };
  return Math.max(0, Math.min(places[course.question.place], total - 1));
}

function wideOf({ known }: Law, { question: { wide } }: Course): PageOf {
  if (wide === 'no limit') return {};
  return { limit: wide === 'the largest' ? known.mostLimit : Math.min(wide, known.mostLimit) };
}

/** What is asked of a page that no cursor leads to. */
interface PageOf {
  readonly limit?: number;
  readonly offset?: number;
}

/** A page on which a walk begins. */
async function begins(law: Law, course: Course, asked: PageOf): Promise<void> {
  const isNull = course.question.saysNull && asked.offset === undefined;
  const answer = await send(law, course, { ...asked, ...(isNull && { cursor: null }) });
  if (answer === undefined) return;
  const { offset = 0, limit } = asked;
  const shown = pageIn(law, answer, { start: offset, offset, limit, limits: [limit ?? byDefault] });
  judgePage(law, course.asked, course.seen, shown);
  course.walk = [shown];
}

/** A page past the end is empty, or refused. */
async function lookPast(law: Law, course: Course, limit: number): Promise<void> {
  const offset = totalOf(course) + 1;
  const answer = await ask(law.context, { ...course.asked.params, limit, offset });
  if (answer.status >= 300) law.context.must(answer).be.refused();
  else
    judgePage(
      law,
      course.asked,
      course.seen,
      pageIn(law, answer, { start: offset, offset, limit, limits: [limit] }),
    );
}

/** The page behind the `nextCursor` of the walk. Without the limit, whether the cursor has kept it is left open. */
async function goOn(law: Law, course: Course, again: boolean): Promise<void> {
  const { walk } = course;
  const here = walk.at(-1);
  const cursor = here?.page.nextCursor;
  if (here === undefined || typeof cursor !== 'string') return;
  const { limit } = here;
  const answer = await send(law, course, { cursor, ...(again && limit !== undefined && { limit }) });
  if (answer === undefined) return;
  const limits = again || limit === undefined ? [limit ?? byDefault] : [limit, byDefault];
  const start = here.start + here.page.items.length;
  const shown = pageIn(law, answer, { start, offset: 0, limit, limits });
  judgePage(law, course.asked, course.seen, shown);
  judgeWalk(law, course.asked, [...walk, shown]);
  course.walk = again || limit === undefined ? [...walk, shown] : [];
}

/** The page behind the `previousCursor` of the walk. */
async function goBack(law: Law, course: Course): Promise<void> {
  const { walk } = course;
  const [before, here] = [walk.at(-2), walk.at(-1)];
  const limit = here?.limit ?? byDefault;
  const start = before?.start ?? (here?.start ?? 0) - limit;
  const cursor = here?.page.previousCursor;
  // The page before one that begins between two pages may be short.
  if (here === undefined || start < 0 || typeof cursor !== 'string') return;
  const answer = await send(law, course, {
    cursor,
    ...(here.limit !== undefined && { limit: here.limit }),
  });
  if (answer === undefined) return;
  const shown = pageIn(law, answer, { start, offset: 0, limit: here.limit, limits: [limit] });
  judgePage(law, course.asked, course.seen, shown);
  course.walk = [...walk.slice(0, -2), shown];
}

function pageIn({ context }: Law, answer: Answer, where: Omit<Shown, 'answer' | 'page'>): Shown {
  return { answer, page: wholePage(context, pageOf(context, answer)), ...where };
}

/** The answer to a question with these parameters beside; `undefined` where the target may refuse it. */
async function send(law: Law, course: Course, page: Params): Promise<Answer | undefined> {
  const { context } = law;
  const { asked } = course;
  const answer = await ask(context, { ...asked.params, ...page });
  const { status, sent } = answer;
  const isTooLong = status === 414 || status === 431;
  const mayBeTooLong = sent.path.length > longestAddress || (asked.mayBeRefused && !course.isTaken);
  course.isOver = isTooLong || (mayBeTooLong && status >= 400 && status < 500);
  if (course.isOver) return undefined;
  if (!course.isTaken && status >= 400) await needAccepted(law, course, answer);
  judgeStatedSuccess(context, answer);
  course.isTaken = true;
  return answer;
}

/** Where a question is refused: whether the target takes what the profile alone says of it. */
async function needAccepted(law: Law, { asked, question }: Course, answer: Answer): Promise<void> {
  const { context, subject, known } = law;
  const short = withoutFilling(question);
  const { ofProfile } = asked;
  await judgeDatesAlone(law, asked);
  if (ofProfile !== undefined) {
    if (Object.keys(ofProfile).length > 0)
      context.need.accepted(await ask(context, { ...ofProfile, limit: 1 }));
  } else if (short === undefined) context.need.accepted(answer);
  else {
    const { params } = await resolve(subject, known, short);
    context.need.accepted(await ask(context, { ...params, limit: 1 }));
  }
}

/** Where the profile names the filters, it does not say how dates are written: each date has to be taken without the rest. */
async function judgeDatesAlone({ context, subject }: Law, { criteria, ofProfile }: Asked): Promise<void> {
  if (ofProfile !== undefined || !takesDateFilters(context.op, context.contract)) return;
  const isDate = ({ name }: Criterion) => datesOf(context.op).some((date) => date === name);
  for (const one of criteria.filter(isDate))
    context.must(await ask(context, { ...subject.paramsFor([one]), limit: 1 })).be.accepted();
}

/** The same question with as many values as a query takes; `undefined` where it has no more. */
function withoutFilling(question: Question): Question | undefined {
  const parts = question.parts.map((part) => {
    if (part.takes !== 'several values') return part;
    const { atLeast: _, ...short } = part;
    return short;
  });
  const isFilled = question.parts.some((part) => part.takes === 'several values' && part.atLeast);
  return isFilled ? { ...question, parts } : undefined;
}
