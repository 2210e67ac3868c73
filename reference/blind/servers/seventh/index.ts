import { attemptDesk } from './desk-attempts.ts';
import { classDesk } from './desk-classes.ts';
import { cohortDesk } from './desk-cohorts.ts';
import { completedDesk } from './desk-completed.ts';
import { huntDesk } from './desk-hunt.ts';
import { openDesk } from './desk-open.ts';
import { peopleDesk } from './desk-people.ts';
import { staffDesk } from './desk-staff.ts';
import { studyDesk } from './desk-study.ts';
import { testDesk } from './desk-tests.ts';
import { userDesk } from './desk-users.ts';
import { yearDesk } from './desk-years.ts';
import { type Desk, switchboard } from './kit.ts';
import { FULL, layersOf, type Next, RESTRICTED, type Trip, wire } from './layers.ts';
import { find } from './routes.ts';
import { openHouse } from './store.ts';

export const keys: { full: string; restricted: string } = { full: FULL, restricted: RESTRICTED };

export function createServer(
  options: { bugs?: readonly string[] } = {},
): (request: Request) => Promise<Response> {
  const on = switchboard(options.bugs ?? []);
  const house = openHouse(on);
  const desk: Desk = {
    ...yearDesk(house),
    ...classDesk(house),
    ...cohortDesk(house),
    ...testDesk(house),
    ...userDesk(house),
    ...peopleDesk(house),
    ...attemptDesk(house),
    ...completedDesk(house),
    ...openDesk(house),
    ...huntDesk(house),
    ...studyDesk(house),
    ...staffDesk(house),
  };
  const nowhere: Next = () => Promise.resolve({ status: 500 });
  const run = layersOf(on, desk).reduceRight<Next>((next, layer) => (trip) => layer(trip, next), nowhere);
  return async (request) => {
    const url = new URL(request.url);
    const path = url.pathname.startsWith('/api/v1/') ? url.pathname.slice(7) : '';
    const trip: Trip = { request, path, q: url.searchParams, hit: find(request.method, path) };
    return wire(on, await run(trip));
  };
}
