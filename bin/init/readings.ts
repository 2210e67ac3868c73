import type { Observation } from './observe.ts';

/** The target's choice for one gap, for the `readings` of a profile. `note` explains it to the reader. */
export interface Reading {
  readonly gap: string;
  readonly value: unknown;
  readonly note: string;
}

/** The readings that the answers of a target show, of gaps that no shape fills. */
export function revealedReadings(observation: Observation): Reading[] {
  const { maximum, malformed } = observation;
  const [year, group, cohort] = ['getAcademicYear', 'getClass', 'getCohort'].map((id) => malformed.get(id));
  const readings: (Reading | undefined)[] = [
    reading('limits.maximum-limit', maximum.value, 'The largest limit that is accepted.'),
    reading(
      'pagination.limit-above-maximum',
      maximum.above === 'refuse' ? 'refused' : maximum.above === 'lower' ? 'lowered' : undefined,
      'What becomes of a limit above that.',
    ),
    reading(
      'paths.malformed-id',
      group === cohort ? group : undefined,
      'A class or cohort id that is no UUID.',
    ),
    reading('academic-years.malformed-id', year, 'An academic year id that is no UUID.'),
    reading(
      'pagination.offset-zero-with-cursor',
      observation.zeroOffset ? 'no offset' : undefined,
      'An offset of 0 beside a cursor counts as none.',
    ),
    errorFormats(observation),
  ];
  return readings.filter((one) => one !== undefined);
}

function reading(gap: string, value: unknown, note: string): Reading | undefined {
  return value === undefined ? undefined : { gap, value, note };
}

/** The reading that lists the operations by the observed format of their errors. */
function errorFormats({ errors }: Observation): Reading | undefined {
  const of = (format: 'basic' | 'problem') =>
    [...errors].filter(([, formats]) => formats.has(format)).map(([id]) => id);
  const [basic, problem] = [of('basic'), of('problem')];
  if (basic.length + problem.length === 0) return undefined;
  return {
    gap: 'errors.which-format',
    value: { ...(basic.length > 0 ? { basic } : {}), ...(problem.length > 0 ? { problem } : {}) },
    note: 'Which operations were seen to answer errors in which format.',
  };
}
