import type { Answer } from '../../../harness/http/answer.ts';
import type { Params } from '../../../harness/http/place.ts';
import type { Context } from '../../../harness/judging/context.ts';
import type { Operation } from '../../../spec/contract.ts';
import { pageOf } from '../body.ts';
import { minimalParams } from '../minimal.ts';
import { identifierOf } from '../pages/identifier.ts';
import { takesOperator } from './ask.ts';
import { type Facts, factsIn } from './facts.ts';
import { completedList, inProgressList } from './kinds.ts';

/** The sessions on a page that shows all results. */
interface WholePage {
  readonly answer: Answer;
  readonly facts: readonly Facts[];
}

/** How many sessions a list has. */
interface Total {
  readonly answer: Answer;
  readonly total: number;
}

/** Whether a list can be asked for the sessions of one start. */
export function canBeLookedUp(op: Operation): boolean {
  return takesOperator(op, 'startDate', 'gte') && takesOperator(op, 'startDate', 'lte');
}

/** The sessions of one start in a list. */
export function startingAt(context: Context, operation: string, start: string): Promise<WholePage> {
  context.need(canBeLookedUp(context.operation(operation)), `a way to look sessions up in ${operation}`);
  const filter = { startDate: { gte: start, lte: start } };
  return readWhole(context, operation, filter, 'few enough sessions of one start for one page');
}

/** All sessions of a list; inconclusive when they don't fit on one page. */
export function firstPage(context: Context, operation: string): Promise<WholePage> {
  const need = 'lists that fit on one page, or a filter by start on the list of the kind';
  return readWhole(context, operation, {}, need);
}

async function readWhole(
  context: Context,
  operation: string,
  filter: Params,
  need: string,
): Promise<WholePage> {
  const op = context.operation(operation);
  const answer = await context.send(op, { ...(await minimalParams(context, op)), ...filter });
  const page = pageOf(context, answer);
  context.need((page.total ?? 0) <= 100, need);
  return { answer, facts: factsIn(context, op, page.items, await identifierOf(context, op)) };
}

/** The totals of the whole list, of the Completed sessions and of those In Progress, in this order. */
export async function totalsOfKinds(context: Context): Promise<readonly [Total, Total, Total]> {
  const read = async (operation: string) => {
    const op = context.operation(operation);
    const answer = await context.send(op, { ...(await minimalParams(context, op)), limit: 1 });
    return { answer, total: context.need(pageOf(context, answer).total, `a \`total\` of ${operation}`) };
  };
  return [await read('listSessions'), await read(completedList), await read(inProgressList)];
}
