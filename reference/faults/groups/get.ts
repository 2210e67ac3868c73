import { insteadOf, objects, pretend, read } from '../breaks.ts';
import { answer, answerBody, type Break, type Fault, fault, type Json } from '../fault.ts';
import type { Group } from './group.ts';

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
    fault(`${clauses.get}.bad-request`, {
      on,
      story: 'An id that cannot be read is answered as nothing.',
      with: pretend(400, 200, { [wrapper]: null }),
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
