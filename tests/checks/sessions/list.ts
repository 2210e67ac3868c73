import fc from 'fast-check';
import { malformedIds } from '../../../generators/malformed-ids.ts';
import {
  type FilterName,
  filterSets,
  type ListFilter,
  listFilters,
  someValues,
} from '../../../generators/session-filters.ts';
import { type Check, check } from '../../../harness/check.ts';
import type { Scene } from '../../../harness/scene.ts';
import { still } from '../../../harness/still.ts';
import { filtered, sizeOf, totalWith } from '../date-filtering/dated.ts';
import { onGenerated } from '../generated.ts';
import { knownId, plain, plainParams } from '../given.ts';
import { thrifty } from '../pagination/looking.ts';
import { refused } from '../pagination/refusals.ts';
import { sample } from './facts.ts';
import { meantBy, paramsOf, readable, showing, shownBy, unfit } from './filters.ts';

const on = ['listSessions'];
const clauses: Readonly<Record<ListFilter, string>> = {
  userId: 'user-id',
  testId: 'test-id',
  subject: 'subject',
};
const gaps: Readonly<Record<ListFilter, string>> = {
  userId: 'session-user.fields',
  testId: 'session-test.fields',
  subject: 'session-test.fields',
};

/** The filters of the session list. */
export const list: readonly Check[] = [
  // The list of sessions is answered with 200, and needs no query parameter.
  ...(['success', 'all-optional'] as const).map((aspect) =>
    check(`list-sessions.${aspect}`, {
      access: 'read',
      on,
      sends: 'a request without any parameter',
      accepts: '200',
      run: async (scene) => scene.must(await plain(scene, scene.op)).have.status(200),
    }),
  ),

  // `startDate` narrows by the start of a session and by nothing else, `endDate` by its end.
  dateOnly('startDate'),
  dateOnly('endDate'),

  ...listFilters.flatMap((name) => [
    // The filter keeps the sessions that have this value and no others.
    check(`list-sessions.${clauses[name]}`, {
      access: 'read',
      on,
      needs: ['session.item-shape', gaps[name]],
      sends: `\`${name}\` with a value of one of the target's own sessions`,
      accepts: 'that session, and only sessions with this value',
      run: (scene) => keepsOwn(scene, name),
    }),

    // Given several times it keeps the sessions that fit any of the values, in any order, repeated ones included.
    check(`list-sessions.${clauses[name]}-repeated`, {
      access: 'read',
      on,
      needs: ['session.item-shape', gaps[name]],
      sends: `\`${name}\` with several values, some repeated, some that no session has; then each by itself`,
      accepts: 'as many sessions as the different values have by themselves, all with one of them',
      run: (scene) => isUnion(scene, name),
    }),

    // A well-formed value that no session has yields an empty page.
    check(`list-sessions.${clauses[name]}-no-match`, {
      access: 'read',
      on,
      sends: `\`${name}\` with values that no session has`,
      accepts: 'a page without items, and a total of 0',
      run: (scene) => matchesNothing(scene, name),
    }),
  ]),

  ...(['userId', 'testId'] as const).map((name) =>
    // A value that is not a UUID is refused.
    check(`list-sessions.${clauses[name]}-form`, {
      access: 'read',
      on,
      sends: `a \`${name}\` that is a UUID (accepted), then in its place text that is none`,
      accepts: '400 where it is listed, else some 4xx',
      async run(scene) {
        const control = await scene.send(scene.op, { [name]: [await knownId(scene, name)], limit: 1 });
        scene.need(control.status < 300, `a \`${name}\` that is a UUID to be accepted`);
        await onGenerated(
          scene,
          malformedIds(),
          async (id) => refused(scene, await scene.send(scene.op, { [name]: [id], limit: 1 })),
          Math.ceil(scene.runs / 3),
        );
      },
    }),
  ),

  // `status` keeps the sessions that have this status and no others.
  check('list-sessions.status', {
    access: 'read',
    on,
    needs: ['session.item-shape', 'list-sessions.status-values'],
    sends: '`status` with each status that the sampled sessions have',
    accepts: 'only sessions with this status, and totals that add up to the whole',
    run: statusKeeps,
  }),

  // Several filters together keep only sessions that fit each of them; one more never adds a session.
  check('list-sessions.filters-combine', {
    access: 'read',
    on,
    needs: ['session.item-shape'],
    sends: 'sets of filters that one session fits, and the same without one of them',
    accepts: 'that session, only sessions that fit each filter, and no fewer without one of them',
    run: combine,
  }),
];

