import { literalsOf, propertyFor } from '../../../generators/body.ts';
import type { Context } from '../../../harness/judging/context.ts';
import { text } from '../body.ts';

/** A password that meets the usual rules, for a profile that shows none. */
const usual = 'Rollcall-Passphrase-27';

/**
 * A password that this row, or work that rows share, sends for the first time: a service may refuse one that the user
 * has had. It has the form of the example that the profile shows, because the rules behind an example are not shown.
 */
export function newPassword(context: Context): string {
  const { contract, operation, world, unknownId } = context;
  const op = 'updateUserPassword';
  const body = contract.later.has(op) ? undefined : operation(op).body;
  const shape = propertyFor(body ?? {}, 'password') ?? {};
  const example = text(literalsOf(shape)[0]) ?? usual;
  const varied = inFormOf(example, unknownId('password').replaceAll('-', ''));
  return world.synthetic(fits(varied, shape) ? varied : example);
}

/**
 * Another text of this length: a capital for each capital, a small letter for each small letter, a digit for each
 * digit. No character stands twice in a row, which some rules forbid.
 */
function inFormOf(example: string, hex: string): string {
  let before = '';
  let at = 0;
  return example.replaceAll(/[a-z]|[A-Z]|\d/g, (character) => {
    const alphabet = alphabets.find((one) => one.includes(character)) ?? '';
    const others = [...alphabet].filter((one) => one !== before);
    before = others[Number.parseInt(hex.slice(at % 31, (at % 31) + 2), 16) % others.length] ?? character;
    at += 1;
    return before;
  });
}

const alphabets = ['abcdefghijklmnopqrstuvwxyz', 'ABCDEFGHIJKLMNOPQRSTUVWXYZ', '0123456789'] as const;

function fits(value: string, shape: Readonly<Record<string, unknown>>): boolean {
  if ('const' in shape || 'enum' in shape) return false;
  const { pattern } = shape;
  return typeof pattern !== 'string' || new RegExp(pattern, 'u').test(value);
}
