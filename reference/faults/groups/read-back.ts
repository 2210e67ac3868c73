import { objects } from '../kit/breaks.ts';
import { answerBody, type Fault, fault, faults } from '../kit/fault.ts';
import { otherName } from './answers.ts';
import { otherPayload } from './payload.ts';

const nightlyCopy = {
  story: 'The list is a copy that is renewed at night.',
  with: answerBody((body) => ({
    ...body,
    data: objects(body['data']).filter((item) => !String(item['name']).startsWith('Rollcall')),
  })),
};

const latin1 = {
  story: 'The connection to the database speaks Latin-1.',
  deep: true,
  with: otherName((name) => Buffer.from(name).toString('latin1')),
} as const;

/** Faults of what was created and is read again. */
export const readBack: readonly Fault[] = [
  fault('create-class.read-back!not-listed', {
    ...nightlyCopy,
    on: ['createClass'],
    touches: ['listClasses'],
  }),
  fault('create-cohort.read-back!not-listed', {
    ...nightlyCopy,
    on: ['createCohort'],
    touches: ['listCohorts'],
  }),
  fault('create-class.read-back!beyond-ascii', { ...latin1, on: ['createClass'], touches: ['getClass'] }),
  fault('create-cohort.read-back!beyond-ascii', { ...latin1, on: ['createCohort'], touches: ['getCohort'] }),
  ...faults(
    { 'create-class.read-back!percent': 'createClass', 'create-cohort.read-back!percent': 'createCohort' },
    {
      story: 'Names are decoded like parts of an address when they are stored.',
      deep: true,
      with: otherPayload((payload) => ({
        ...payload,
        name: String(payload['name']).replaceAll('+', ' ').replaceAll('%', ''),
      })),
    },
  ),
];
