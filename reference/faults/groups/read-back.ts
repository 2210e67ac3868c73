import { objects } from '../kit/breaks.ts';
import { answerBody, type Fault, fault, type Json, requestBody } from '../kit/fault.ts';
import type { Group } from './group.ts';

/** Faults of what was created and is read again. */
export function readBackFaults({ create, get, list, wrapper, clauses }: Group): Fault[] {
  const on = [create];
  return [
    fault(`${clauses.create}.read-back!not-listed`, {
      on,
      touches: [list],
      story: 'The list is a copy that is renewed at night.',
      with: answerBody((body) => ({
        ...body,
        data: objects(body['data']).filter((item) => !String(item['name']).startsWith('Rollcall')),
      })),
    }),
    fault(`${clauses.create}.read-back!beyond-ascii`, {
      on,
      touches: [get],
      story: 'The connection to the database speaks Latin-1.',
      deep: true,
      with: answerBody((body) => {
        const single = body[wrapper] as Json;
        return {
          ...body,
          [wrapper]: { ...single, name: Buffer.from(String(single['name'])).toString('latin1') },
        };
      }),
    }),
    fault(`${clauses.create}.read-back!percent`, {
      on,
      touches: [create],
      story: 'Names are decoded like parts of an address when they are stored.',
      deep: true,
      with: requestBody((body) => {
        const payload = body[wrapper] as Json;
        return {
          ...body,
          [wrapper]: { ...payload, name: String(payload['name']).replaceAll('+', ' ').replaceAll('%', '') },
        };
      }),
    }),
  ];
}
