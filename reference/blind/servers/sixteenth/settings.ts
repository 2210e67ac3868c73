// Everything in which deployments differ. The values here are those of the plain server.
export interface DataPlan {
  seed: number;
  students: number;
  teachers: number;
  both: number;
  classes: number;
  cohorts: number;
  tests: number;
  open: number;
  completed: number;
  study: number;
  years: 'normal' | 'none-current' | 'single' | 'many' | 'calendar' | 'overlap' | 'unnamed-gap';
  script:
    | 'latin'
    | 'cyrillic'
    | 'arabic'
    | 'cjk'
    | 'emoji'
    | 'mixed'
    | 'same'
    | 'accents'
    | 'hebrew'
    | 'greek'
    | 'devanagari';
  sparse: number;
  equalTimes: boolean;
  ancient: boolean;
  leap: boolean;
  uuid: 'v4' | 'v7' | 'upper' | 'low';
  wholeSeconds: boolean;
  manyClasses: boolean;
  noTeachers: boolean;
  unstamped: boolean;
  sessionIds: 'uuid' | 'objectid' | 'number' | 'text';
  aloneFields: boolean;
}
export type Shape = { wrap: string | null; status: number; shows: boolean };
export interface Settings {
  name: string;
  data: DataPlan;
  roles: string[];
  genders: string[];
  activation: string[];
  status: { open: string; done: string };
  statusFilter: { open: string; done: string };
  // The wire.
  contentType: string;
  pretty: boolean;
  headers: string[];
  extraFields: boolean;
  emptyLists: boolean;
  stateField: string;
  stateForm: 'boolean' | 'word' | 'moment' | 'none';
  stateWords: [string, string];
  sessionUser: string;
  sessionTest: string;
  sessionId: string;
  calculated: string;
  level: string;
  duration: string;
  dates: 'date-time' | 'date';
  sessionNames: boolean;
  // Errors.
  errorForm: 'basic' | 'problem';
  formByStatus: Record<string, 'basic' | 'problem'>;
  formByGroup: Record<string, 'basic' | 'problem'>;
  problemJson: boolean;
  problemOmit: string[];
  problemType: string;
  errorExtras: 'none' | 'spring' | 'trace' | 'code' | 'errors';
  wordy: (status: number, code: string, detail: string) => string;
  // Keys.
  may: string[] | null;
  mayNot: string[];
  routeFirst: boolean;
  wwwAuthenticate: boolean;
  wrongMethod: number;
  // CORS.
  cors: '*' | 'echo';
  corsAlways: boolean;
  preflight: 200 | 204;
  allowHeaders: 'list' | 'echo' | '*';
  allowMethods: 'list' | '*' | 'echo';
  maxAge: number;
  expose: string;
  // Pages.
  max: number;
  over: 'refuse' | 'cap';
  zero: 'refuse' | 'empty';
  emptyParam: 'refuse' | 'ignore';
  cursor: 'bounded' | 'offset' | 'keyset' | 'token' | 'query';
  zeroOffset: 'refused' | 'no offset';
  beyond: 'step' | 'last';
  twice: 'refuse' | 'first' | 'last';
  // Filters.
  nameMatch: 'contains' | 'prefix' | 'full' | 'words';
  textCase: 'exact' | 'any';
  emailMatch: 'every address' | 'primary';
  emailGrammar: 'refused' | 'no match';
  badRole: 'refuse' | 'none';
  emptySearch: 'all' | 'none';
  unknownParam: 'ignore' | 'refuse';
  badStatus: 'refuse' | 'none';
  dateOnly: boolean;
  zones: boolean;
  uuidCase: boolean;
  badSort: 'refuse' | 'ignore';
  userSorts: string[];
  sessionSorts: string[];
  directions: [string, string];
  halfSort: 'default' | 'asc' | 'desc';
  subjectCase: 'exact' | 'any';
  plainDate: 'refuse' | 'ignore';
  noMatchYear: 'none' | 'refuse';
  emptyIds: 'none' | 'all' | 'refuse';
  coerce: boolean;
  nullFilters: boolean;
  // Writes.
  sameClass: 'any-case' | 'exact-case';
  sameCohort: 'any-case' | 'exact-case';
  sameScope: 'year' | 'all';
  sameFold: 'none' | 'trim' | 'accents' | 'nfc' | 'spaces';
  trim: boolean;
  nfc: boolean;
  lowerEmail: boolean;
  extraBody: 'ignore' | 'refuse';
  blank: 'refuse' | 'accept';
  maxText: number;
  unknownMember: '400' | '404' | 'ignore';
  wrongRole: 'refuse' | 'accept' | 'ignore';
  twiceMember: 'accept' | 'refuse';
  already: 'accept' | 'refuse';
  notMember: 'accept' | '400' | '404';
  emptyRemove: 'accept' | 'refuse';
  emptyAdd: 'accept' | 'refuse';
  order: 'body' | 'target';
  delay: number;
  bad: number;
  noUser: number;
  taken: number;
  badPath: 400 | 404;
  touchMembers: boolean;
  touchAccount: boolean;
  primary: 'replace' | 'front' | 'only';
  leaveOnDisable: boolean;
  fields: Record<string, string>;
  shapes: Record<string, Shape>;
  nameBy: 'parts' | 'full';
  fullOrder: 'first-last' | 'last-first' | 'comma';
  studentRequired: string[];
  optional: string[];
  passwordMin: number;
  location: boolean;
  classDescriptionRequired: boolean;
  testState: number;
  truncate: boolean;
  searchRequired: boolean;
  searchStatus: number;
  sessionStatus: number;
  studyShape: 'page' | 'list';
  completedFilters: string[];
  searchFilters: string[];
  disabledMembers: 'accept' | 'refuse';
  rate: { burst: number; perSecond: number } | null;
  cohortTestVersion: 'latest' | 'own';
  emptyDetails: 'refuse' | 'accept';
}

