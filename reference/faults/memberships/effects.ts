import { type Break, type Fault, fault, requestBody } from '../kit/fault.ts';
import { idsOf, watching } from './ledger.ts';
import { lostWhenOverlapping } from './overlap.ts';
import { type Members, memberships } from './table.ts';

const nothing: Break = async () => new Response(null, { status: 204 });

/** Faults of what assigning and removing change, and of what they should leave alone. */
export const effects: readonly Fault[] = memberships.flatMap((one) => [
  ...addFaults(one),
  ...removeFaults(one),
  ...openFaults(one),
  ...(one.inClass ? longListFaults(one) : []),
]);

function addFaults({ add, remove, list, clauses }: Members): Fault[] {
  const on = [add];
  const touches = [add, remove];
  return [
    fault(`${clauses.add}.effect!nothing`, {
      on,
      story: 'The transaction is never committed.',
      with: nothing,
    }),
    fault(`${clauses.add}.effect!first-two`, {
      on,
      story: 'The statement that writes the rows was made for two at most.',
      deep: true,
      with: requestBody((body) => ({ ...body, [list]: idsOf(body, list).slice(0, 2) })),
    }),
    fault(`${clauses.add}.keeps-others!replaced`, {
      on,
      touches,
      story: 'The list that is sent takes the place of the one that was there.',
      with: replacing(list, 1),
    }),
    fault(`${clauses.add}.keeps-others!replaced-by-many`, {
      on,
      touches,
      story: 'From two ids on, rows are deleted and inserted in bulk.',
      deep: true,
      with: replacing(list, 2),
    }),
    fault(`${clauses.add}.concurrent!queued`, {
      on,
      story: 'Assignments are accepted into a queue, and nobody reads the queue.',
      with: nothing,
    }),
    fault(`${clauses.add}.concurrent!last-wins`, {
      on,
      story: 'The list is read, changed and written back; who writes last has never seen the others.',
      deep: true,
      with: lostWhenOverlapping(list, 2),
    }),
    fault(`${clauses.add}.concurrent!third-lost`, {
      on,
      story: 'Two writers wait for each other; a third one gives up without a word.',
      deep: true,
      with: lostWhenOverlapping(list, 3),
    }),
    fault(`${clauses.add}.effect/twice`, {
      on,
      touches,
      story: 'The screen had a switch, and so has the service: assigning again removes.',
      with: again(list, (ids) => ids),
    }),
    fault(`${clauses.add}.effect/twice!all-but-one`, {
      on,
      touches,
      deep: true,
      story: 'Rows that clash are merged into one, and that is the only one of a list that is left.',
      with: again(list, (ids) => ids.slice(1)),
    }),
  ];
}

function removeFaults({ add, remove, list, clauses }: Members): Fault[] {
  const on = [remove];
  const touches = [add, remove];
  return [
    fault(`${clauses.remove}.effect!nothing`, {
      on,
      story: 'A DELETE loses its body on the way, and nobody is removed.',
      with: nothing,
    }),
    fault(`${clauses.remove}.effect!last-only`, {
      on,
      story: 'The condition is built in a loop that keeps the last id.',
      deep: true,
      with: requestBody((body) => ({ ...body, [list]: idsOf(body, list).slice(-1) })),
    }),
    fault(`${clauses.remove}.keeps-others!emptied`, {
      on,
      touches,
      story: 'The list of the statement is dropped, and the whole group is emptied.',
      with: watching(list, ({ ids, adds, there, pass }) => pass(adds ? ids : [...there])),
    }),
    fault(`${clauses.remove}.keeps-others!everywhere`, {
      on,
      touches,
      story: 'The statement forgets which group it is about.',
      deep: true,
      with: watching(list, async ({ ids, adds, lists, pass, drop }) => {
        const response = await pass(ids);
        if (adds || !response.ok) return response;
        for (const path of lists.keys()) await drop(path, ids);
        return response;
      }),
    }),
    fault(`${clauses.remove}.keeps-others/absent`, {
      on,
      touches,
      story: 'When no row fits, the condition is left out.',
      with: absent(list, 1),
    }),
    fault(`${clauses.remove}.keeps-others/absent!several`, {
      on,
      touches,
      deep: true,
      story: 'A list of several of whom nobody fits is taken for a condition that was left out.',
      with: absent(list, 2),
    }),
  ];
}

