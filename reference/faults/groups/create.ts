import { bodyOf, insteadOf, pretend } from '../kit/breaks.ts';
import { answerBody, type Break, type Fault, fault, type Json } from '../kit/fault.ts';
import { anotherId, isLongAsUuid } from '../kit/ids.ts';
import type { Group } from './group.ts';

/** Faults of what a creation is answered with. */
export function creationFaults({ create, wrapper, clauses }: Group): Fault[] {
  const on = [create];
  return [
    fault(`${clauses.create}.success`, {
      on,
      story: 'The framework answers 200 unless it is told otherwise.',
      with: insteadOf(201, 200),
    }),
    fault(`${clauses.create}.body/as-sent`, {
      on,
      story: 'The answer has the name as the screen shows it, in capitals.',
      with: answerBody((body) => {
        const made = body[wrapper] as Json;
        return { ...body, [wrapper]: { ...made, name: String(made['name']).toUpperCase() } };
      }),
    }),
  ];
}

/** Faults of what a creation refuses. */
export function refusalFaults({ create, wrapper, id, clauses }: Group): Fault[] {
  const on = [create];
  const unprocessable = insteadOf(400, 422);
  const made = { [wrapper]: { [id]: anotherId } };
  const when =
    (holds: (body: Json, text: string) => boolean, broken: Break): Break =>
    async (request, service) => {
      const [body, text] = [await bodyOf(request), await request.clone().text()];
      return holds(body, text) ? broken(request, service) : service(request);
    };
  return [
    fault(`${clauses.create}.bad-request`, {
      on,
      story: 'The validation library answers 422 unless it is told otherwise.',
      with: unprocessable,
    }),
    fault(`${clauses.create}.academic-year-form/probe`, {
      on,
      story: 'The validation library answers 422 unless it is told otherwise.',
      with: unprocessable,
    }),
    fault(`${clauses.create}.academic-year-form/probe!length-only`, {
      on,
      story: 'What is as long as an id goes on to the database, whose refusal is answered with 422.',
      deep: true,
      with: when((body) => isLongAsUuid(String((body[wrapper] as Json)?.['academicYearId'])), unprocessable),
    }),
    fault(`${clauses.create}.body-required`, {
      on,
      story: 'No body counts as an empty one, and everything has a default.',
      with: when((_, text) => text === '', pretend(400, 201, made)),
    }),
    fault(`${clauses.create}.wrapper-required`, {
      on,
      story: 'The wrapper was made optional for an old client.',
      with: when((body, text) => text !== '' && body[wrapper] === undefined, pretend(400, 201, made)),
    }),
  ];
}