const bare = (status: number, shows = false): Shape => ({ wrap: null, status, shows });
const wrapped = (wrap: string | null, status: number, shows = true): Shape => ({ wrap, status, shows });

export const plainData: DataPlan = {
  seed: 16,
  students: 128,
  teachers: 22,
  both: 4,
  classes: 118,
  cohorts: 106,
  tests: 9,
  open: 48,
  completed: 97,
  study: 23,
  years: 'normal',
  script: 'mixed',
  sparse: 0.3,
  equalTimes: false,
  ancient: false,
  leap: true,
  uuid: 'v4',
  wholeSeconds: false,
  manyClasses: false,
  noTeachers: false,
  unstamped: false,
  sessionIds: 'uuid',
  aloneFields: false,
};

export const plain: Settings = {
  name: 'Plain Roster',
  data: plainData,
  roles: ['student', 'teacher', 'coordinator'],
  genders: ['female', 'male', 'other'],
  activation: ['active', 'scheduled', 'closed'],
  status: { open: 'in_progress', done: 'completed' },
  statusFilter: { open: 'in_progress', done: 'completed' },
  contentType: 'application/json',
  pretty: false,
  headers: [],
  extraFields: false,
  emptyLists: true,
  stateField: 'active',
  stateForm: 'boolean',
  stateWords: ['enabled', 'disabled'],
  sessionUser: 'user',
  sessionTest: 'test',
  sessionId: 'sessionId',
  calculated: 'calculatedAt',
  level: 'level',
  duration: 'duration',
  dates: 'date-time',
  sessionNames: true,
  errorForm: 'basic',
  formByStatus: { 400: 'problem', 409: 'problem' },
  formByGroup: {},
  problemJson: false,
  problemOmit: [],
  problemType: 'https://roster.example/problems/',
  errorExtras: 'none',
  wordy: (_s, _c, detail) => detail,
  may: [
    'listAcademicYears',
    'getCurrentAcademicYear',
    'getAcademicYear',
    'listSessions',
    'listCompletedSessions',
    'listInProgressSessions',
    'searchSessions',
    'listStudySessions',
  ],
  mayNot: [],
  routeFirst: false,
  wwwAuthenticate: false,
  wrongMethod: 405,
  cors: '*',
  corsAlways: true,
  preflight: 204,
  allowHeaders: 'list',
  allowMethods: 'list',
  maxAge: 600,
  expose: '',
  max: 500,
  over: 'refuse',
  zero: 'refuse',
  emptyParam: 'refuse',
  cursor: 'bounded',
  zeroOffset: 'refused',
  beyond: 'step',
  twice: 'refuse',
  nameMatch: 'contains',
  textCase: 'exact',
  emailMatch: 'every address',
  emailGrammar: 'refused',
  badRole: 'refuse',
  emptySearch: 'none',
  unknownParam: 'ignore',
  badStatus: 'refuse',
  dateOnly: false,
  zones: true,
  uuidCase: true,
  badSort: 'refuse',
  userSorts: ['createdAt', 'updatedAt', 'username'],
  sessionSorts: ['startDate', 'endDate'],
  directions: ['asc', 'desc'],
  halfSort: 'default',
  subjectCase: 'exact',
  plainDate: 'refuse',
  noMatchYear: 'none',
  emptyIds: 'none',
  coerce: false,
  nullFilters: false,
  sameClass: 'any-case',
  sameCohort: 'exact-case',
  sameScope: 'year',
  sameFold: 'none',
  trim: false,
  nfc: false,
  lowerEmail: false,
  extraBody: 'ignore',
  blank: 'refuse',
  maxText: 120,
  unknownMember: '400',
  wrongRole: 'refuse',
  twiceMember: 'accept',
  already: 'accept',
  notMember: 'accept',
  emptyRemove: 'accept',
  emptyAdd: 'refuse',
  order: 'body',
  delay: 0,
  bad: 400,
  noUser: 404,
  taken: 400,
  badPath: 400,
  touchMembers: false,
  touchAccount: true,
  primary: 'replace',
  leaveOnDisable: false,
  fields: {},
  shapes: {
    createStudent: wrapped('student', 201),
    createTeacher: wrapped('teacher', 201),
    updateStudentDetails: wrapped('student', 200),
    updateUserName: wrapped('user', 200),
    updateUserPassword: wrapped('user', 200),
    updateUserPrimaryEmail: wrapped('user', 200),
    setUserExternalId: wrapped('user', 200),
    enableUser: bare(204),
    disableUser: bare(204),
    addStudentClasses: bare(204),
    removeStudentClasses: bare(204),
    addStudentCohorts: bare(204),
    addTeacherClasses: bare(204),
    removeTeacherClasses: bare(204),
  },
  nameBy: 'parts',
  fullOrder: 'first-last',
  studentRequired: ['firstName', 'lastName'],
  optional: ['username', 'email', 'upn', 'externalId', 'gender', 'dateOfBirth', 'classIds', 'cohortIds'],
  passwordMin: 8,
  location: false,
  classDescriptionRequired: false,
  testState: 0,
  truncate: false,
  searchRequired: false,
  searchStatus: 400,
  sessionStatus: 400,
  studyShape: 'page',
  completedFilters: ['startDate', 'endDate', 'userId', 'testId', 'subject', 'sort'],
  searchFilters: ['userIds', 'testIds', 'subjects', 'status', 'startDate', 'endDate'],
  disabledMembers: 'accept',
  rate: null,
  cohortTestVersion: 'latest',
  emptyDetails: 'refuse',
};

export type Change = Omit<Partial<Settings>, 'data' | 'shapes'> & {
  data?: Partial<DataPlan>;
  shapes?: Record<string, Partial<Shape>>;
};

// One deployment: the plain server with other choices.
export function choose(changes: Change[]): Settings {
  let all: Settings = plain;
  for (const change of changes) {
    const shapes: Record<string, Shape> = { ...all.shapes };
    for (const [id, part] of Object.entries(change.shapes ?? {}))
      shapes[id] = { ...(shapes[id] ?? bare(204)), ...part };
    all = { ...all, ...change, data: { ...all.data, ...change.data }, shapes };
  }
  return all;
}
