const uuid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** An id that names nothing. */
export const anotherId = '00000000-0000-4000-8000-000000000001';

/** Whether a text is a UUID. */
export function isUuid(text: string): boolean {
  return uuid.test(text);
}

/** Whether a text is as long as a UUID but is none, so that a check of the length alone accepts it. */
export function isLongAsUuid(text: string): boolean {
  return text.length === anotherId.length && !isUuid(text);
}

/** The last part of the path of a request, as text. */
export function lastIn(request: Request): string {
  return decodeURIComponent(new URL(request.url).pathname.split('/').at(-1) ?? '');
}

/** The last but one part of the path of a request: the id before `/students`, and the like. */
export function ownerIn(request: Request): string {
  return decodeURIComponent(new URL(request.url).pathname.split('/').at(-2) ?? '');
}
