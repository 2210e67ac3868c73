/** How a change is read before it is made: which operation shows it, and where in its answer. */
export interface Sight {
  /** The operation that reads. */
  readonly read: string;
  /** Its parameter for the ids of what is looked at; the same name holds the id in what is shown. */
  readonly by: string;
  /** How many of them it takes at once. */
  readonly atOnce: number;
  /** The property of the answer that holds what is shown. */
  readonly at: string;
}

/** An assignment or a removal: some items and what holds them. */
export interface MembershipUndo {
  readonly how: 'membership';
  /** Whether the operation assigns; otherwise it removes. */
  readonly assigns: boolean;
  /** What the ids in the body of the operation are called. */
  readonly items: string;
  /** What is looked at, and the list in it that names the others: ids, or objects with the id under a name. */
  readonly sight: Sight & {
    readonly of: 'items' | 'holder';
    readonly field: string;
    readonly inner?: string;
  };
  /** The operation that takes it back, with its path parameter and the name of its list of ids. */
  readonly back: { readonly operation: string; readonly holder: string; readonly list: string };
}

/** Values that are replaced: the same operation with the earlier values takes it back. */
export interface UpdateUndo {
  readonly how: 'update';
  readonly sight: Sight;
}

/** A change between two states, which only a profile can tell apart. */
export interface SwitchUndo {
  readonly how: 'switch';
  readonly sight: Sight;
  /** The reading that says `{ field, enabled, disabled }`, and the state that the operation ends. */
  readonly reading: string;
  readonly ends: string;
  readonly back: string;
}

/** How what an operation does can be taken back. */
export type Undoing = MembershipUndo | UpdateUndo | SwitchUndo;

const user: Sight = { read: 'listUsers', by: 'userId', atOnce: 30, at: 'data' };
const cohort: Sight = { read: 'getCohort', by: 'cohortId', atOnce: 1, at: 'cohort' };

/** Members by the side of a class or cohort: two operations that take each other back. */
function members(
  [assign, remove]: readonly [string, string],
  holder: string,
  items: string,
  sight: MembershipUndo['sight'],
): [string, MembershipUndo][] {
  return [[assign, remove] as const, [remove, assign] as const].map(([operation, back]) => [
    operation,
    {
      how: 'membership',
      assigns: operation === assign,
      items,
      sight,
      back: { operation: back, holder, list: items },
    },
  ]);
}

/** Classes or cohorts by the side of a user: taken back from the other side, whose shape the interface shows. */
function groupsOf(
  operation: string,
  assigns: boolean,
  items: string,
  back: string,
): [string, MembershipUndo] {
  const sight = { ...user, of: 'holder', field: items } as const;
  const list = 'userIds';
  return [
    operation,
    {
      how: 'membership',
      assigns,
      items,
      sight,
      back: { operation: back, holder: items.replace(/s$/, ''), list },
    },
  ];
}

const inClasses = { ...user, of: 'items', field: 'classIds' } as const;
const inCohorts = { ...user, of: 'items', field: 'cohortIds' } as const;
const ofCohort = { ...cohort, of: 'holder', field: 'tests', inner: 'testId' } as const;
const update: UpdateUndo = { how: 'update', sight: user };
const states = { how: 'switch', sight: user, reading: 'users.enabled-field' } as const;

/**
 * What takes back each change that can be taken back (chapter Endpoints), by operationId. What is not here can't be:
 * creations, and a password, which nothing shows.
 */
export const undoings: ReadonlyMap<string, Undoing> = new Map<string, Undoing>([
  ...members(['addClassStudents', 'removeClassStudents'], 'classId', 'userIds', inClasses),
  ...members(['addClassTeachers', 'removeClassTeachers'], 'classId', 'userIds', inClasses),
  ...members(['addCohortStudents', 'removeCohortStudents'], 'cohortId', 'userIds', inCohorts),
  ...members(['addCohortTests', 'removeCohortTests'], 'cohortId', 'testIds', ofCohort),
  groupsOf('addStudentClasses', true, 'classIds', 'removeClassStudents'),
  groupsOf('removeStudentClasses', false, 'classIds', 'addClassStudents'),
  groupsOf('addStudentCohorts', true, 'cohortIds', 'removeCohortStudents'),
  groupsOf('addTeacherClasses', true, 'classIds', 'removeClassTeachers'),
  groupsOf('removeTeacherClasses', false, 'classIds', 'addClassTeachers'),
  ['updateStudentDetails', update],
  ['updateUserName', update],
  ['updateUserPrimaryEmail', update],
  ['setUserExternalId', update],
  ['disableUser', { ...states, ends: 'enabled', back: 'enableUser' }],
  ['enableUser', { ...states, ends: 'disabled', back: 'disableUser' }],
]);
