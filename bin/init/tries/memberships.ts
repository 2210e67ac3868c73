import { setTimeout as sleep } from 'node:timers/promises';
import type { Answer } from '../../../harness/http/answer.ts';
import { arrayAt, isObject, type JsonObject } from '../../../spec/tree.ts';
import type { Findings } from './findings.ts';
import { bodyOf, searchBody } from './search.ts';

/** The operations on the groups of a user, those that take away last. */
const operations = [
  { id: 'addStudentClasses', who: 'student', what: 'class', isIn: true },
  { id: 'addStudentCohorts', who: 'student', what: 'cohort', isIn: true },
  { id: 'removeStudentClasses', who: 'student', what: 'class', isIn: false },
  { id: 'addTeacherClasses', who: 'teacher', what: 'class', isIn: true },
  { id: 'removeTeacherClasses', who: 'teacher', what: 'class', isIn: false },
] as const;

/** How long a change that was accepted may take until a read shows it, in steps of milliseconds. */
const pauses = [500, 1500, 3000];

type Ids<Name extends string> = Readonly<Record<Name, string | undefined>>;

/** Assigns users of this run to groups of this run and takes them out again, and learns what that needs. */
export async function tryMemberships(
  { trier, names, named, isOpen, found, missed }: Findings,
  users: Ids<'student' | 'teacher'>,
  groups: Ids<'class' | 'cohort'>,
): Promise<void> {
  let maybeLate = true;
  for (const { id, who, what, isIn } of operations.filter((one) => isOpen(one.id))) {
    const [userId, groupId] = [users[who], groups[what]];
    if (userId === undefined || groupId === undefined) {
      missed(id, `no ${userId === undefined ? who : what} could be made to try it on`);
      continue;
    }
    const meaning = what === 'class' ? 'classIds' : 'cohortIds';
    const value = (asked: string) => (asked === meaning ? [groupId] : undefined);
    const isShown = async () => {
      const answer = await trier.send('listUsers', { userId: [userId] });
      const [shown] = typeof answer === 'string' ? [] : arrayAt(answer.json, 'data');
      return arrayAt(shown, meaning).includes(groupId) === isIn;
    };
    // Where nothing came of the longest wait, nothing is waited for again.
    const shows = async () => {
      if (await isShown()) return true;
      for (const pause of maybeLate ? pauses : []) {
        await sleep(pause);
        if (await isShown()) return true;
      }
      maybeLate = false;
      return false;
    };
    const quest = { operation: id, params: { userId }, meanings: [meaning], wraps: [undefined, who, 'user'] };
    const result = await searchBody(trier, { ...quest, value, known: names, shows });
    if (typeof result === 'string') {
      missed(id, result);
      continue;
    }
    named(result.candidate.names);
    const unknown = trier.run.world.unknownId(`init ${id}`);
    await trier.send(id, { userId: unknown }, bodyOf(result.candidate, value));
    await trier.send(id, { userId }, {});
    const { wrap } = result.candidate;
    const required = Object.values(result.candidate.names);
    found(id, { ...(wrap === undefined ? {} : { wrap }), required, ...answerOf(result.answer) });
  }
}

function answerOf({ status, json }: Answer): JsonObject {
  return {
    returns: status,
    ...(status !== 204 && isObject(json) && 'user' in json ? { shows: 'user' } : {}),
  };
}
