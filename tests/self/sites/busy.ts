import { sendTo } from '../../../reference/faults/kit/side-effects.ts';
import type { Service } from '../../../reference/service/http/service.ts';

/** How many reads come between two creations of somebody else. */
const reads = 3;

/** A service that somebody else creates classes, cohorts and users on all the time. */
export function busy(service: Service): Service {
  let seen = 0;
  const makes = [
    ['/classes', 'class'],
    ['/smart-ia/cohorts', 'cohort'],
    ['/students', 'user'],
  ] as const;
  return async (request) => {
    seen += 1;
    const [path, wrapper] = makes[Math.floor(seen / reads) % makes.length] ?? makes[0];
    const name = `Somebody else's ${seen}`;
    const body = { [wrapper]: wrapper === 'user' ? { firstName: 'Somebody', lastName: name } : { name } };
    if (request.method === 'GET' && seen % reads === 0) await sendTo(request, service, ['POST', path], body);
    return service(request);
  };
}
