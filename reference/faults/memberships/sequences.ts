import { remembering } from '../kit/breaks.ts';
import { type Break, type Fault, fault } from '../kit/fault.ts';
import type { OperationId } from '../kit/routes.ts';
import { type Change, watching } from './ledger.ts';

interface Group {
  readonly check: string;
  readonly on: OperationId;
  readonly create: OperationId;
  /** The operations on its two kinds of members. */
  readonly changes: readonly OperationId[];
  /** The list at the end of a path whose members suffer, and the one that makes them. */
  readonly suffers: string;
  readonly moves: string;
}

const groups: readonly Group[] = [
  {
    check: 'add-class-students.keeps-others/sequence',
    on: 'addClassStudents',
    create: 'createClass',
    changes: ['addClassStudents', 'removeClassStudents', 'addClassTeachers', 'removeClassTeachers'],
    suffers: 'students',
    moves: 'teachers',
  },
  {
    check: 'add-cohort-students.keeps-others/sequence',
    on: 'addCohortStudents',
    create: 'createCohort',
    changes: ['addCohortStudents', 'removeCohortStudents', 'addCohortTests', 'removeCohortTests'],
    suffers: 'students',
    moves: 'tests',
  },
];

const lists = ['userIds', 'testIds'];

/** Faults that no single operation shows, only several in the right order. */
export const sequences: readonly Fault[] = groups.flatMap(
  ({ check, on, create, changes, suffers, moves }) => [
    fault(`${check}!counted`, {
      on: [on],
      touches: changes,
      story: 'Each assignment is a row of its own, and a removal deletes one of them.',
      deep: true,
      with: counted(),
    }),
    fault(`${check}!other-kind`, {
      on: [on],
      touches: changes,
      story: `Assigning ${moves} writes the group anew, without its ${suffers}.`,
      deep: true,
      with: watching(lists, async (change) => {
        const response = await change.pass(change.ids);
        const path = pathOf(change).replace(new RegExp(`/${moves}$`), `/${suffers}`);
        const others = [...(change.lists.get(path) ?? [])];
        if (change.adds && response.ok && path !== pathOf(change) && others.length > 0)
          await dropUsers(change, path, others);
        return response;
      }),
    }),
    fault(`${check}!created-again`, {
      on: [on],
      touches: [create],
      story: 'A retried creation is answered as the first one was, with 201.',
      with: asTheFirst(),
    }),
  ],
);

function pathOf({ request }: Change): string {
  return new URL(request.url).pathname;
}

/** The list of students holds users, whatever the list holds that is being changed. */
async function dropUsers({ request, service }: Change, path: string, ids: readonly string[]): Promise<void> {
  const { headers } = request;
  const body = JSON.stringify({ userIds: ids });
  await service(new Request(new URL(path, request.url), { method: 'DELETE', headers, body }));
}

/** Whoever is assigned twice has to be removed twice. */
function counted(): Break {
  return remembering(() => {
    const rows = new Map<string, number>();
    return watching(lists, (change) => {
      const keyOf = (id: string) => `${pathOf(change)} ${id}`;
      const left = new Set(change.ids.filter((id) => (rows.get(keyOf(id)) ?? 0) > 1));
      for (const id of change.ids) {
        const count = rows.get(keyOf(id)) ?? 0;
        rows.set(keyOf(id), change.adds ? count + 1 : Math.max(0, count - 1));
      }
      return change.pass(change.adds ? change.ids : change.ids.filter((id) => !left.has(id)));
    });
  });
}

function asTheFirst(): Break {
  return async (request, service) => {
    const response = await service(request);
    return response.status === 409
      ? new Response('{}', { status: 201, headers: response.headers })
      : response;
  };
}
