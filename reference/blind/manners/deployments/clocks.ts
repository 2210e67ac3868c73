import type { Store } from '../../../service/index.ts';
import type { UserRow } from '../../../service/store/rows.ts';
import type { Table } from '../../../service/store/table.ts';
import { withHeaders } from '../../answers.ts';
import { type Changeable, chance, clock, type Deployment, oneByOne, start, uuid } from './kit.ts';
import { isWrite, pathOf, repeatable } from './messages.ts';

const identifiers: Deployment = {
  id: 'two-id-generators',
  why:
    '"string (UUID)" names no version: one of two servers gives random identifiers, the other ones that begin with the ' +
    'time (version 7), in turns.',
  make(create) {
    const machine = start(create);
    const store: Changeable<Store> = machine.store;
    const random = chance(20);
    const { newId } = store;
    let count = 0;
    store.newId = () => {
      const id = newId();
      count += 1;
      if (count % 2 === 0) return id;
      const now = Math.floor(Date.UTC(2026, 0, 12, 9) + clock());
      const time = now.toString(16).padStart(12, '0');
      return `${time.slice(0, 8)}-${time.slice(8)}-7${uuid(random).slice(15)}`;
    };
    return { keys: machine.keys, fetch: machine.answer };
  },
};

const twoServers: Deployment = {
  id: 'clock-two-servers',
  why:
    'createdAt and updatedAt are "when", by no stated clock: the server that creates students is 3 minutes behind the ' +
    'one that sends Date, the one that does all other writes is 40 s ahead. So updatedAt is never before createdAt, but ' +
    'createdAt does not follow the order of the creations across students and teachers.',
  make(create) {
    const machine = start(create);
    const store: Changeable<Store> = machine.store;
    const { now, tick } = store;
    let skew = 0;
    store.now = () => now() + skew;
    store.tick = () => tick() + skew;
    const inTurn = oneByOne();
    return {
      keys: machine.keys,
      fetch: async (request) => {
        if (!isWrite(request)) return machine.answer(request);
        const sent = await repeatable(request);
        return inTurn(async () => {
          skew = request.method === 'POST' && pathOf(request) === '/students' ? -180_000 : 40_000;
          try {
            const response = await machine.answer(sent());
            return withHeaders(response, (headers) => headers.set('date', new Date(now()).toUTCString()));
          } finally {
            skew = 0;
          }
        });
      },
    };
  },
};

const corrected: Deployment = {
  id: 'clock-corrected',
  why:
    'No sentence says that the clock of the service is even: it runs in milliseconds (two writes may bear one stamp), ' +
    'and is set back by 1 s, 2 s into the run, and on by 1 s, 3 s later, and so on. The stamps of one user never go back.',
  make(create) {
    const machine = start(create);
    const store: Changeable<Store> = machine.store;
    const users: Changeable<Table<UserRow>> = store.users;
    const begin = clock();
    const base = store.now();
    const now = () => {
      const ran = clock() - begin;
      const turn = ran < 2000 ? 0 : 1 + Math.floor((ran - 2000) / 3000);
      return Math.floor(base + 2000 + ran) - (turn % 2) * 1000;
    };
    store.now = now;
    store.tick = now;
    const { put, get } = users;
    users.put = (row: Changeable<UserRow>) => {
      const floor = get(row.id)?.updatedAt ?? row.createdAt;
      // The row itself is set right, since the answer is made of it.
      if (row.updatedAt < floor) row.updatedAt = floor;
      put(row);
    };
    return { keys: machine.keys, fetch: machine.answer };
  },
};

/** Clocks, and identifiers that are made of the time. */
export const clockDeployments: readonly Deployment[] = [identifiers, twoServers, corrected];
