import { stringify } from 'yaml';
import type { Contract, Gap } from '../../spec/contract.ts';
import { comment } from './overlay-text.ts';
import type { Reading } from './readings.ts';

/** What a profile says besides its readings. */
export interface ProfileFacts {
  readonly target: string;
  /** Name of the overlay's file, beside the profile. */
  readonly overlay: string;
  /** Reads that the restricted key was refused; `undefined` where no such key was given, or it did not work. */
  readonly mayNotUse: readonly string[] | undefined;
}

/** A profile as YAML: what was found out in force, everything else as a commented slot with its question. */
export function profileText(facts: ProfileFacts, readings: readonly Reading[], contract: Contract): string {
  const read = [...contract.gaps.values()].filter(({ id, fill }) => fill === `profile: readings.${id}`);
  const told = readings.filter(({ gap }) => read.some(({ id }) => id === gap));
  const seen = readings.filter((one) => !told.includes(one));
  const slots = read.filter(({ id }) => !told.some(({ gap }) => gap === id));
  return [
    comment(
      'What Rollcall is told about one target: written by `rollcall init` from what the target showed. Read it before you rely on it. `rollcall doctor --profile` with this file says what it makes testable; profiles/example.yaml shows every setting.',
    ),
    yaml({ target: facts.target }),
    comment('The shapes that the interface does not show.'),
    yaml({ overlay: facts.overlay }),
    '',
    keysText(facts),
    '',
    comment('Whether runs may create and change, and within which bounds. Left out, a run only reads.'),
    '# write: true\n# budget: { requests: 4000, writes: 600, creations: 40, shrinking: 1000 }',
    comment('The most that the target is asked at a time.'),
    '# pace: { perSecond: 10, concurrency: 2 }',
    comment('Things that a run with --write may change and puts back: ids.'),
    '# lent: { students: [], teachers: [], classes: [], cohorts: [] }',
    '',
    comment('What the target does where the interface can be read in more than one way.'),
    told.length === 0 ? 'readings: {}' : 'readings:',
    ...told.map(({ gap, value, note }) => `${comment(note, 2)}\n${indent(yaml({ [gap]: value }))}`),
    ...slots.map(slotText),
    '',
    ...(seen.length === 0
      ? []
      : [comment('Seen as well; every choice is accepted, so no check depends on it.')]),
    ...seen.map(seenText),
    '',
  ].join('\n');
}

function keysText({ mayNotUse }: ProfileFacts): string {
  const denied = mayNotUse === undefined || mayNotUse.length === 0 ? {} : { mayNotUse };
  const told = 'Where the keys are, never the keys themselves.';
  if (mayNotUse === undefined) {
    return [
      comment(`${told} A second key with fewer permissions makes 403 testable.`),
      yaml({ keys: { full: { env: 'ROLLCALL_API_KEY' } } }),
      '#   restricted:\n#     env: ROLLCALL_RESTRICTED_KEY\n#     mayNotUse: [listUsers]',
    ].join('\n');
  }
  return [
    comment(
      `${told} mayNotUse: reads that were refused with 403; add the writes that this key may not send.`,
    ),
    yaml({
      keys: { full: { env: 'ROLLCALL_API_KEY' }, restricted: { env: 'ROLLCALL_RESTRICTED_KEY', ...denied } },
    }),
  ].join('\n');
}

function slotText({ id, question, reading }: Gap): string {
  return `${comment(`${question} Meanwhile: ${reading}`, 2)}\n  # ${id}:`;
}

function seenText({ gap, value }: Reading): string {
  return yaml({ [gap]: value }).replaceAll(/^/gm, '#   ');
}

function yaml(value: unknown): string {
  return stringify(value, { lineWidth: 0 }).trimEnd();
}

function indent(text: string): string {
  return text.replaceAll(/^/gm, '  ');
}
