import { type Dict, iso } from './kit.ts';
import { cell, type House } from './store.ts';

export const ROLES: readonly string[] = ['student', 'teacher', 'administrator'];
export const GENDERS: readonly string[] = ['female', 'male', 'nonbinary', 'undisclosed'];

export const fullName = (house: House, row: number): string =>
  `${cell(house.db.users.first, row)} ${cell(house.db.users.last, row)}`;

/** A user without classes and cohorts; what is empty is left out. */
export function portrait(house: House, row: number): Dict {
  const { users } = house.db;
  const card: Dict = { userId: cell(users.id, row) };
  const put = (name: string, value: unknown): void => {
    if (value !== undefined) card[name] = value;
  };
  put('username', users.username[row]);
  put('upn', users.upn[row]);
  card['roles'] = cell(users.roles, row);
  put('externalId', users.externalId[row]);
  card['fullName'] = fullName(house, row);
  card['firstName'] = cell(users.first, row);
  card['lastName'] = cell(users.last, row);
  const emails = cell(users.emails, row);
  if (emails.length > 0) card['emails'] = emails;
  put('gender', users.gender[row]);
  put('dateOfBirth', users.born[row]);
  card['createdAt'] = iso(cell(users.created, row));
  card['updatedAt'] = iso(cell(users.updated, row));
  card['accountStatus'] = users.off[row] === true ? 'locked' : 'enabled';
  return card;
}

export function groupIds(house: House, row: number): { classIds: string[]; cohortIds: string[] } {
  const { db } = house;
  const classIds = cell(db.userClasses, row).map((each) => house.classIdOf(each));
  const cohortIds = cell(db.userCohorts, row).map((each) => cell(db.cohorts.id, each));
  if (house.on('group-ids-last-first'))
    return { classIds: classIds.reverse(), cohortIds: cohortIds.reverse() };
  return { classIds, cohortIds };
}

export function withGroups(house: House, row: number): Dict {
  const card = portrait(house, row);
  const { classIds, cohortIds } = groupIds(house, row);
  const empty = house.on('empty-group-ids-shown');
  if (empty || classIds.length > 0) card['classIds'] = classIds;
  if (empty || cohortIds.length > 0) card['cohortIds'] = cohortIds;
  return card;
}
