import { type Answer, type Ask, at, type Fields, fields, type Line, list, texts } from '../kit.ts';

/** The first item of a list, `{}` for none. */
export function one(answer: Answer): Fields {
  return fields(at(answer.body, 'data', 0));
}

/** What an answer wraps in that property. */
export function answerOf(answer: Answer, wrapper: string): Fields {
  return fields(answer.body[wrapper]);
}

/** Name and year that a creation asks for, '' where it sends no text. */
export function wantedOf(ask: Ask, wrapper: 'class' | 'cohort') {
  const { name, academicYearId } = fields(ask.body[wrapper]);
  const asText = (value: unknown) => (typeof value === 'string' ? value : '');
  return { name: asText(name), academicYearId: asText(academicYearId) };
}

/** How many results a list has, and how many it tells of. */
export function summary({ body }: Answer): string {
  return `${list(body['data']).length} of ${String(at(body, 'pagination', 'total'))}`;
}

/** A user as the service has it now. */
export async function userNow(line: Line, userId: string): Promise<Fields> {
  return one(await line.call(`GET /users?userId=${userId}`));
}

/** The ids of those with that role who are in a class. */
export async function inClass(line: Line, role: 'student' | 'teacher', classId: string): Promise<string[]> {
  const { body } = await line.call('POST /users/search', { search: { role }, limit: 1000 });
  const inside = list(body['data'])
    .map(fields)
    .filter((user) => texts(user['classIds']).includes(classId.toLowerCase()));
  return inside.map((user) => String(user['userId']));
}

/** Waits as a round trip to a database would. */
export function roundTrip(): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, 25);
  });
}

/** The object without one of its properties. */
export function without(object: Fields, ...names: readonly string[]): Fields {
  return Object.fromEntries(Object.entries(object).filter(([name]) => !names.includes(name)));
}

/** The routes that show lists of users. */
export const userLists = ['GET /users', 'POST /users/search'] as const;
