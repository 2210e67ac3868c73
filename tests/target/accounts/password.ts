import { literalsOf, propertyFor } from '../../../generators/body.ts';
import type { Context } from '../../../harness/judging/context.ts';
import { text } from '../body.ts';

/**
 * A password that this row, or work that rows share, sends for the first time: a service may refuse one that the user
 * has had. It is the example that the profile shows with something added where that fits, else one that meets the
 * usual rules.
 */
export function newPassword(context: Context): string {
  const { contract, operation, world, unknownId } = context;
  const op = 'updateUserPassword';
  const body = contract.later.has(op) ? undefined : operation(op).body;
  const shape = propertyFor(body ?? {}, 'password') ?? {};
  const example = text(literalsOf(shape)[0]);
  const varied = `${example ?? 'Rollcall-Aa1'}-${unknownId('password').slice(0, 8)}`;
  return world.synthetic(example !== undefined && !fits(varied, shape) ? example : varied);
}

function fits(value: string, shape: Readonly<Record<string, unknown>>): boolean {
  const { maxLength, pattern } = shape;
  if ('const' in shape || 'enum' in shape) return false;
  if (typeof maxLength === 'number' && value.length > maxLength) return false;
  return typeof pattern !== 'string' || new RegExp(pattern, 'u').test(value);
}
