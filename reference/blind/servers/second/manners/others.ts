import type { Db } from '../db.ts';
import { uuid } from '../db.ts';

/** What other people do meanwhile: every ninth request a new learner, every eleventh another description of the last seeded class. */
export function othersWrite(db: Db, n: number): void {
  if (n % 9 === 0) {
    const at = db.now();
    db.addUser({
      id: uuid('visitor', n),
      seq: db.next(),
      kind: 'student',
      username: `visitor.${n}`,
      upn: null,
      roles: ['LEARNER'],
      roleKeys: ['LEARNER'],
      externalId: null,
      firstName: 'Visiting',
      lastName: `Learner${n}`,
      fullName: `Learner${n}, Visiting`,
      emails: [],
      gender: null,
      dob: null,
      createdAt: at,
      updatedAt: at,
      open: true,
      password: 'visitor-password',
    });
  }
  const c = db.classes[13];
  if (n % 11 === 0 && c) c.description = `Edited by the office (${n})`;
}
