/** The two keys. */

export const keys: { full: string; restricted: string } = {
  full: 'fifteenth-full-7Qm2xV9rTz',
  restricted: 'fifteenth-some-3Hk8bN1cWd',
};