function dateOnly(date: 'startDate' | 'endDate'): Check {
  const clause = date === 'startDate' ? 'start-date' : 'end-date';
  return check(`list-sessions.${clause}`, {
    access: 'read',
    on,
    needs: ['session.item-shape'],
    sends: `\`${date}\` set to the exact date of one session, of either kind`,
    accepts: 'that session, and only sessions with this date',
    async run(scene) {
      const shown = (await sample(scene)).filter((facts) => (date === 'startDate' ? facts.start : facts.end));
      scene.need(shown.length > 0, `a session with a \`${date}\``);
      // Of either kind: a filter on a date is easily joined with the results, which one kind lacks.
      const [without, withResult] = [
        shown.filter(({ result }) => !result),
        shown.filter(({ result }) => result),
      ];
      for (const sessions of [without, withResult].filter(({ length }) => length > 0))
        await onGenerated(
          scene,
          fc.record({ session: fc.integer({ min: 1, max: sessions.length }) }),
          ({ session }) =>
            still(
              () => sizeOf(scene),
              async () => {
                const one = scene.need(sessions[session - 1], 'the session');
                const moment = scene.need(date === 'startDate' ? one.start : one.end, 'its date');
                const found = await filtered(scene, { [date]: { gte: moment, lte: moment } });
                const same = found.facts.filter((facts) => {
                  const own = date === 'startDate' ? facts.start : facts.end;
                  return own === undefined || Date.parse(own) === Date.parse(moment);
                });
                scene.must.hold(same.length === found.facts.length, {
                  expected: `only sessions with this \`${date}\``,
                  actual: `${found.facts.length - same.length} of ${found.facts.length} with another`,
                  in: found.answer,
                });
                const there = found.facts.some(({ id }) => id === one.id);
                scene.must.hold(!found.whole || one.id === undefined || there, {
                  expected: `the session that the \`${date}\` is taken from`,
                  actual: `${found.facts.length} sessions without it`,
                  in: found.answer,
                });
              },
            ),
          Math.ceil(scene.runs / 4),
        );
    },
  });
}

async function keepsOwn(scene: Scene, name: ListFilter): Promise<void> {
  const sessions = showing(await sample(scene), [name]);
  scene.need(sessions.length > 0, `a session that shows its ${name}`);
  await onGenerated(
    scene,
    fc.record({ session: fc.integer({ min: 1, max: sessions.length }) }),
    ({ session }) =>
      still(
        () => sizeOf(scene),
        async () => {
          const value = meantBy(scene, name, `session ${session}`, sessions);
          const params = { [name]: [value] };
          const found = await filtered(scene, params);
          const strays = found.facts.filter((facts) => unfit(facts, params).length > 0).length;
          scene.must.hold(strays === 0, {
            expected: `only sessions with this \`${name}\``,
            actual: `${strays} of ${found.facts.length} with another`,
            in: found.answer,
          });
          const due = sessions.filter((facts) => shownBy[name](facts) === value).map(({ id }) => id);
          const ids = new Set(found.facts.map(({ id }) => id));
          const missing = due.filter((id) => id !== undefined && !ids.has(id)).length;
          scene.must.hold(!found.whole || missing === 0, {
            expected: `the ${due.length} sampled sessions with this \`${name}\``,
            actual: `${missing} of them missing`,
            in: found.answer,
          });
        },
      ),
    Math.ceil(scene.runs / 3),
  );
}

async function isUnion(scene: Scene, name: ListFilter): Promise<void> {
  const sessions = showing(await sample(scene), [name]);
  scene.need(sessions.length > 0, `a session that shows its ${name}`);
  // First a value beside one that no session has, then any.
  const mixed = fc.tuple(fc.constant('session 1' as const), fc.constant('nothing 1' as const));
  for (const values of [mixed, someValues(sessions.length)])
    await onGenerated(
      scene,
      fc.record({ values }),
      ({ values: words }) =>
        still(
          () => sizeOf(scene),
          async () => {
            const values = words.map((whose) => meantBy(scene, name, whose, sessions));
            const params = { [name]: values };
            const together = await filtered(scene, params, 20);
            const parts = [];
            for (const value of different(values)) parts.push(await totalWith(scene, { [name]: [value] }));
            // A session has one learner, one test and one subject, so the parts don't overlap.
            const sum = parts.reduce((all, { total }) => all + total, 0);
            scene.must.hold(together.page.total === sum, {
              expected: `${sum} sessions for ${values.length} values of \`${name}\`, as many as for each by itself`,
              actual: `${together.page.total}`,
              in: [together, ...parts].map(({ answer }) => answer),
            });
            const strays = together.facts.filter((facts) => unfit(facts, params).length > 0).length;
            scene.must.hold(strays === 0, {
              expected: `only sessions with one of the values of \`${name}\``,
              actual: `${strays} of ${together.facts.length} with another`,
              in: together.answer,
            });
          },
        ),
      Math.ceil(scene.runs / 3),
    );
}

