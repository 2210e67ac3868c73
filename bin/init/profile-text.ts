import { stringify } from 'yaml';
import type { Contract, Gap } from '../../spec/contract.ts';
import { comment } from './overlay-text.ts';
import type { Reading } from './readings.ts';
import type { Example } from './words/slots.ts';
import { type WordsText, wordsLines } from './words/text.ts';

/** The facts in a profile besides its readings. */
export interface ProfileFacts {
  readonly target: string;
  /** The name of the overlay's file, beside the profile; `undefined` where there is none. */
  readonly overlay: string | undefined;
  /** The reads that were refused to the restricted key; `undefined` without a restricted key that works. */
  readonly mayNotUse: readonly string[] | undefined;
}

/** The short words of a profile, and what they leave open. */
export interface ShapesPart extends Omit<WordsText, 'example'> {
  readonly example: Example;
  /** The open gaps that no single place fills. */
  readonly left: readonly Gap[];
}

/** The text of a profile: what was found is in force, and everything else is a comment with its question. */
export function profileText(
  facts: ProfileFacts,
  readings: readonly Reading[],
  contract: Contract,
  shapes: ShapesPart,
): string {
  const readable = [...contract.gaps.values()].filter(({ id, fill }) => fill === `profile: readings.${id}`);
  const inForce = readings.filter(({ gap }) => readable.some(({ id }) => id === gap));
  const unused = readings.filter((one) => !inForce.includes(one));
  const unanswered = readable.filter(
    ({ id }) => contract.isOpen(id) && !shapes.slots.some((slot) => slot.gaps.some((gap) => gap.id === id)),
  );
  return [
    comment(
      'What Rollcall is told about one target: written by `rollcall init` from what the target showed. Read it before you rely on it. `rollcall doctor --profile` with this file says what it makes testable; profiles/example.yaml shows every setting.',
    ),
    yaml({ target: facts.target }),
    ...(facts.overlay === undefined
      ? []
      : [comment('What the short words below cannot say.'), yaml({ overlay: facts.overlay })]),
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
    'readings:',
    ...inForce.map(({ gap, value, note }) => `${comment(note, 2)}\n${indent(yaml({ [gap]: value }))}`),
    ...unanswered.map(questionText),
    '',
    ...(unused.length === 0
      ? []
      : [comment('Seen as well; every choice is accepted, so no check depends on it.')]),
    ...unused.map(unusedText),
    ...(unused.length === 0 ? [] : ['']),
    comment(
      'The shapes that the interface does not show, in short words. A line without `#` is what the target will be held to. A comment is an open question, with the answer of the reference service as an example: put your own there, and remove the `# `.',
    ),
    'shapes:',
    ...wordsLines({ ...shapes, example: shapes.example.words }),
    ...shapes.left.map(({ question, id }) => comment(`${question} (${id})`, 2)),
    '',
  ].join('\n');
}

/** The slot for keys besides the two usual ones. */
const furtherKeys =
  '# More keys have names of their own; say of each what it may use, or what it may not use.\n#   reports: { env: ROLLCALL_REPORTS_KEY, mayUse: [listSessions, listTests] }';

function keysText({ mayNotUse }: ProfileFacts): string {
  const denied = mayNotUse === undefined || mayNotUse.length === 0 ? {} : { mayNotUse };
  const text = 'Where the keys are, never the keys themselves.';
  if (mayNotUse === undefined) {
    return [
      comment(`${text} A second key with fewer permissions makes 403 testable.`),
      yaml({ keys: { full: { env: 'ROLLCALL_API_KEY' } } }),
      '#   restricted:\n#     env: ROLLCALL_RESTRICTED_KEY\n#     mayNotUse: [listUsers]',
      furtherKeys,
    ].join('\n');
  }
  return [
    comment(
      `${text} mayNotUse: reads that were refused with 403; add the writes that this key may not send.`,
    ),
    yaml({
      keys: { full: { env: 'ROLLCALL_API_KEY' }, restricted: { env: 'ROLLCALL_RESTRICTED_KEY', ...denied } },
    }),
    furtherKeys,
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
