import { type Form, farMoments, hardMoments } from '../../../generators/moments.ts';
import { type Check, type Context, check } from '../../../harness/judging/check.ts';
import { pageOf } from '../../target/body.ts';
import { askForOne, secondToFilterBy, takesDateFilters } from '../../target/dates/ask.ts';
import { filterOf } from '../../target/dates/bounds.ts';
import { datesNeeds, daysOrMoments, isWholeList } from '../../target/dates/dated-sessions.ts';
import { onStableSessions, totalWith } from '../../target/sessions/found.ts';
import { withSharedReads } from '../../target/shared-reads.ts';
import { judgeStatedSuccess } from '../../target/stated-success.ts';

const values: readonly { readonly id: string; readonly form: Form }[] = [
  { id: 'date-filtering.value-date-time/far', form: 'ISO 8601' },
  { id: 'date-filtering.value-unix/far', form: 'Unix' },
];

/** Filters by moments far from any session: they are accepted, and leave all sessions or none. */
export const far: readonly Check[] = values.map(({ id, form }) =>
  check(id, {
    on: takesDateFilters,
    needs: datesNeeds,
    sends: `moments before 1970 and 2000, at the start of 1970, and after 2038, as ${form}`,
    accepts:
      'every session from a moment long ago on, and none before it; a refusal of a timestamp below 0, too',
    run: (context) => onStableSessions(context, (used) => judgeFar(used, form)),
  }),
);

/** Timestamps whose digits are those of a date to come: a few seconds for what looks like a year, or a day. */
export const likeDates: readonly Check[] = [
  check('date-filtering.value-unix/like-a-date', {
    on: ['listSessions'],
    needs: datesNeeds,
    sends:
      'timestamps with the digits of a coming year, and of a day in it: moments in the first months of 1970',
    accepts: 'every session from such a moment on',
    run: (context) =>
      onStableSessions(context, async (used) => {
        const instants = await daysOrMoments(context, 'startDate');
        const { total } = await totalWith(used, {});
        const year = new Date(Math.max(...instants)).getUTCFullYear() + 2;
        for (const digits of [year, year * 10_000 + 101]) {
          const moment = digits * 1000;
          context.need(
            instants.every((instant) => instant > moment),
            'sessions that started after 1970',
          );
          const what = `from the timestamp ${digits} on`;
          await judgeSide(used, 'Unix', what, { operator: 'gte', moment, least: instants.length, total });
        }
      }),
  }),
];

async function judgeFar(context: Context, form: Form): Promise<void> {
  const instants = await daysOrMoments(context, 'startDate');
  const { total } = await totalWith(context, {});
  // Far means: on one side of every session that was looked at.
  const isBeforeAll = (moment: number) => instants.every((instant) => instant > moment);
  const isAfterAll = (moment: number) => instants.every((instant) => instant < moment);
  const far = Object.entries(farMoments)
    .slice(0, mostMoments(context))
    .filter(([, moment]) => isBeforeAll(moment) || isAfterAll(moment));
  context.need(
    far.length > 0,
    'a moment before 1970, at its start, or after 2038 that no session starts around',
  );
  for (const [what, moment] of far) {
    const isBefore = isBeforeAll(moment);
    const [all, none] = isBefore ? (['gte', 'lt'] as const) : (['lt', 'gte'] as const);
    await judgeSide(context, form, what, { operator: all, moment, least: instants.length, total });
    // Of other lists, the moment whose timestamp is 0 is tried on both sides: a careless condition takes it for none.
    if (isWholeList(context) || (moment === 0 && context.effort !== 'quick'))
      await judgeSide(context, form, what, { operator: none, moment, least: 0, total: 0 });
  }
}

/** How many of the moments a list is asked for; a quick run takes those that tell most. */
function mostMoments(context: Context): number | undefined {
  if (context.effort === 'quick') return 2;
  return isWholeList(context) ? undefined : 3;
}

interface Side {
  readonly operator: 'gte' | 'lt';
  readonly moment: number;
  readonly least: number;
  /** How many sessions there are on this side, if none that was not looked at lies on the other. */
  readonly total: number;
}

async function judgeSide(
  context: Context,
  form: Form,
  what: string,
  { operator, moment, least, total }: Side,
): Promise<void> {
  const { must, observe } = context;
  const answer = await askForOne(context, { startDate: filterOf({ [operator]: moment }, form) });
  if (form === 'Unix' && moment < 0 && answer.status >= 300) {
    // The interface leaves open whether a Unix timestamp may be negative.
    must(answer).be.refused();
    return observe('date-filtering.timestamp-negative', 'refused');
  }
  must(answer).be.accepted();
  const found = pageOf(context, answer).total ?? 0;
  must.hold(least === 0 ? found === 0 : found >= least && found <= total, {
    expected: `with \`${operator}\` ${what}, ${least === 0 ? 'no session' : `the ${total} sessions of the list`}`,
    actual: `${found}`,
    in: answer,
  });
}

/** No session started so long ago. */
const longAgo = hardMoments['start of 2000'];

/** A date filter that no session fits. */
export const noMatch: readonly Check[] = [
  check('date-filtering.value-date-time/no-match', {
    on: takesDateFilters,
    accepts: 'a page without items and a total of 0, for a moment that no session lies before',
    async run(context) {
      const from = await secondToFilterBy(context);
      const shared = withSharedReads(context);
      for (const form of ['ISO 8601', 'Unix'] as const) {
        const control = await askForOne(shared, { startDate: filterOf({ gte: from }, form) });
        context.need.accepted(control);
        const answer = await askForOne(shared, { startDate: filterOf({ lt: longAgo }, form) });
        judgeStatedSuccess(context, answer);
        const { items, total } = pageOf(context, answer);
        // Whether a filter keeps what it has to is judged by the checks of the operators.
        context.need(items.length === 0, 'a moment that no session lies before');
        context.must.equal(total, 0, '`total` of a page that found nothing', answer);
      }
    },
  }),
];
