/** Every bug, and where the hooks of each operation find theirs. */

import { accountBugs } from './bugs-accounts.ts';
import { changeBugs } from './bugs-changes.ts';
import { classBugs } from './bugs-classes.ts';
import { cohortBugs } from './bugs-cohorts.ts';
import { dateBugs } from './bugs-dates.ts';
import { gateBugs } from './bugs-gate.ts';
import { memberBugs } from './bugs-members.ts';
import { peopleBugs } from './bugs-people.ts';
import { sessionBugs } from './bugs-sessions.ts';
import { testBugs } from './bugs-tests.ts';
import { userBugs } from './bugs-users.ts';
import { yearBugs } from './bugs-years.ts';
import type { Bug, Stage } from './types.ts';

export const bugs: readonly Bug[] = [
  ...accountBugs,
  ...changeBugs,
  ...classBugs,
  ...cohortBugs,
  ...dateBugs,
  ...gateBugs,
  ...memberBugs,
  ...peopleBugs,
  ...sessionBugs,
  ...testBugs,
  ...userBugs,
  ...yearBugs,
];

const STAGES: readonly Stage[] = ['key', 'before', 'asked', 'rows', 'view', 'page', 'after'];

function index(): Map<string, readonly Bug[]> {
  const made = new Map<string, Bug[]>();
  for (const bug of bugs) {
    for (const op of bug.at) {
      for (const stage of STAGES) {
        if (bug[stage] === undefined) continue;
        const place = `${op}|${stage}`;
        made.set(place, [...(made.get(place) ?? []), bug]);
      }
    }
  }
  return made;
}

const places = index();

export function hooksAt(op: string, stage: Stage): readonly Bug[] {
  return places.get(`${op}|${stage}`) ?? [];
}
