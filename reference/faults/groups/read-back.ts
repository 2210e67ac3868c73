import { objects } from '../kit/breaks.ts';
import { answerBody, type Break, type Fault, fault, faults, type Json } from '../kit/fault.ts';
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

const forPages = {
  story: 'What people wrote is made ready for a page where one thing alone is shown.',
  deep: true,
  with: shownAs((text) => text.replaceAll('&', '&amp;').replaceAll("'", '&#39;')),
} as const;

const byteByByte = {
  story: 'The column holds a byte for each letter: a description with others is cut off.',
  with: shownAs((text) => text.slice(0, text.length - (Buffer.byteLength(text) - text.length))),
} as const;

/** A description of the resource in an answer, as another one. */
function shownAs(change: (text: string) => string): Break {
  return answerBody((body) => {
    for (const part of Object.values(body))
      if (isJson(part) && typeof part['description'] === 'string')
        part['description'] = change(part['description']);
    return body;
  });
}

function isJson(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

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
  fault('create-class.read-back!cut-off', { ...byteByByte, on: ['createClass'], touches: ['getClass'] }),
  fault('create-cohort.read-back!cut-off', { ...byteByByte, on: ['createCohort'], touches: ['getCohort'] }),
  fault('create-class.read-back!for-pages', { ...forPages, on: ['createClass'], touches: ['getClass'] }),
  fault('create-cohort.read-back!for-pages', { ...forPages, on: ['createCohort'], touches: ['getCohort'] }),
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
