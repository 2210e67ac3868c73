/** The letters that check a UPN, by the remainder that they stand for; those that are taken for digits are left out. */
const letters = 'ABCDEFGHJKLMNPQRTUVWXYZ';

/** No authority has this number, so that a UPN with it belongs to no pupil. */
const noAuthority = '999';

/**
 * A Unique Pupil Number of the national form: a check letter, the number of an authority, and nine more digits. It is
 * well formed, and nobody's.
 */
export function upnOf(number: number): string {
  const digits = `${noAuthority}${String(number % 1e9).padStart(9, '0')}`;
  const sum = [...digits].reduce((total, digit, at) => total + Number(digit) * (at + 2), 0);
  return `${letters[sum % letters.length]}${digits}`;
}
