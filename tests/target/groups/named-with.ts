import { carries, type Meanings } from '../../../generators/body.ts';
import type { Answer } from '../../../harness/http/answer.ts';
import type { Context } from '../../../harness/judging/context.ts';
import { resourceOf, text } from '../body.ts';
import { create, markedName } from '../reuse/creation.ts';
import { findExisting } from '../reuse/existing.ts';
import { adopt } from '../reuse/fixture.ts';
import type { Group } from './group.ts';
import { otherYearIds } from './years.ts';

/**
 * Words in the names of what is created, the most telling first: few, for each leaves something behind. In composed
 * form and with single spaces, which leaves a server nothing to normalise.
 */
export const oddWords = ['Zoë 花子 Łódź', "O'Neill & Co 100% A/B #1+2?", 'MiXeD cAsE'] as const;

/** The one of them whose description is an empty text, where that is not refused. */
const emptyWord: string = oddWords[2];

/** The one of them whose description is long, where that is not refused. */
const describedWord: string = oddWords[0];

/** Two lines, and what nobody types into a name. */
const longDescription =
  'Rollcall: who reads aloud in "the first lesson", and from which of the books; ' +
  "it's on Mondays.\nWhat else the group takes home is written here too, by Zoë 花子 Łódź.";

/** The one of them that is created in the last of the other academic years, where that is not refused. */
const datedWord: string = oddWords[1];

/** How many names are tried for one of these words. */
const tries = 6;

/** Something that was created under a name. */
export interface NamedGroup {
  readonly id: string;
  readonly name: string;
  /** The academic year that its creation named; left out where it named none, or was in an earlier run. */
  readonly year?: string;
  /** The description that its creation gave. */
  readonly description?: string;
}

/** What is created in the last of the academic years other than the current one. */
export function inTheLastYear(context: Context, group: Group): Promise<NamedGroup | undefined> {
  return namedWith(context, group, datedWord);
}

/** Something with the word whose description is an empty text; `undefined` when the target refuses the word. */
export function namedWithout(context: Context, group: Group): Promise<NamedGroup | undefined> {
  const body = context.operation(group.create).body ?? {};
  context.need(carries(body, 'description'), 'a body that carries a description');
  return namedWith(context, group, emptyWord);
}

/**
 * Something with that word in its name, created now or by an earlier run; `undefined` when the target refuses it. A
 * name that is taken by something that the list does not show under it gives way to another: the target may keep names
 * otherwise than they were sent.
 */
export function namedWith(context: Context, group: Group, word: string): Promise<NamedGroup | undefined> {
  const { kind, id: idName } = group;
  return context.world.once(`read back ${kind} ${word}`, async () => {
    for (let attempt = 1; attempt <= tries; attempt += 1) {
      const name = markedName(context, attempt === 1 ? `${kind} ${word}` : `${kind} ${word} ${attempt}`);
      const left = await findExisting(context, kind, { name });
      const leftId = text(left && adopt(context, kind, left)[idName]);
      if (leftId) return { id: leftId, name };
      const { answer, said } = await createWith(context, group, { name, word });
      const id = answer.status < 300 ? text(resourceOf(context, answer, kind)[idName]) : undefined;
      if (id) return { id, name, ...pick(said) };
      if (answer.status !== 409) return undefined;
    }
    return undefined;
  });
}

function pick({ academicYearId, description }: Meanings): Pick<NamedGroup, 'year' | 'description'> {
  return {
    ...(typeof academicYearId === 'string' ? { year: academicYearId } : {}),
    ...(typeof description === 'string' && description !== '' ? { description } : {}),
  };
}

/** What else a creation says, the most first: a year that is over may be refused, and so may a description. */
async function saidWith(context: Context, group: Group, name: string, word: string): Promise<Meanings[]> {
  const year = word === datedWord ? (await otherYearIds(context)).at(-1) : undefined;
  const dated = year === undefined ? {} : { academicYearId: year };
  const isDescribed = carries(context.operation(group.create).body ?? {}, 'description');
  const described = isDescribed ? [{ ...dated, description: descriptionOf(context, name, word) }] : [];
  return [...described, ...(year === undefined ? [] : [dated]), {}];
}

function descriptionOf({ world }: Context, name: string, word: string): string {
  if (word === describedWord) return world.synthetic(longDescription);
  return word === emptyWord ? '' : name;
}

async function createWith(
  context: Context,
  group: Group,
  { name, word }: { readonly name: string; readonly word: string },
): Promise<{ readonly answer: Answer; readonly said: Meanings }> {
  const [first = {}, ...others] = await saidWith(context, group, name, word);
  let said = first;
  let answer = await create(context, group.kind, { name, ...said });
  if (word === emptyWord)
    context.observe('a description that is an empty text', isRefused(answer) ? 'refused' : 'taken');
  for (const less of others) {
    if (!isRefused(answer)) break;
    said = less;
    answer = await create(context, group.kind, { name, ...said });
  }
  return { answer, said };
}

function isRefused({ status }: Answer): boolean {
  return status >= 400 && status !== 409;
}
