import { type FilterName, filterSets } from '../../../generators/session-filters.ts';
import { type Check, check } from '../../../harness/check.ts';
import type { Scene } from '../../../harness/scene.ts';
import { still } from '../../../harness/still.ts';
import { filtered, sizeOf, totalWith } from '../date-filtering/dated.ts';
import { onGenerated } from '../generated.ts';
import { thrifty } from '../pagination/looking.ts';
import { sample } from './facts.ts';
import { paramsOf, readable, showing, unfit } from './filters.ts';

const on = ['listSessions'];

/** The filter by status, and several filters at once. */
export const combined: readonly Check[] = [
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
  // A session may have moved to the other status since it was sampled.
  must.hold(!whole || missing === 0 || params['status'] !== undefined, {
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
