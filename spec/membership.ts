/** What can have members (chapters Classes and Cohorts). */
export const groups = ['class', 'cohort'] as const;

/** Who or what can be a member of a class or cohort. */
export const members = ['student', 'teacher', 'test'] as const;

/** What an assignment or a removal brings together or parts. */
export interface Membership {
  readonly group: (typeof groups)[number];
  readonly member: (typeof members)[number];
}

/** Reads `x-membership` of an operation: the group, then the member. */
export function readMembership(words: readonly unknown[]): Membership | undefined {
  const group = groups.find((one) => one === words[0]);
  const member = members.find((one) => one === words[1]);
  return group === undefined || member === undefined ? undefined : { group, member };
}
