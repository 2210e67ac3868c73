import { type FilterName, filterSets } from '../../../generators/session-filters.ts';
import { type Check, check } from '../../../harness/judging/check.ts';
import type { Context } from '../../../harness/judging/context.ts';
import { onStableData } from '../../../harness/judging/stable-data.ts';
import { pageOf } from '../../target/body.ts';
import { filtered, sizeOf, totalWith } from '../../target/dates/dated.ts';
import { fromStandard } from '../../target/effort.ts';
import { onGenerated } from '../../target/generated.ts';
import { isQuick } from '../../target/pages/samples.ts';
import { askSessions, searchNeeds, takesFilter, unlessTaken } from '../../target/sessions/ask.ts';
import { type Facts, sample } from '../../target/sessions/facts.ts';
import { isAskable, paramsOf, readable, showing, unfit } from '../../target/sessions/filters.ts';

const shape = 'session.item-shape';

/** Where sessions are filtered, and how its checks are called. */
const homes = [
  {
    on: 'listSessions',
    status: 'list-sessions.status',
    nothing: 'list-sessions.status/no-match',
    several: 'list-sessions.filters-combine',
    needs: [shape],
  },
  {
    on: 'searchSessions',
    status: 'search-sessions.search/status',
    nothing: 'search-sessions.search/status-no-match',
    several: 'search-sessions.search/filters-combine',
    needs: searchNeeds,
  },
] as const;

/** The filter by status, and several filters at once. */
export const combined: readonly Check[] = homes.flatMap(({ on, status, nothing, several, needs }) => [
  // `status` keeps the sessions that have this status and no others.
  check(status, {
    access: 'read',
    on: [on],
    needs: [...needs, 'list-sessions.status-values'],
    unless: unlessTaken('status'),
    sends: '`status` with each status that the sampled sessions have',
    accepts: 'only sessions with this status, and totals that add up to the whole',
    run: statusKeeps,
  }),

  // A status that no session of a learner has is no error: it finds none.
  check(nothing, {
    access: 'read',
    on: [on],
    needs: [...needs, 'list-sessions.status-values'],
    unless: (op, settings) => unlessTaken('status', 'userId')?.(op, settings) ?? fromStandard(op, settings),
    sends:
      '`status` as a session has it, and a learner without sessions (both accepted), then the two together',
    accepts: 'a page without items, and a total of 0',
    run: statusOfNobody,
  }),

  // Several filters together keep only sessions that fit each of them; one more never adds a session.
  check(several, {
    access: 'read',
    on: [on],
    needs,
    unless: unlessTaken(),
    sends: 'sets of filters that one session fits, and the same without one of them',
    accepts: 'that session, only sessions that fit each filter, and no fewer without one of them',
    run: combine,
  }),
]);

async function statusKeeps(context: Context): Promise<void> {
  const words = new Set(
    (await sample(context)).map(({ status }) => status).filter((word) => word !== undefined),
  );
  context.need(words.size > 0, 'a session with a status');
  await onStableData(
    () => sizeOf(context),
    async () => {
      const all = await totalWith(context, {});
      let sum = 0;
      for (const status of words) {
        const { facts, answer, page } = await filtered(context, { status });
        const strays = facts.filter((each) => each.status !== undefined && each.status !== status).length;
        context.must.hold(strays === 0 && facts.length > 0, {
          expected: 'sessions with the status asked for, and no others',
          actual: `${facts.length} sessions, ${strays} of them with another status`,
          in: answer,
        });
        sum += page.total ?? 0;
      }
      context.must.hold(words.size < 2 || sum === all.total, {
        expected: `the totals of both statuses to make up the ${all.total} of the whole list`,
        actual: `${sum}`,
        in: all.answer,
      });
    },
  );
}

async function statusOfNobody(context: Context): Promise<void> {
  const { must, need } = context;
  const status = need(
    (await sample(context)).map((facts) => facts.status).find((word) => word !== undefined),
    'a session with a status',
  );
  const filters = { status, userId: [context.unknownId('a learner without sessions')] };
  for (const name of ['status', 'userId'] as const) {
    const control = await askSessions(context, { [name]: filters[name], limit: 1 });
    need(control.status < 300, `\`${name}\` by itself to be accepted`);
  }
  const answer = await askSessions(context, { ...filters, limit: 1 });
  must(answer).be.accepted();
  const { items, total = 0 } = pageOf(context, answer);
  must.hold(items.length === 0 && total === 0, {
    expected: 'no sessions of a learner who has none, whatever their status',
    actual: `${items.length} items and a total of ${total}`,
    in: answer,
  });
}

async function combine(context: Context): Promise<void> {
  const all = await sample(context);
  const names = readable(all).filter((name) => takesFilter(context.op, name) && isAskable(context, name));
  const sessions = showing(all, names);
  context.need(sessions.length > 0 && names.length > 1, 'a session that shows what it can be filtered by');
  const strata: readonly (readonly FilterName[])[] = [
    ['status', 'testId'],
    ['startDate', 'subject', 'status'],
    ['startDate', 'userId'],
    names,
  ];
  for (const stratum of strata) {
    const chosen = stratum.filter((name) => names.includes(name));
    if (chosen.length < 2) continue;
    // Where a start is asked for that few sessions lie before, nobody sees that it is dropped.
    const fitting = chosen.includes('startDate') ? late(sessions) : sessions;
    await onGenerated(
      context,
      filterSets(fitting.length, chosen, stratum === names ? 2 : chosen.length),
      (filters) =>
        onStableData(
          () => sizeOf(context),
          () => judgeSet(context, filters, fitting, sessions),
        ),
      Math.ceil(context.runs / 6),
    );
    if (isQuick(context)) return;
  }
}

/** The half of some sessions that started last. */
function late(sessions: readonly Facts[]): readonly Facts[] {
  const startOf = ({ start }: Facts) => Date.parse(start ?? '');
  return sessions.toSorted((a, b) => startOf(a) - startOf(b)).slice(Math.floor(sessions.length / 2));
}

async function judgeSet(
  context: Context,
  filters: Parameters<typeof paramsOf>[1],
  fitting: readonly Facts[],
  sessions: readonly Facts[],
): Promise<void> {
  const { must } = context;
  const params = paramsOf(context, filters, fitting);
  const { facts, answer, page, whole } = await filtered(context, params);
  const strays = facts.flatMap((each) => unfit(each, params));
  must.hold(strays.length === 0, {
    expected: `only sessions that fit ${Object.keys(params).join(' and ')}`,
    actual: `${strays.length} that don't fit ${[...new Set(strays)].join(' or ')}`,
    in: answer,
  });
  const due = sessions.filter((each) => unfit(each, params).length === 0).map(({ id }) => id);
  const ids = new Set(facts.map(({ id }) => id));
  const missing = due.filter((id) => id !== undefined && !ids.has(id)).length;
  // A session may have moved to the other status since it was sampled.
  must.hold(!whole || missing === 0 || params['status'] !== undefined, {
    expected: `the ${due.length} sampled sessions that fit ${Object.keys(params).join(' and ')}`,
    actual: `${missing} of them missing`,
    in: answer,
  });
  const [added] = Object.keys(params) as FilterName[];
  const { [added ?? 'status']: _added, ...fewer } = params;
  const wider = await totalWith(context, fewer);
  must.hold((page.total ?? 0) <= wider.total, {
    expected: `at most the ${wider.total} sessions that there are without \`${added}\``,
    actual: `${page.total}`,
    in: [answer, wider.answer],
  });
}
