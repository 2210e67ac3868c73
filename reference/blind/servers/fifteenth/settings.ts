/** What a deployment chose where the interface leaves a choice. The plain server is one of many. */

import type { UuidForm } from './random.ts';

export type Format = 'basic' | 'problem';
export type Team = 'a' | 'b' | 'c';

export interface DataSettings {
  seed: number;
  yearsNewestFirst: boolean;
  students: number;
  teachers: number;
  admins: number;
  years: number;
  classes: number;
  cohorts: number;
  tests: number;
  sessions: number;
  studies: number;
  states: 'mixed' | 'completed' | 'in-progress';
  /** Whether one person has every session. */
  hog: boolean;
  current: 'dates' | 'none' | 'flag';
  names: 'real' | 'letters' | 'emails' | 'long' | 'same';
  created: 'spread' | 'instant' | 'edges';
  disabled: 'few' | 'none' | 'all-but-one';
  joined: 'mixed' | 'one-class' | 'nobody';
  sparse: boolean;
  uuid: UuidForm;
  /** After how many requests something changes by itself; 0 for never. */
  drift: number;
}

export interface GatewaySettings {
  errors: Format;
  origin: '*' | 'echo';
  corsAlways: boolean;
  preflight: 200 | 204;
  allowHeaders: 'star' | 'list' | 'asked';
  contentType: string;
  extraHeaders: boolean;
  unknownMethod: 404 | 405;
  media: 'any' | 415;
  unknownFirst: boolean;
  errorExtras: boolean;
  problemType: 'about:blank' | 'url' | 'urn';
  instance: 'url' | 'urn';
  languages: 'en' | 'de';
  json: 'plain' | 'pretty' | 'escaped';
  slash: boolean;
  location: boolean;
}

export interface TeamSettings {
  errors: Format;
  /** The form of a 404. */
  errors404: Format;
  maxLimit: number;
  overLimit: 'refuse' | 'clamp';
  zeroLimit: 'refuse' | 'empty';
  cursor: 'text' | 'json' | 'bytes' | 'long' | 'nonce';
  anchor: 'index' | 'key';
  cursorFilters: 'rerun' | 'carry' | 'refuse';
  previous: 'short' | 'overlap';
  unknownParams: 'ignore' | 'refuse';
  repeated: 'first' | 'last' | 'refuse';
  emptySearch: 'nothing' | 'all' | 'refuse';
  badId: 400 | 404;
  emptyArrays: 'show' | 'omit';
  extras: boolean;
  sortUnknown: 'refuse' | 'ignore';
  envelope: boolean;
}

export interface GroupSettings {
  sameName: 'any-case' | 'exact-case';
  scope: 'year' | 'all';
  required: string[];
  optional: string[];
  /** Whether lists show the description as well. */
  listShowsAll: boolean;
  showsYear: boolean;
  noCurrent: 'refuse' | 'without';
  unknownYear: 'nothing' | 'refuse';
  order: 'name' | 'made' | 'newest' | 'id';
  trims: boolean;
}

export interface MemberSettings {
  unknown: 400 | 404 | 'skip';
  wrongRole: 400 | 404 | 'skip' | 'accept';
  already: 'ok' | 400;
  missing: 'ok' | 400 | 404;
  empty: 'ok' | 400;
  duplicates: 'ok' | 400;
  atomic: boolean;
  /** Whether a bad body is told before an unknown class or cohort. */
  bodyFirst: boolean;
  delay: number;
}

export type StateValue = string | number | boolean | null | { form: 'date-time' | 'date' };

export interface UserSettings {
  emailGrammar: 'refused' | 'no match';
  emailMatch: 'every address' | 'primary';
  anyCase: boolean;
  name: 'contains' | 'prefix' | 'words' | 'full';
  state: { field: string; enabled: StateValue; disabled: StateValue } | undefined;
  leaves: boolean;
  hidesDisabled: boolean;
  roles: { student: string; teacher: string; admin: string };
  genders: string[];
  sorts: string[];
  /** Whether a user of other answers than those under Versioning has classIds and cohortIds. */
  idsEverywhere: boolean;
  shows: 'all' | 'few';
  unknown: 404 | 400;
  taken: 400 | 409 | 'free';
  keepsOldEmail: boolean;
  updatedAtFirst: boolean;
  collation: 'code' | 'fold';
  fullNames: 'western' | 'eastern' | 'comma';
  /** What becomes of enabling the enabled and disabling the disabled. */
  again: 'ok' | 400 | 409;
}

export interface SessionSettings {
  id: string;
  inProgress: string;
  completed: string;
  filterInProgress: string;
  filterCompleted: string;
  dates: 'date-time' | 'date';
  user: string;
  userFields: string[];
  test: string;
  testFields: string[];
  calculated: string;
  level: string;
  duration: string;
  durations: 'short' | 'full' | 'minutes';
  sorts: string[];
  filters: string[];
  searchFilters: string[];
  refuses: 400 | 422;
  dateOnly: boolean;
  searchPages: boolean;
  studyPages: boolean;
  emptyRange: 'nothing' | 'refuse';
  studyFields: string[];
  studyFilters: string[];
}

export interface BodyRule {
  none?: boolean;
  wrap?: string;
  required: string[];
  optional: string[];
  returns: number;
  shows: boolean;
}

export interface Settings {
  name: string;
  says: 'least' | 'some' | 'most';
  data: DataSettings;
  gateway: GatewaySettings;
  teams: { a: TeamSettings; b: TeamSettings; c: TeamSettings };
  offsetZero: 'refused' | 'no offset';
  classes: GroupSettings;
  cohorts: GroupSettings;
  activation: string[];
  members: { a: MemberSettings; b: MemberSettings; c: MemberSettings };
  users: UserSettings;
  sessions: SessionSettings;
  text: { min: number; max: number };
  refusal: 400 | 422;
  idsAnyCase: boolean;
  unknownFields: 'ignore' | 'refuse';
  fields: Record<string, string>;
  bodies: Record<string, BodyRule>;
  restricted: { may: string[] } | { mayNot: string[] };
}
