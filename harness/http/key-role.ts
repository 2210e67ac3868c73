/** The keys of a run, by role. They are held in memory only. */
export interface Keys {
  readonly full: string | undefined;
  readonly restricted: string | undefined;
  /** The further keys of a profile, by the name of their role. */
  readonly others?: Readonly<Record<string, string>>;
  /** The role of the key for an operation that the full one may not use and another may, by operationId. */
  readonly instead?: Readonly<Record<string, string>>;
}

/** A further key of a profile, by the name of its role there. */
export type NamedRole = `role:${string}`;

/** A text that is nearly the full key. */
export type NearKey =
  | 'shortened'
  | 'lengthened'
  | 'prefixed'
  | 'recased'
  | 'otherEnd'
  | 'otherStart'
  | 'listed';

/** A key that somebody gave to this run. */
export type GivenKey = 'full' | 'restricted' | NamedRole;

/**
 * The key that a request carries (chapter Authentication). `none` sends no header, `empty` an empty header, and `wrong`
 * a text that is no key. Seven are nearly the full key: `shortened` lacks its last character, `lengthened` has four more,
 * `prefixed` has one before it, `recased` has each letter in the other case, `otherEnd` and `otherStart` have other
 * letters and digits in place of the last four and the first four characters, and `listed` is a list of two that ends with
 * it.
 */
export type KeyRole = GivenKey | 'none' | 'empty' | 'wrong' | NearKey;

const prefix = 'role:';

/** Whether a request carries a key that was given to this run, and not a text made for a test. */
export function isGiven(role: KeyRole): role is GivenKey {
  return role === 'full' || role === 'restricted' || role.startsWith(prefix);
}

/** The role of a key by its name in a profile. */
export function roleNamed(name: string): GivenKey {
  return name === 'full' || name === 'restricted' ? name : `${prefix}${name}`;
}

/** The name of a role in a profile. */
export function nameOfRole(role: KeyRole): string {
  return role.startsWith(prefix) ? role.slice(prefix.length) : role;
}

/** The text of a key that was given; `undefined` where it was not. */
export function givenKey(role: GivenKey, keys: Keys): string | undefined {
  if (role === 'full' || role === 'restricted') return keys[role];
  return keys.others?.[nameOfRole(role)];
}

/** The keys that were given, with their roles; the full one first. */
export function givenKeys({ full, restricted, others = {} }: Keys): [GivenKey, string][] {
  return Object.entries({ full, restricted, ...others }).flatMap(([name, text = '']): [GivenKey, string][] =>
    text === '' ? [] : [[roleNamed(name), text]],
  );
}

/** The variable of the shell that stands for a key in all that is printed. */
export function variableOf(role: GivenKey): string {
  if (role === 'full') return 'ROLLCALL_API_KEY';
  return `ROLLCALL_${nameOfRole(role).toUpperCase().replaceAll('-', '_')}_KEY`;
}
