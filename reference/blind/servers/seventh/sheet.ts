import { type Dict, iso } from './kit.ts';
import { fullName } from './portrait.ts';
import { cell, type House, span } from './store.ts';

export const OPEN = 'IN_PROGRESS';
export const DONE = 'COMPLETED';

export const isOpen = (house: House, row: number): boolean => Number.isNaN(cell(house.db.attempts.end, row));

/** The learner of a session as far as the account tells. */
export function learner(house: House, user: number): Dict {
  const { users } = house.db;
  const card: Dict = { userId: cell(users.id, user) };
  const put = (name: string, value: unknown): void => {
    if (value !== undefined) card[name] = value;
  };
  put('upn', users.upn[user]);
  card['fullName'] = fullName(house, user);
  if (house.on('learner-in-short')) return card;
  put('username', users.username[user]);
  put('externalId', users.externalId[user]);
  card['firstName'] = cell(users.first, user);
  card['lastName'] = cell(users.last, user);
  put('dateOfBirth', users.born[user]);
  put('gender', users.gender[user]);
  return card;
}

/** A session of either kind. */
export function sheet(house: House, row: number): Dict {
  const { attempts, tests } = house.db;
  const open = isOpen(house, row);
  const test = cell(attempts.test, row);
  const card: Dict = {
    sessionId: cell(attempts.id, row),
    status: open ? OPEN : DONE,
    startDate: iso(cell(attempts.start, row)),
  };
  if (!open) card['endDate'] = iso(cell(attempts.end, row));
  card['learner'] = learner(house, cell(attempts.user, row));
  card['test'] = {
    testId: cell(tests.id, test),
    testVersionId: cell(attempts.version, row),
    name: cell(tests.name, test),
    subject: cell(tests.subject, test),
  };
  card['result'] = open ? null : verdict(house, row);
  if (house.on('sessions-tell-more')) card['attemptNumber'] = 1 + (row % 3);
  return card;
}

export function verdict(house: House, row: number): Dict {
  const { attempts } = house.db;
  return {
    calculatedOn: iso(cell(attempts.calculated, row)),
    level: attempts.level[row],
    totalDuration: span(cell(attempts.end, row) - cell(attempts.start, row), house.on('durations-in-full')),
  };
}
