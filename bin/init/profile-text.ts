import { stringify } from 'yaml';
import type { Contract, Gap } from '../../spec/contract.ts';
import { comment } from './overlay-text.ts';
import type { Reading } from './readings.ts';

/** The facts in a profile besides its readings. */
export interface ProfileFacts {
  readonly target: string;
  /** The name of the overlay's file, beside the profile. */
  readonly overlay: string;
  /** The reads that were refused to the restricted key; `undefined` without a restricted key that works. */
  readonly mayNotUse: readonly string[] | undefined;
}

/** The text of a profile: what was found is in force, and everything else is a comment with its question. */
export function profileText(facts: ProfileFacts, readings: readonly Reading[], contract: Contract): string {
  const readable = [...contract.gaps.values()].filter(({ id, fill }) => fill === `profile: readings.${id}`);
  const inForce = readings.filter(({ gap }) => readable.some(({ id }) => id === gap));
  const unused = readings.filter((one) => !inForce.includes(one));
  const unanswered = readable.filter(({ id }) => !inForce.some(({ gap }) => gap === id));
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
    inForce.length === 0 ? 'readings: {}' : 'readings:',
    ...inForce.map(({ gap, value, note }) => `${comment(note, 2)}\n${indent(yaml({ [gap]: value }))}`),
    ...unanswered.map(questionText),
    '',
    ...(unused.length === 0
      ? []
      : [comment('Seen as well; every choice is accepted, so no check depends on it.')]),
    ...unused.map(unusedText),
    '',
  ].join('\n');
}

function keysText({ mayNotUse }: ProfileFacts): string {
  const denied = mayNotUse === undefined || mayNotUse.length === 0 ? {} : { mayNotUse };
  const text = 'Where the keys are, never the keys themselves.';
  if (mayNotUse === undefined) {
    return [
      comment(`${text} A second key with fewer permissions makes 403 testable.`),
      yaml({ keys: { full: { env: 'ROLLCALL_API_KEY' } } }),
      '#   restricted:\n#     env: ROLLCALL_RESTRICTED_KEY\n#     mayNotUse: [listUsers]',
    ].join('\n');
  }
  return [
    comment(
      `${text} mayNotUse: reads that were refused with 403; add the writes that this key may not send.`,
    ),
    yaml({
      keys: { full: { env: 'ROLLCALL_API_KEY' }, restricted: { env: 'ROLLCALL_RESTRICTED_KEY', ...denied } },
    }),
  ].join('\n');
}

function questionText({ id, question, reading }: Gap): string {
  return `${comment(`${question} Meanwhile: ${reading}`, 2)}\n  # ${id}:`;
}

function unusedText({ gap, value }: Reading): string {
  return yaml({ [gap]: value }).replaceAll(/^/gm, '#   ');
}

function yaml(value: unknown): string {
  return stringify(value, { lineWidth: 0 }).trimEnd();
}

function indent(text: string): string {
  return text.replaceAll(/^/gm, '  ');
}
