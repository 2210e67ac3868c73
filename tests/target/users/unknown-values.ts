/* Values that nobody has, well-formed in every reading; each depends on a UUID that the run invented. */

const upnLetters = 'ABCDEFGHJKLMNPQRTUVWXYZ';

/** A pupil number of the national form: a check letter, and twelve digits of an authority that there is not. */
export function upn(uuid: string): string {
  const digits = `999${String(Number.parseInt(uuid.slice(0, 8), 16) % 1_000_000_000).padStart(9, '0')}`;
  const sum = [...digits].reduce((total, digit, index) => total + Number(digit) * (index + 2), 0);
  return `${upnLetters.charAt(sum % upnLetters.length)}${digits}`;
}

/** A text of letters, digits and a hyphen. */
export function label(uuid: string): string {
  return `rollcall-${uuid.slice(0, 8)}`;
}

/** An address below a domain that is kept for examples. */
export function email(uuid: string): string {
  return `rollcall.${uuid.slice(0, 8)}@example.org`;
}

/** One word of small letters. */
export function word(uuid: string): string {
  const letters = [...uuid.replaceAll('-', '').slice(0, 10)].map((digit) =>
    String.fromCharCode(97 + ((Number.parseInt(digit, 16) * 7) % 26)),
  );
  return `rollcall${letters.join('')}`;
}

/** Whether a text has the form of a value that was made so that nobody has it: of no other value it is a part. */
export function isOfNobody(text: string): boolean {
  return forms.some((form) => form.test(text));
}

const forms: readonly RegExp[] = [
  /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/,
  /^[A-Z]999\d{9}$/,
  /^rollcall-[0-9a-f]{8}$/,
  /^rollcall\.[0-9a-f]{8}@example\.org$/,
  /^Rollcall [0-9a-f]{8}$/,
];
