import { insteadOf, objects, pretend, read } from '../kit/breaks.ts';
import { answer, answerBody, type Break, type Fault, fault, type Json } from '../kit/fault.ts';
import { isLongAsUuid, lastIn } from '../kit/ids.ts';
import type { Group } from './group.ts';

const pageSize = 100;

/** Faults of reads by id. */
export function getFaults({ list, get, wrapper, id, path, clauses }: Group): Fault[] {
  const on = [get];
  const changed = (change: (group: Json) => Json): Break =>
    answerBody((body) => ({ ...body, [wrapper]: change(body[wrapper] as Json) }));
  return [
    fault(`${clauses.get}.success`, {
      on,
      story: 'A cached answer keeps the 203 of the cache.',
      with: insteadOf(200, 203),
    }),
    fault(`${clauses.get}.body/asked-for`, {
      on,
      story: 'The id in the path is compared with itself, and the first row is answered.',
      with: async (request, service) => {
        const response = await service(request);
        if (!response.ok) return response;
        return answer(response, { [wrapper]: objects((await read(request, service, path))['data'])[0] });
      },
    }),
    fault(`${clauses.get}.body/asked-for!later-pages`, {
      on,
      story: 'The row is looked up by its place on its page, and the page is always the first.',
      deep: true,
      with: async (request, service) => {
        const response = await service(request);
        if (!response.ok) return response;
        const all = objects((await read(request, service, `${path}?limit=1000`))['data']);
        const at = all.findIndex((item) => item[id] === lastIn(request));
        return answer(response, { [wrapper]: all[at % pageSize] });
      },
    }),
    fault(`${clauses.get}.bad-request`, {
      on,
      story: 'An id that cannot be read is answered as nothing.',
      with: pretend(400, 200, { [wrapper]: null }),
    }),
    fault(`${clauses.get}.bad-request!length-only`, {
      on,
      story: 'Whether a text is an id is told from its length, and what is not found is answered as nothing.',
      deep: true,
      with: async (request, service) => {
        const broken = pretend(400, 200, { [wrapper]: null });
        return isLongAsUuid(lastIn(request)) ? broken(request, service) : service(request);
      },
    }),
    fault(`${clauses.get}.not-found!empty`, {
      on,
      story: 'What is not found is answered as nothing.',
      with: pretend(404, 200, { [wrapper]: null }),
    }),
    fault(`${clauses.get}.not-found!refused`, {
      on,
      story: 'What is not found is answered as forbidden, so as not to tell what exists.',
      with: insteadOf(404, 403),
    }),
    fault(`${clauses.get}.same-as-list!name`, {
      on,
      story: 'The single read has the name for the screen, shortened.',
      with: changed((group) => ({ ...group, name: String(group['name']).slice(0, 6) })),
    }),
    fault(`${clauses.get}.same-as-list!beyond-ascii`, {
      on,
      story: 'The single read comes from a store that keeps names in ASCII.',
      deep: true,
      with: changed((group) => ({ ...group, name: String(group['name']).replace(/[^\p{ASCII}]/gu, '?') })),
    }),
    ...(wrapper === 'cohort'
      ? [
          fault(`${clauses.get}.same-as-list!last-test`, {
            on: [get],
            touches: [list],
            story: 'The list is joined with at most two tests for each cohort.',
            deep: true as const,
            with: answerBody((body) => ({
              ...body,
              data: objects(body['data']).map((item) => ({
                ...item,
                ...(item['tests'] ? { tests: objects(item['tests']).slice(0, 2) } : {}),
                [id]: item[id],
              })),
            })),
          }),
        ]
      : []),
  ];
}
