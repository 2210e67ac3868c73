/** How the state before a change is read: which operation reads it, and where its answer holds the things. */
export interface StateRead {
  /** The operationId of the read. */
  readonly operation: string;
  /** The parameter that takes the ids of the things. Each thing in the answer has its id under the same name. */
  readonly by: string;
  /** How many ids the read takes at once. */
  readonly batchSize: number;
  /** The property of the answer that holds the things. */
  readonly property: string;
}

/** How an assignment or a removal is undone. The holder is the class, cohort or user that the path names. */
export interface MembershipUndo {
  readonly how: 'membership';
  /** Whether the operation assigns items; otherwise it removes them. */
  readonly assigns: boolean;
  /** The name of the list of ids in the body. */
  readonly items: string;
  /** The things to read, and their field that lists the memberships: ids, or objects with the id under `inner`. */
  readonly read: StateRead & {
    readonly of: 'items' | 'holder';
    readonly field: string;
    readonly inner?: string;
  };
  /** The operation that undoes the change, its path parameter for the holder, and the name of its list of ids. */
  readonly inverse: { readonly operation: string; readonly holder: string; readonly list: string };
}

/** How an update is undone: the same operation is sent with the old values. */
export interface UpdateUndo {
  readonly how: 'update';
  readonly read: StateRead;
}

/** How a change between two states is undone, where only a profile says how the states are shown. */
export interface SwitchUndo {
  readonly how: 'switch';
  readonly read: StateRead;
  /** The gap whose reading is `{ field, enabled, disabled }`: the field that shows the state, and its values. */
  readonly reading: string;
  /** The state that the operation ends: `enabled` or `disabled`. */
  readonly ends: string;
  /** The operationId of the operation that undoes the change. */
  readonly inverse: string;
}

/** How the change of one operation is undone. */
export type UndoRule = MembershipUndo | UpdateUndo | SwitchUndo;

const user: StateRead = { operation: 'listUsers', by: 'userId', batchSize: 30, property: 'data' };
const cohort: StateRead = { operation: 'getCohort', by: 'cohortId', batchSize: 1, property: 'cohort' };

/** The rules for two operations on a class or cohort that undo each other. */
function members(
  [assign, remove]: readonly [string, string],
  holder: string,
  items: string,
  read: MembershipUndo['read'],
): [string, MembershipUndo][] {
  return [[assign, remove] as const, [remove, assign] as const].map(([operation, inverse]) => [
    operation,
    {
      how: 'membership',
      assigns: operation === assign,
      items,
      read,
      inverse: { operation: inverse, holder, list: items },
    },
  ]);
}

/**
 * The rule for an operation that changes the groups of a user. Its inverse is the operation on the class or cohort,
 * because the interface shows the body of that one.
 */
function groupsOf(
  operation: string,
  assigns: boolean,
  items: string,
  inverse: string,
): [string, MembershipUndo] {
  const read = { ...user, of: 'holder', field: items } as const;
  const list = 'userIds';
  return [
    operation,
    {
      how: 'membership',
      assigns,
      items,
      read,
      inverse: { operation: inverse, holder: items.replace(/s$/, ''), list },
    },
  ];
}

const inClasses = { ...user, of: 'items', field: 'classIds' } as const;
const inCohorts = { ...user, of: 'items', field: 'cohortIds' } as const;
const ofCohort = { ...cohort, of: 'holder', field: 'tests', inner: 'testId' } as const;
const update: UpdateUndo = { how: 'update', read: user };
const states = { how: 'switch', read: user, reading: 'users.enabled-field' } as const;

/**
 * The rules for all changes that can be undone, by operationId (chapter Endpoints). Creations are missing, because the
 * interface cannot delete. A change of a password is missing, because no operation shows passwords.
 */
export const undoRules: ReadonlyMap<string, UndoRule> = new Map<string, UndoRule>([
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
  ['disableUser', { ...states, ends: 'enabled', inverse: 'enableUser' }],
  ['enableUser', { ...states, ends: 'disabled', inverse: 'disableUser' }],
]);
