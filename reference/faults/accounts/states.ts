import { pretend, remembering } from '../kit/breaks.ts';
import { type Break, type Fault, fault, faults } from '../kit/fault.ts';
import { type OperationId, operationOf } from '../kit/routes.ts';
import { forTeachers, userIdIn } from './user.ts';

const done: Break = async () => new Response(null, { status: 204 });

const refused: Break = async () => Response.json({ status: 409, message: 'Not again.' }, { status: 409 });

const refusedAgain = {
  touches: ['enableUser', 'disableUser'],
  story: 'Each turn is noted under the account and its kind, and the note has to be the only one.',
  deep: true,
} as const;

const lostAgain = {
  touches: ['enableUser', 'disableUser'],
  story: 'The state is read off the log of turns, which holds each kind of turn once.',
  deep: true,
} as const;

const turning = {
  touches: ['enableUser', 'disableUser'],
  story: 'Both routes call the function behind the switch on the screen.',
} as const;

const turningLater = {
  touches: ['enableUser', 'disableUser'],
  story: 'A first repetition is caught by the cache of answers, and a second one reaches the switch.',
  deep: true,
} as const;

/** Faults of enabling and disabling. */
export const states: readonly Fault[] = [
  ...faults(
    { 'states.user-enable': 'enableUser', 'states.user-disable': 'disableUser' },
    {
      story: 'Only administrators may do this in the product, and the key is none.',
      with: pretend(204, 409, { status: 409, message: 'Not now.' }),
    },
  ),
  ...faults(
    { 'states.user-enable/shown': 'enableUser', 'states.user-disable/shown': 'disableUser' },
    {
      story: 'The state is kept by the sign-in service, and the list does not ask it.',
      with: done,
    },
  ),
  fault('states.user-enable!second-time', {
    ...refusedAgain,
    on: ['enableUser'],
    with: fromSecondTurn('enableUser', refused),
  }),
  fault('states.user-disable!second-time', {
    ...refusedAgain,
    on: ['disableUser'],
    with: fromSecondTurn('disableUser', refused),
  }),
  fault('states.user-enable/shown!second-time', {
    ...lostAgain,
    on: ['enableUser'],
    with: fromSecondTurn('enableUser', done),
  }),
  fault('states.user-disable/shown!second-time', {
    ...lostAgain,
    on: ['disableUser'],
    with: fromSecondTurn('disableUser', done),
  }),
  fault('states.user-enable/repeated', {
    ...turning,
    on: ['enableUser'],
    with: turningBack('enableUser', 1),
  }),
  fault('states.user-disable/repeated', {
    ...turning,
    on: ['disableUser'],
    with: turningBack('disableUser', 1),
  }),
  fault('states.user-enable/repeated!third', {
    ...turningLater,
    on: ['enableUser'],
    with: turningBack('enableUser', 2),
  }),
  fault('states.user-disable/repeated!third', {
    ...turningLater,
    on: ['disableUser'],
    with: turningBack('disableUser', 2),
  }),
  ...faults(
    { 'states.user-enable/others': 'enableUser', 'states.user-disable/others': 'disableUser' },
    {
      touches: ['enableUser', 'disableUser'],
      story: 'The statement says which state to write, and its condition is lost.',
      with: ofAllSeen(),
    },
  ),
  ...faults(
    {
      'states.user-enable/others!the-last': 'enableUser',
      'states.user-disable/others!the-last': 'disableUser',
    },
    {
      touches: ['enableUser', 'disableUser'],
      story:
        'The state is written for this user, and for whoever was changed before, whose row is locked still.',
      deep: true,
      with: ofAllSeen(1),
    },
  ),
  ...faults(
    { 'states.user-enable/teacher': 'enableUser', 'states.user-disable/teacher': 'disableUser' },
    {
      story: 'Staff are kept by another service, and the route looks for students alone.',
      with: forTeachers(async () =>
        Response.json({ status: 404, message: 'No such user.' }, { status: 404 }),
      ),
    },
  ),
  ...faults(
    {
      'states.user-enable/teacher!without-effect': 'enableUser',
      'states.user-disable/teacher!without-effect': 'disableUser',
    },
    {
      story: 'The statement joins the table of students, and updates no row for anybody else.',
      deep: true,
      with: forTeachers(async () => new Response(null, { status: 204 })),
    },
  ),
];

/** Does to those whose state was changed before, or to the last few of them, what is done to one of them. */
function ofAllSeen(few?: number): Break {
  return remembering(() => {
    const seen: string[] = [];
    return async (request, service) => {
      const id = userIdIn(request);
      const others = seen.filter((one) => one !== id);
      for (const other of few === undefined ? others : others.slice(-few))
        await service(new Request(request.url.replace(id, other), request.clone()));
      if (!seen.includes(id)) seen.push(id);
      return service(request);
    };
  });
}

/** Turns the state of an account back when an operation is repeated for the `nth` time in a row. */
function turningBack(op: OperationId, nth: number): Break {
  return remembering(() => {
    const inARow = new Map<string, number>();
    return async (request, service) => {
      const now = operationOf(request);
      const id = userIdIn(request);
      const count = now === op ? (inARow.get(id) ?? 0) + 1 : 0;
      inARow.set(id, count);
      if (count !== nth + 1) return service(request);
      const opposite = op === 'enableUser' ? 'disable' : 'enable';
      return service(new Request(request.url.replace(/\w+$/, opposite), request));
    };
  });
}

/** Breaks an operation from the second time on that it changes the state of an account. */
function fromSecondTurn(op: OperationId, broken: Break): Break {
  return remembering(() => {
    const turns = new Map<string, { last: OperationId | undefined; count: number }>();
    return async (request, service) => {
      const now = operationOf(request);
      const id = userIdIn(request);
      const before = turns.get(id) ?? { last: undefined, count: 0 };
      const count = before.count + (now === op && before.last !== op ? 1 : 0);
      turns.set(id, { last: now, count });
      return now === op && count > 1 ? broken(request, service) : service(request);
    };
  });
}
