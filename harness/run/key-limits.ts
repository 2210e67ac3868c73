import { isObject } from '../../spec/tree.ts';

/** The operationIds that a key may use, or may not use. */
export interface KeyLimits {
  readonly mayUse?: readonly string[];
  readonly mayNotUse?: readonly string[];
}

/** The gap that says what each key may do. */
const gap = 'authentication.key-permissions';

/**
 * What the keys of a profile may do, as the reading of the gap that leaves it open: of the restricted key in words of
 * its own, of the others by role. No reading where the profile says it of no key.
 */
export function permissionsIn(
  readings: Readonly<Record<string, unknown>>,
  keys: Readonly<Record<string, KeyLimits>> = {},
): Record<string, unknown> {
  const { restricted, ...others } = keys;
  const roles = Object.fromEntries(
    Object.entries(others).flatMap(([role, key]) => (isLimited(key) ? [[role, limitsOf(key)]] : [])),
  );
  const { mayUse, mayNotUse } = restricted ?? {};
  const own = isLimited(restricted)
    ? {
        ...(mayUse && { 'restricted-may-use': mayUse }),
        ...(mayNotUse && { 'restricted-may-not-use': mayNotUse }),
      }
    : readings[gap];
  const reading = { ...(isObject(own) ? own : {}), ...(Object.keys(roles).length > 0 ? { roles } : {}) };
  return Object.keys(reading).length > 0 ? { [gap]: reading } : {};
}

/** What the readings say of each key, by role. */
export function limitsIn(readings: Readonly<Record<string, unknown>>): ReadonlyMap<string, KeyLimits> {
  const reading = readings[gap];
  if (!isObject(reading)) return new Map();
  const { 'restricted-may-use': mayUse, 'restricted-may-not-use': mayNotUse, roles } = reading;
  const restricted = limitsOf({ mayUse, mayNotUse });
  const others = isObject(roles) ? Object.entries(roles) : [];
  return new Map([
    ['restricted', restricted] as const,
    ...others.map(([role, limits]) => [role, limitsOf(isObject(limits) ? limits : {})] as const),
  ]);
}

/** Whether the readings deny a key an operation. A key of which they say nothing is denied nothing. */
export function isDenied({ mayUse, mayNotUse }: KeyLimits, operation: string): boolean {
  return mayNotUse?.includes(operation) === true || mayUse?.includes(operation) === false;
}

/**
 * For each operation that the full key may not use, the role of the first key that may; empty where there is none, or
 * where the full key may use everything.
 */
export function insteadOfFull(
  readings: Readonly<Record<string, unknown>>,
  roles: readonly string[],
  operations: readonly string[],
): Record<string, string> {
  const limits = limitsIn(readings);
  const full = limits.get('full');
  if (full === undefined) return {};
  const others = roles.filter((role) => isLimited(limits.get(role)));
  return Object.fromEntries(
    operations.flatMap((operation) => {
      const able = others.find((role) => !isDenied(limits.get(role) ?? {}, operation));
      return isDenied(full, operation) && able !== undefined ? [[operation, able]] : [];
    }),
  );
}

function isLimited({ mayUse, mayNotUse }: KeyLimits = {}): boolean {
  return (mayUse ?? mayNotUse) !== undefined;
}

function limitsOf({
  mayUse,
  mayNotUse,
}: {
  readonly mayUse?: unknown;
  readonly mayNotUse?: unknown;
}): KeyLimits {
  return {
    ...(Array.isArray(mayUse) ? { mayUse: mayUse.map(String) } : {}),
    ...(Array.isArray(mayNotUse) ? { mayNotUse: mayNotUse.map(String) } : {}),
  };
}