/** Values without those that differ in letter case only: a target may take them for the same. */
function different(values: readonly string[]): readonly string[] {
  return [...new Map(values.map((value) => [value.toLowerCase(), value])).values()];
}

async function matchesNothing(scene: Scene, name: ListFilter): Promise<void> {
  await onGenerated(
    scene,
    fc.record({ values: fc.constantFrom(['nothing 1'] as const, ['nothing 1', 'nothing 2'] as const) }),
    async ({ values: words }) => {
      const values = words.map((whose) => meantBy(scene, name, whose, []));
      const answer = await scene.send(scene.op, { ...(await plainParams(scene, scene.op)), [name]: values });
      scene.must(answer).have.status(200);
      const { page } = await filtered(scene, { [name]: values });
      scene.must.hold(page.items.length === 0 && page.total === 0, {
        expected: `no sessions for a \`${name}\` that none has`,
        actual: `${page.items.length} items and a total of ${page.total}`,
        in: answer,
      });
    },
    Math.ceil(scene.runs / 6),
  );
}

async function statusKeeps(scene: Scene): Promise<void> {
  const words = new Set(
    (await sample(scene)).map(({ status }) => status).filter((word) => word !== undefined),
  );
  scene.need(words.size > 0, 'a session with a status');
  await still(
    () => sizeOf(scene),
    async () => {
      const all = await totalWith(scene, {});
      let sum = 0;
      for (const status of words) {
        const { facts, answer, page } = await filtered(scene, { status });
        const strays = facts.filter((each) => each.status !== undefined && each.status !== status).length;
        scene.must.hold(strays === 0 && facts.length > 0, {
          expected: 'sessions with the status asked for, and no others',
          actual: `${facts.length} sessions, ${strays} of them with another status`,
          in: answer,
        });
        sum += page.total ?? 0;
      }
      scene.must.hold(words.size < 2 || sum === all.total, {
        expected: `the totals of both statuses to make up the ${all.total} of the whole list`,
        actual: `${sum}`,
        in: all.answer,
      });
    },
  );
}

async function combine(scene: Scene): Promise<void> {
  const all = await sample(scene);
  const open = scene.contract.isOpen('list-sessions.status-values');
  const names = readable(all).filter((name) => name !== 'status' || !open);
  const sessions = showing(all, names);
  scene.need(sessions.length > 0 && names.length > 1, 'a session that shows what it can be filtered by');
  const strata: readonly (readonly FilterName[])[] = [
    ['status', 'testId'],
    ['startDate', 'subject', 'status'],
    ['startDate', 'userId'],
    names,
  ];
  for (const stratum of strata) {
    const chosen = stratum.filter((name) => names.includes(name));
    if (chosen.length < 2) continue;
    await onGenerated(
      scene,
      filterSets(sessions.length, chosen, stratum === names ? 2 : chosen.length),
      (filters) =>
        still(
          () => sizeOf(scene),
          () => judgeSet(scene, filters, sessions),
        ),
      Math.ceil(scene.runs / 6),
    );
    if (thrifty(scene)) return;
  }
}

async function judgeSet(
  scene: Scene,
  filters: Parameters<typeof paramsOf>[1],
  sessions: Parameters<typeof paramsOf>[2],
): Promise<void> {
  const { must } = scene;
  const params = paramsOf(scene, filters, sessions);
  const { facts, answer, page, whole } = await filtered(scene, params);
  const strays = facts.flatMap((each) => unfit(each, params));
  must.hold(strays.length === 0, {
    expected: `only sessions that fit ${Object.keys(params).join(' and ')}`,
    actual: `${strays.length} that don't fit ${[...new Set(strays)].join(' or ')}`,
    in: answer,
  });
  const due = sessions.filter((each) => unfit(each, params).length === 0).map(({ id }) => id);
  const ids = new Set(facts.map(({ id }) => id));
  const missing = due.filter((id) => id !== undefined && !ids.has(id)).length;
  must.hold(!whole || missing === 0, {
    expected: `the ${due.length} sampled sessions that fit ${Object.keys(params).join(' and ')}`,
    actual: `${missing} of them missing`,
    in: answer,
  });
  const [added] = Object.keys(params) as FilterName[];
  const { [added ?? 'status']: _added, ...fewer } = params;
  const wider = await totalWith(scene, fewer);
  must.hold((page.total ?? 0) <= wider.total, {
    expected: `at most the ${wider.total} sessions that there are without \`${added}\``,
    actual: `${page.total}`,
    in: [answer, wider.answer],
  });
}
