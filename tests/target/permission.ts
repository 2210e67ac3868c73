import type { Answer } from '../../harness/http/answer.ts';
import { type GivenKey, nameOfRole } from '../../harness/http/key-role.ts';
import { statusWords } from '../../harness/judging/answer-claims.ts';
import type { Context } from '../../harness/judging/context.ts';
import { isDenied, limitsIn } from '../../harness/run/key-limits.ts';
import type { Settings } from '../../harness/run/settings.ts';
import type { Operation } from '../../spec/contract.ts';

/** Why no key gives anything to judge here: only the full one was given, or the profile denies none of them this. */
export function unlessDenied(op: Operation, { keys, readings }: Settings): string | undefined {
  const { restricted, others = {} } = keys;
  const roles = ['full', ...(restricted === undefined ? [] : ['restricted']), ...Object.keys(others)];
  if (deniedRoles(op, readings, roles).length > 0) return undefined;
  if (roles.length === 1) return 'no restricted key was given';
  const which = Object.keys(others).length === 0 ? 'the restricted' : 'any';
  return `the profile does not say that ${which} key may not use this operation`;
}

/** The keys of this run that the profile denies the operation of this row. At least one, unless a row is applicable to none. */
export function deniedKeys({ op, givenKeys, reading }: Context): GivenKey[] {
  const permissions = 'authentication.key-permissions';
  const denied = deniedRoles(op, { [permissions]: reading(permissions) }, givenKeys.map(nameOfRole));
  return givenKeys.filter((key) => denied.includes(nameOfRole(key)));
}

function deniedRoles(op: Operation, readings: Settings['readings'], roles: readonly string[]): string[] {
  const limits = limitsIn(readings);
  return roles.filter((role) => isDenied(limits.get(role) ?? {}, op.id));
}

/**
 * Claims that a key got one of the statuses, which are 403 and what may come before it. A body that the profile describes
 * wrongly may be refused before.
 */
export function mustForbid(
  { must, need }: Context,
  answer: Answer,
  key: GivenKey,
  accepted: readonly number[] = [403],
): void {
  need.described(answer);
  const whose = key === 'restricted' ? '' : ` for the ${nameOfRole(key)} key`;
  must.hold(accepted.includes(answer.status), {
    expected: `status ${accepted.join(' or ')}${whose}`,
    actual: statusWords(answer),
    in: answer,
  });
}
