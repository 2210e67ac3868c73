import { type Break, type Fault, type FaultDraft, fault, type Json, requestBody } from '../kit/fault.ts';
import { type OperationId, operationOf } from '../kit/routes.ts';

/** The two operations of one membership, and the property in which both take their ids. */
interface Membership {
  readonly assign: OperationId;
  readonly remove: OperationId;
  readonly list: 'userIds' | 'testIds';
}

const memberships: readonly Membership[] = [
  { assign: 'addClassStudents', remove: 'removeClassStudents', list: 'userIds' },
  { assign: 'addClassTeachers', remove: 'removeClassTeachers', list: 'userIds' },
  { assign: 'addCohortStudents', remove: 'removeCohortStudents', list: 'userIds' },
  { assign: 'addCohortTests', remove: 'removeCohortTests', list: 'testIds' },
];

/** Makes one fault for each id of a table, which sees the assignments and the removals of its membership. */
export function membershipFaults(
  ids: Readonly<Record<string, OperationId>>,
  draft: Omit<FaultDraft, 'on' | 'touches'>,
): Fault[] {
  return Object.entries(ids).map(([id, op]) => {
    const { assign, remove } = membershipWith(op);
    return fault(id, { ...draft, on: [op], touches: [assign, remove] });
  });
}

/** The property in which an assignment or removal takes its ids. */
export function listOf(request: Request): Membership['list'] {
  return membershipWith(operationOf(request)).list;
}

/** The texts in a list of a body. */
export function idsOf(body: Json, list: string): string[] {
  const ids = body[list];
  return Array.isArray(ids) ? ids.filter((id): id is string => typeof id === 'string') : [];
}

/** Changes the ids of an assignment or removal before the service sees them. */
export function otherIds(change: (ids: string[]) => string[]): Break {
  return requestBody((body, request) => {
    const list = listOf(request);
    return { ...body, [list]: change(idsOf(body, list)) };
  });
}

function membershipWith(op: OperationId | undefined): Membership {
  const membership = memberships.find(({ assign, remove }) => op === assign || op === remove);
  if (!membership) throw new Error(`${op} neither assigns nor removes members`);
  return membership;
}
