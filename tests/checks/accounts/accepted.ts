import type { Answer } from '../../../harness/answer.ts';
import type { Scene } from '../../../harness/scene.ts';
import { ownId } from '../own.ts';
import { type Account, accountOf } from './account.ts';
import { ordinary, request } from './request.ts';
import { subjectOf } from './subject.ts';

/** Who is put into a class or cohort by which route that the interface shows. */
const routes = {
  student: { class: 'addClassStudents', cohort: 'addCohortStudents' },
  teacher: { class: 'addClassTeachers' },
} as const;

/**
 * The answer to a plain and valid change of the account that this chapter changes; sent once for each operation
 * and shared by all checks.
 */
export function accepted(scene: Scene, account: Account): Promise<Answer> {
  return scene.world.once(`accepted ${account.op}`, async () => {
    const id = await subjectOf(scene, account.kind);
    if (account.op.startsWith('remove')) await enrol(scene, account, id);
    if (account.op === 'enableUser') await turn(scene, 'disableUser', id);
    const answer = await request(scene, account, id, await ordinary(scene, account));
    if (account.op === 'disableUser') await turn(scene, 'enableUser', id);
    return answer;
  });
}

/** Enables or disables an account as far as the profile says how, and judges nothing. */
export async function turn(scene: Scene, op: 'enableUser' | 'disableUser', id: string): Promise<void> {
  const account = accountOf(op);
  if (!scene.contract.isOpen(account.gap)) await request(scene, account, id, {});
}

/** Puts an account into the class that is then taken away, by the route that the interface shows. */
async function enrol(scene: Scene, { kind }: Account, userId: string): Promise<void> {
  const classId = await ownId(scene, 'class', 'roster 1');
  const answer = await scene.send(routes[kind].class, { classId, userIds: [userId] });
  scene.need(answer.status < 300, `an account to be put into a class, got ${answer.status}`);
}
