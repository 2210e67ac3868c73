import { both, type Client } from '../client.ts';
import { type BlindFault, type Fields, textAt } from '../kit.ts';

/** A fault whose witness is one script for both services. */
export function fault(
  chapter: string,
  words: string,
  rest: Omit<BlindFault, 'id' | 'chapter' | 'witness'> & {
    readonly script: (client: Client) => Promise<unknown>;
  },
): BlindFault {
  const { script, ...kept } = rest;
  return { id: `round-23.${chapter}.${words}`, chapter, ...kept, witness: both(script) };
}

/** What a walk was asked for in its first request, by the cursors that it handed out. */
export class Walks {
  readonly #asked = new Map<string, string>();

  /** What the request means: what its cursor stands for, or its own value. */
  meant(cursor: string, own: string): string {
    return this.#asked.get(cursor) ?? own;
  }

  /** Notes the cursors of an answer. */
  note(body: Fields, value: string): void {
    for (const name of ['nextCursor', 'previousCursor']) {
      const cursor = textAt(body, 'pagination', name);
      if (cursor !== '') this.#asked.set(cursor, value);
    }
  }
}

/** The four lists of initial-assessment sessions. */
export const sessionLists = [
  'GET /smart-ia/sessions',
  'GET /smart-ia/sessions/completed',
  'GET /smart-ia/sessions/in-progress',
  'POST /smart-ia/sessions/search',
] as const;

/** The operations that answer with one user. */
export const accountAnswers = [
  'POST /students',
  'POST /teachers',
  'PATCH /students/{id}/details',
  'PUT /users/{id}/name',
  'PUT /users/{id}/password',
  'PUT /users/{id}/emails/primary',
] as const;
