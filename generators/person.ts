import fc from 'fast-check';

/** A name of a person, in the two parts that a User has (chapter Resources). */
export interface PersonName {
  readonly firstName: string;
  readonly lastName: string;
}

/** A kind of value, the simplest kind first, and some values of it, the simplest first. */
type Kinds<Kind extends string> = Readonly<Record<Kind, readonly string[]>>;

const nameKinds = {
  simple: ['Ada', 'Ben', 'Cora', 'Dan'],
  accented: ['Zoë', 'Łukasz', 'Ångström', 'Ünal'],
  'of another script': ['Ωμέγα', '花子', 'نور', 'Юлия'],
  punctuated: ["O'Neill-Smith", "De l'Aubier", "St. D'Arcy", "Anne-Marie O'Dea"],
  long: ['María de los Ángeles Guadalupe del Carmen', 'Wolfeschlegelsteinhausen-Bergerdorff Hubert'],
  rare: ['𠮷野', '𠮷田', '𠮷川', '𠮷村'],
  'with a comma': ['King, Jr.', 'Bell, Ph.D.', 'Vries, de'],
  null: ['Null', 'NULL', 'null'],
  'taken for none': ['None', 'Undefined', 'Nil', 'NaN', 'False', 'NA'],
} as const satisfies Kinds<string>;

const emailKinds = {
  simple: ['ada', 'ben', 'cora'],
  dotted: ['ada.b', 'a.b.c', 'cora-d_e'],
  tagged: ['ada+x', 'ben+school', 'cora+1'],
  'in upper case': ['ADA', 'Ben', 'CoRa'],
} as const satisfies Kinds<string>;

const externalIdKinds = {
  simple: ['mis', 'sis', 'hr'],
  'with leading zeros': ['007', '000', '0042'],
  'in mixed case': ['aBc', 'MiS', 'xY'],
  punctuated: ["a/b'c", "a/ b'c", "a/+b'c", "a/&b'c"],
  'with a comma': ['a,b', 'dept 4, desk 1'],
  'of digits': ['00', '000'],
  accented: ['é', 'ß', 'Ł'],
} as const satisfies Kinds<string>;

const birthdayKinds = {
  simple: ['2001-02-03', '2003-05-17', '2004-11-12'],
  "at a month's end": ['2002-01-31', '2003-04-30', '2005-08-31'],
  // The weeks of these days belong to another year (ISO 8601).
  "at a year's border": ['2003-12-31', '2010-01-02', '2007-12-31'],
  'a leap day': ['2004-02-29', '2000-02-29', '1996-02-29'],
  'in summer': ['2003-07-15', '2004-06-30', '2002-08-01'],
  'when clocks change': ['2003-03-30', '2004-10-31', '2002-03-31'],
  'before 1970': ['1964-05-17', '1969-12-31', '1948-02-29'],
} as const satisfies Kinds<string>;

/** Ways in which names of people differ that storage and validation trip over. */
export type NameKind = keyof typeof nameKinds;
export type EmailKind = keyof typeof emailKinds;
export type ExternalIdKind = keyof typeof externalIdKinds;
export type BirthdayKind = keyof typeof birthdayKinds;

export const nameKindList = Object.keys(nameKinds) as NameKind[];
export const emailKindList = Object.keys(emailKinds) as EmailKind[];
export const externalIdKindList = Object.keys(externalIdKinds) as ExternalIdKind[];
export const birthdayKindList = Object.keys(birthdayKinds) as BirthdayKind[];

/** The day that programs which count from it take for none. */
export const dayZero = '1970-01-01';

/** Days of each of these kinds, and that one. */
export const birthdaysOfEachKind: readonly string[] = [...Object.values(birthdayKinds).flat(), dayZero];

/**
 * Names of people of a kind. The last name carries a mark, so that nobody takes them for a person's; the first one
 * does where the last name has to stand by itself, for programs take it for a value that is missing.
 */
export function personNames(kind: NameKind, mark: string): fc.Arbitrary<PersonName> {
  if (kind === 'null' || kind === 'taken for none')
    return fc.constantFrom(...nameKinds[kind]).map((lastName) => ({ firstName: `Ada ${mark}`, lastName }));
  const part = fc.constantFrom(...nameKinds[kind]);
  return fc.record({ firstName: part, lastName: part.map((name) => `${name} ${mark}`) });
}

/**
 * E-mail addresses of a kind, below a domain that is nobody's (RFC 2606), with a mark that makes them the run's own.
 */
export function emails(kind: EmailKind, mark: string): fc.Arbitrary<string> {
  return fc.constantFrom(...emailKinds[kind]).map((local) => `${local}.${mark}@example.org`);
}

/** External identifiers of a kind, with a mark that makes them the run's own. */
export function externalIds(kind: ExternalIdKind, mark: string): fc.Arbitrary<string> {
  if (kind === 'of digits')
    return fc.constantFrom(...externalIdKinds[kind]).map((zeros) => zeros + Number.parseInt(mark, 16));
  return fc.constantFrom(...externalIdKinds[kind]).map((id) => `${id}-${mark}`);
}

/** Dates of birth of a kind, `YYYY-MM-DD`: days of the calendar on which a learner, who may be grown up, may have been born. */
export function birthdays(kind: BirthdayKind): fc.Arbitrary<string> {
  return fc.constantFrom(...birthdayKinds[kind]);
}
