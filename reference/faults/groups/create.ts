import { insteadOf, refusal } from '../kit/breaks.ts';
import { type Break, type Fault, faults, type Json, requestBody } from '../kit/fault.ts';
import { isLongAsUuid } from '../kit/ids.ts';
import { foundInsteadOf, otherName } from './answers.ts';
import { byGroup } from './group.ts';
import { payloadOf } from './payload.ts';

const unprocessable = insteadOf(400, 422);
const createdAnyway = foundInsteadOf(400, 201);

/** Faults of what a creation answers and of what it refuses. */
export const create: readonly Fault[] = [
  ...faults(
    { 'create-class.success': 'createClass', 'create-cohort.success': 'createCohort' },
    {
      story: 'The framework answers 200 unless it is told otherwise.',
      with: insteadOf(201, 200),
    },
  ),
  ...faults(
    { 'create-class.success!one-a-year': 'createClass', 'create-cohort.success!one-a-year': 'createCohort' },
    {
      deep: true,
      story: 'The unique index of the table was made over the year and not over the name.',
      with: async (request, service) =>
        (await payloadOf(request)) === undefined ? service(request) : refusal(409, 'There is one already.'),
    },
  ),
  ...faults(
    { 'create-class.body/as-sent': 'createClass', 'create-cohort.body/as-sent': 'createCohort' },
    {
      story: 'The answer has the name as the screen shows it, in capitals.',
      with: otherName((name) => name.toUpperCase()),
    },
  ),
  ...faults(
    {
      'create-class.bad-request': 'createClass',
      'create-class.academic-year-form/probe': 'createClass',
      'create-cohort.bad-request': 'createCohort',
      'create-cohort.academic-year-form/probe': 'createCohort',
    },
    {
      story: 'The validation library answers 422 unless it is told otherwise.',
      with: unprocessable,
    },
  ),
  ...faults(
    {
      'create-class.academic-year-form/probe!length-only': 'createClass',
      'create-cohort.academic-year-form/probe!length-only': 'createCohort',
    },
    {
      story: 'What is as long as an id goes on to the database, whose refusal is answered with 422.',
      deep: true,
      with: when(({ payload }) => isLongAsUuid(String(payload?.['academicYearId'])), unprocessable),
    },
  ),
  ...faults(
    { 'create-class.body-required': 'createClass', 'create-cohort.body-required': 'createCohort' },
    {
      story: 'No body counts as an empty one, and everything has a default.',
      with: when(({ text }) => text === '', createdAnyway),
    },
  ),
  ...faults(
    { 'create-class.wrapper-required': 'createClass', 'create-cohort.wrapper-required': 'createCohort' },
    {
      story: 'The wrapper was made optional for an old client.',
      with: when(({ text, payload }) => text !== '' && payload === undefined, createdAnyway),
    },
  ),
  ...faults(
    {
      'create-class.wrapper-required/other-name': 'createClass',
      'create-cohort.wrapper-required/other-name': 'createCohort',
    },
    {
      story: 'A helper takes the first value of the body, whatever its name.',
      with: unwrapping(() => true),
    },
  ),
  ...faults(
    {
      'create-class.wrapper-required/other-name!data': 'createClass',
      'create-cohort.wrapper-required/other-name!data': 'createCohort',
    },
    {
      story: 'The client library of the front end wraps everything in data, and is let through.',
      deep: true,
      with: unwrapping((property) => property === 'data'),
    },
  ),
];

/** Takes the payload out of another property. */
function unwrapping(isTaken: (property: string) => boolean): Break {
  return byGroup(({ wrapper }) =>
    requestBody((body) => {
      const [other] = Object.entries(body);
      return wrapper in body || !other || !isTaken(other[0]) ? body : { [wrapper]: other[1] };
    }),
  );
}

/** What a creation sends: its body as text, and what the wrapper holds. */
interface Sent {
  readonly text: string;
  readonly payload: Json | undefined;
}

/** Breaks only the creations that send such a body. */
function when(holds: (sent: Sent) => boolean, broken: Break): Break {
  return async (request, service) => {
    const text = await request.clone().text();
    const payload = await payloadOf(request);
    return holds({ text, payload }) ? broken(request, service) : service(request);
  };
}