/** Lists that are cut, or lose somebody, where they are long. */
function longListFaults({ add, remove, list, clauses }: Members): Fault[] {
  return [
    { on: [add], check: `${clauses.add}.effect/long-lists` },
    { on: [remove], check: `${clauses.remove}.effect/long-lists` },
  ].flatMap(({ on, check }) => [
    fault(check, {
      on,
      story: 'Rows are written in batches of fifty, and only the first batch is committed.',
      with: requestBody((body) => ({ ...body, [list]: idsOf(body, list).slice(0, 50) })),
    }),
    fault(`${check}!last-of-all`, {
      on,
      deep: true,
      story: 'The last of a hundred numbers is where the loop ends.',
      with: requestBody((body) => ({ ...body, [list]: idsOf(body, list).slice(0, 99) })),
    }),
    fault(`${check}!at-the-border`, {
      on,
      deep: true,
      story: 'Between two batches of thirty-two one id is lost.',
      with: requestBody((body) => ({ ...body, [list]: idsOf(body, list).filter((_, at) => at !== 32) })),
    }),
  ]);
}

/** Empties a group when a removal names so many, and none of them is there. */
function absent(list: string, least: number): Break {
  return watching(list, ({ ids, adds, there, pass }) =>
    pass(!adds && ids.length >= least && !ids.some((id) => there.has(id)) ? [...there] : ids),
  );
}

/** Takes some of those out who are assigned again. */
function again(list: string, loses: (ids: readonly string[]) => readonly string[]): Break {
  return watching(list, async ({ request, ids, adds, there, pass, drop }) => {
    const response = await pass(ids);
    const lost = loses(ids.filter((id) => there.has(id)));
    if (adds && response.ok && lost.length > 0) await drop(new URL(request.url).pathname, lost);
    return response;
  });
}

/** Naming who is unknown: refused or not, and then it empties the group. */
function openFaults({ add, remove, list, clauses }: Members): Fault[] {
  return ([add, remove] as const).flatMap((op) => {
    const check = `${op === add ? clauses.add : clauses.remove}.keeps-others/unknown`;
    const how = { on: [op], touches: [add, remove] };
    return [
      fault(check, {
        ...how,
        story: 'An id that is not found makes the list an empty one, which means everybody.',
        with: unknown(list, op === add, 1),
      }),
      fault(`${check}!several`, {
        ...how,
        deep: true,
        story:
          'One id that is not found is refused; several make the list an empty one, which means everybody.',
        with: unknown(list, op === add, 2),
      }),
    ];
  });
}

/** Empties a group when a request that names so many, all of them unknown, is refused. */
function unknown(list: string, adding: boolean, least: number): Break {
  return watching(list, async ({ request, ids, adds, there, ever, pass, drop }) => {
    const response = await pass(ids);
    const strangers = ids.length >= least && ids.every((id) => !ever.has(id));
    if (response.status >= 400 && strangers && adds === adding && there.size > 0)
      await drop(new URL(request.url).pathname, there);
    return response;
  });
}

/** Whoever was there goes when a list of at least so many comes. */
function replacing(list: string, least: number): Break {
  return watching(list, async ({ request, ids, adds, there, pass, drop }) => {
    const response = await pass(ids);
    const others = [...there].filter((id) => !ids.includes(id));
    if (adds && response.ok && ids.length >= least && others.length > 0)
      await drop(new URL(request.url).pathname, others);
    return response;
  });
}
