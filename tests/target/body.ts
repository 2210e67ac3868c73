import type { Answer } from '../../harness/http/answer.ts';
import type { Context } from '../../harness/judging/context.ts';

/** A JSON object as it came from the target. */
export type Json = Readonly<Record<string, unknown>>;

/** A page as the interface describes it; a part that is missing or of another type is `undefined`. */
export interface Page {
  readonly items: readonly Json[];
  readonly total: number | undefined;
  readonly limit: number | undefined;
  readonly offset: number | undefined;
  /** `null` on the first page. */
  readonly previousCursor: string | null | undefined;
  /** `null` on the last page. */
  readonly nextCursor: string | null | undefined;
}

/** The page in an answer. Inconclusive when the answer is not a page at all: other clauses say so. */
export function pageOf({ need }: Pick<Context, 'need'>, answer: Answer): Page {
  need.accepted(answer);
  const body = object(answer.json);
  const pagination = object(body?.['pagination']);
  return {
    items: need(listOf(body?.['data']), `a list in the answer of ${answer.sent.operation}`),
    total: count(pagination?.['total']),
    limit: count(pagination?.['limit']),
    offset: count(pagination?.['offset']),
    previousCursor: cursor(pagination?.['previousCursor']),
    nextCursor: cursor(pagination?.['nextCursor']),
  };
}

/** The items of a list answer, paginated or not. */
export function itemsOf({ need }: Pick<Context, 'need'>, answer: Answer): readonly Json[] {
  need.accepted(answer);
  return need(listOf(object(answer.json)?.['data']), `a list in the answer of ${answer.sent.operation}`);
}

/** Whether an answer is a list that holds nothing. */
export function isEmptyList({ json }: Answer): boolean {
  return listOf(object(json)?.['data'])?.length === 0;
}

/** The resource inside the wrapper of a single-resource answer. */
export function resourceOf({ need }: Pick<Context, 'need'>, answer: Answer, wrapper: string): Json {
  need.accepted(answer);
  return need(
    object(object(answer.json)?.[wrapper]),
    `\`${wrapper}\` in the answer of ${answer.sent.operation}`,
  );
}

/** A value as an object, or `undefined`. */
export function object(value: unknown): Json | undefined {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Json) : undefined;
}

/** A value as text, or `undefined`. */
export function text(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}

/** An identifier in an item; `undefined` where there is none. */
export function idIn(item: Json | undefined, name: string): string | undefined {
  return identity(item?.[name]);
}

/** What identifies something, in lower case, for letter case makes no other one: a text, or a whole number as a text. */
export function identity(value: unknown): string | undefined {
  return Number.isSafeInteger(value) ? String(value) : text(value)?.toLowerCase() || undefined;
}

const uuid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/**
 * A value to compare by. Letter case makes no other UUID, and how its characters are composed no other text; anything else
 * stays as it is.
 */
export function comparable(value: unknown): unknown {
  if (typeof value !== 'string') return value;
  return uuid.test(value) ? value.toLowerCase() : value.normalize('NFC');
}

/** The identifiers of those items that have one, in lower case. */
export function idsIn(items: readonly Json[], name: string): readonly string[] {
  return items.flatMap((item) => idIn(item, name) ?? []);
}

/** The item with an identifier, or `undefined`. */
export function withId(items: readonly Json[], name: string, id: string): Json | undefined {
  return items.find((item) => idIn(item, name) === id.toLowerCase());
}

/** A value as a list of objects, or `undefined`; items that are no objects are left out. */
export function listOf(value: unknown): readonly Json[] | undefined {
  return Array.isArray(value) ? value.map(object).filter((item) => item !== undefined) : undefined;
}

/** A value as a count, which is a whole number from 0, or `undefined`. */
function count(value: unknown): number | undefined {
  return Number.isSafeInteger(value) && Number(value) >= 0 ? Number(value) : undefined;
}

function cursor(value: unknown): string | null | undefined {
  return typeof value === 'string' || value === null ? value : undefined;
}
