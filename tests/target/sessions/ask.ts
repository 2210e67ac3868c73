import { carries, propertyFor } from '../../../generators/body.ts';
import { type DateName, type Operator, operators } from '../../../generators/date-windows.ts';
import type { FilterName } from '../../../generators/session-filters.ts';
import type { Answer } from '../../../harness/http/answer.ts';
import type { SendOptions } from '../../../harness/http/compose.ts';
import type { Params } from '../../../harness/http/place.ts';
import type { Check, Context } from '../../../harness/judging/check.ts';
import type { JsonSchema, Operation } from '../../../spec/contract.ts';
import { type Json, object } from '../body.ts';
import { minimalParams } from '../minimal.ts';
import { filled } from '../reuse/creation.ts';

/** The gaps that have to be filled before the search can be asked and its answer read. */
export const searchNeeds = [
  'search-sessions.body',
  'search-sessions.response',
  'session.item-shape',
] as const;

/** What a search body calls the filters that take several values in the query of a list. */
const plural: Readonly<Record<string, string>> = {
  userId: 'userIds',
  testId: 'testIds',
  subject: 'subjects',
};

/**
 * Asks for sessions by the names that the session list gives its parameters: in the query of a list, or in the
 * body of the search, where the properties have the meanings that the profile gives them.
 */
export async function askSessions(
  context: Context,
  params: Params,
  op: Operation = context.op,
  options: SendOptions = {},
): Promise<Answer> {
  if (op.body === undefined)
    return context.send(op, { ...(await minimalParams(context, op)), ...params }, options);
  for (const meaning of Object.keys(meaningsOf(params)))
    context.need(carries(op.body, meaning), `a property of the search body that means \`${meaning}\``);
  const answer = await context.send(op, {}, { ...options, body: searchFor(op, params) });
  meanings.set(answer, params);
  return answer;
}

const meanings = new WeakMap<Answer, Params>();

/** What a search for sessions was for that got this answer, by the names of the session list; `undefined` for any other. */
export function searchedFor(answer: Answer): Params | undefined {
  return meanings.get(answer);
}

/** The body of a search for these parameters of the session list; what it has no property for is left out. */
export function searchFor(op: Operation, params: Params): Json {
  return { search: {}, ...object(filled(op, meaningsOf(params))) };
}

function meaningsOf(params: Params): Readonly<Record<string, unknown>> {
  const meanings = Object.entries(params).flatMap(([name, value]) =>
    name === 'sort' ? Object.entries(object(value) ?? {}) : [[plural[name] ?? name, value] as const],
  );
  return Object.fromEntries(meanings);
}

/** Whether an operation takes a filter, as far as the contract and the profile tell. */
export function takesFilter(op: Operation, name: FilterName): boolean {
  if (name === 'startDate') return takesOperator(op, name, 'gte');
  return op.body === undefined ? op.has(name) : carries(op.body, plural[name] ?? name);
}

/** Whether an operation takes a sort, as far as the contract and the profile tell. */
export function takesSort({ body, has }: Operation): boolean {
  return body === undefined ? has('sort') : carries(body, 'field') && carries(body, 'direction');
}

/** Leaves a check out where the profile does not show these filters, or not the pages that tell what they find. */
export function unlessTaken(...names: readonly FilterName[]): Check['unless'] {
  return (op) => {
    const missing = names.find((name) => !takesFilter(op, name));
    if (missing !== undefined) return `the profile shows no filter by \`${missing}\``;
    return op.paginated ? undefined : 'the profile shows no pages in the answer';
  };
}

/** Whether an operation takes this operator on this date, as far as the contract and the profile tell. */
export function takesOperator(op: Operation, date: DateName, operator: Operator): boolean {
  // A session in progress has no end to filter by.
  if (op.id === 'listInProgressSessions' && date === 'endDate') return false;
  return object(filterOn(op, date)?.['properties'])?.[operator] !== undefined;
}

/** Whether an operation takes all operators on a date, and shows what they find by pages. */
export function takesDates(op: Operation, date: DateName): boolean {
  return op.paginated && operators.every((operator) => takesOperator(op, date, operator));
}

function filterOn(op: Operation, date: DateName): JsonSchema | undefined {
  if (op.body !== undefined) return propertyFor(op.body, date);
  return op.parameters.find(({ name, in: where }) => name === date && where === 'query')?.schema;
}
