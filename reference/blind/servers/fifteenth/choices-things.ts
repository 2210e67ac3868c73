/** Choices about classes, cohorts, memberships and users. */

import type { Choice } from './choices-lists.ts';
import type { GroupSettings, MemberSettings, Settings, UserSettings } from './settings.ts';

const groups =
  (part: Partial<GroupSettings>, only?: 'classes' | 'cohorts') =>
  (s: Settings): void => {
    if (only !== 'cohorts') Object.assign(s.classes, part);
    if (only !== 'classes') Object.assign(s.cohorts, part);
  };
const members =
  (part: Partial<MemberSettings>, only?: 'a' | 'b' | 'c') =>
  (s: Settings): void => {
    for (const team of ['a', 'b', 'c'] as const)
      if (only === undefined || only === team) Object.assign(s.members[team], part);
  };
const users =
  (part: Partial<UserSettings>) =>
  (s: Settings): void =>
    void Object.assign(s.users, part);

export const thingChoices = {
  'names-any-case': [
    'when a class or cohort already exists is not shown: by name in any case',
    groups({ sameName: 'any-case' }),
  ],
  'names-exact': [
    'when a class or cohort already exists is not shown: by name in its case',
    groups({ sameName: 'exact-case' }),
  ],
  'names-crossed': [
    'when a class or cohort already exists is not shown: one way for classes, another for cohorts',
    (s) => {
      s.classes.sameName = 'exact-case';
      s.cohorts.sameName = 'any-case';
    },
  ],
  'names-global': [
    'when a class or cohort already exists is not shown: the name in any year',
    groups({ scope: 'all' }),
  ],
  'names-global-classes': [
    'when a class already exists is not shown: the name in any year',
    groups({ scope: 'all' }, 'classes'),
  ],
  'names-trimmed': ['blanks around the name of a new class may go', groups({ trims: true })],
  'description-required': [
    'other fields of CreateClass and CreateCohort are not shown: a description is required',
    groups({ required: ['name', 'description'], optional: [] }),
  ],
  'description-none': [
    'other fields of CreateClass and CreateCohort are not shown: there is no description',
    groups({ required: ['name'], optional: [] }),
  ],
  'description-required-cohorts': [
    'other fields of CreateCohort are not shown: a description is required',
    groups({ required: ['name', 'description'], optional: [] }, 'cohorts'),
  ],
  'lists-short': [
    'which fields of a class are always present is not shown: lists have no descriptions',
    groups({ listShowsAll: false }, 'classes'),
  ],
  'year-not-shown': [
    'which fields of a class are always present is not shown: no academicYearId',
    groups({ showsYear: false }, 'classes'),
  ],
  'no-current-without': [
    'what a class is created with when no year is current is not shown: without a year',
    groups({ noCurrent: 'without' }),
  ],
  'unknown-year-refused': [
    'a filter by a year that is not there may be refused',
    groups({ unknownYear: 'refuse' }),
  ],
  'order-id': ['the order of classes and cohorts is not stated: by id', groups({ order: 'id' })],
  'order-made': [
    'the order of classes and cohorts is not stated: as they were made',
    groups({ order: 'made' }),
  ],
  'order-crossed': [
    'the order of classes and cohorts is not stated: the newest class first, cohorts by name',
    (s) => {
      s.classes.order = 'newest';
      s.cohorts.order = 'name';
    },
  ],
  'activation-none': [
    'values of activationStatus are not shown; an empty field is omitted',
    (s) => void Object.assign(s, { activation: [''] }),
  ],
  'activation-words': [
    'values of activationStatus are not shown: words with blanks',
    (s) => void Object.assign(s, { activation: ['Not started', 'Under way', 'Closed down'] }),
  ],
  'activation-flags': [
    'values of activationStatus are not shown: texts like booleans',
    (s) => void Object.assign(s, { activation: ['true', 'false'] }),
  ],
  'members-unknown-400': ['an unknown user in userIds may be 400', members({ unknown: 400 })],
  'members-unknown-skip': ['an unknown user in userIds may be passed over', members({ unknown: 'skip' })],
  'members-role-skip': [
    'a user of another role in userIds may be passed over',
    members({ wrongRole: 'skip' }),
  ],
  'members-role-accept': [
    'a user of another role may be taken into a class',
    members({ wrongRole: 'accept' }),
  ],
  'members-role-400': ['a user of another role in userIds may be 400', members({ wrongRole: 400 })],
  'members-already-400': ['assigning a member again may be refused', members({ already: 400 })],
  'members-missing-400': ['removing one who is no member may be refused by 400', members({ missing: 400 })],
  'members-missing-404': ['removing one who is no member may be refused by 404', members({ missing: 404 })],
  'members-empty-400': ['an empty list where no bounds are stated may be refused', members({ empty: 400 })],
  'members-duplicates-400': ['an id twice in a list may be refused', members({ duplicates: 400 })],
  'members-piecemeal': ['what precedes an id that is refused may be done', members({ atomic: false })],
  'members-body-first': ['a bad body may be told before an unknown class', members({ bodyFirst: true })],
  'delay-40': ['when a change of members is seen is not stated: 40 ms later', members({ delay: 40 })],
  'delay-120-cohorts': [
    'when a change of members is seen is not stated: cohorts 120 ms later',
    members({ delay: 120 }, 'b'),
  ],
  'email-no-match': [
    'an email filter without an at sign may match nobody',
    users({ emailGrammar: 'no match' }),
  ],
  'email-primary': ['the email filter may look at the primary address', users({ emailMatch: 'primary' })],
  'exact-case': ['whether filters of users regard case is not stated: they do', users({ anyCase: false })],
  'name-prefix': ['what the name filter matches is not stated: beginnings', users({ name: 'prefix' })],
  'name-words': ['what the name filter matches is not stated: whole words', users({ name: 'words' })],
  'name-full': ['what the name filter matches is not stated: whole names', users({ name: 'full' })],
  'state-none': ['the resulting state field is not shown: there is none', users({ state: undefined })],
  'state-boolean': [
    'the resulting state field is not shown: a boolean',
    users({ state: { field: 'enabled', enabled: true, disabled: false } }),
  ],
  'state-inverse': [
    'the resulting state field is not shown: there only while disabled',
    users({ state: { field: 'isDisabled', enabled: null, disabled: true } }),
  ],
  'state-moment': [
    'the resulting state field is not shown: a moment',
    users({ state: { field: 'disabledAt', enabled: null, disabled: { form: 'date-time' } } }),
  ],
  'state-day': [
    'the resulting state field is not shown: a day',
    users({ state: { field: 'suspendedOn', enabled: null, disabled: { form: 'date' } } }),
  ],
  'state-enabled-moment': [
    'the resulting state field is not shown: there only while enabled',
    users({ state: { field: 'active', enabled: 'yes', disabled: null } }),
  ],
  'state-number': [
    'the resulting state field is not shown: a number',
    users({ state: { field: 'state', enabled: 1, disabled: 0 } }),
  ],
  'disabled-leave': [
    'whether the disabled stay in classes is not stated: they leave',
    users({ leaves: true }),
  ],
  'disabled-hidden': [
    'whether lists have the disabled is not stated: they have not',
    users({ hidesDisabled: true, state: undefined }),
  ],
  'again-409': ['disabling the disabled may be refused by 409', users({ again: 409 })],
  'again-400': ['disabling the disabled may be refused by 400', users({ again: 400 })],
  'ids-everywhere': ['classIds may be in other answers than those listed', users({ idsEverywhere: true })],
  'users-few': ['fullName may be left out', users({ shows: 'few' })],
  'unknown-user-400': ['what an unknown user gets is not shown: 400', users({ unknown: 400 })],
  'taken-400': ['what a taken user name gets is not shown: 400', users({ taken: 400 })],
  'taken-free': ['whether user names are unique is not stated: they are not', users({ taken: 'free' })],
  'email-replaced': [
    'whether the old primary email stays is not stated: it goes',
    users({ keepsOldEmail: false }),
  ],
  'updated-later': ['updatedAt is empty until an update', users({ updatedAtFirst: false })],
  'collation-code': ['how texts are sorted is not stated: by code points', users({ collation: 'code' })],
  'full-eastern': ['the form of fullName is not stated: last name first', users({ fullNames: 'eastern' })],
  'full-comma': ['the form of fullName is not stated: last name, first name', users({ fullNames: 'comma' })],
  'ids-exact': [
    'whether ids are compared in any case is not stated: letter by letter',
    (s) => void Object.assign(s, { idsAnyCase: false }),
  ],
  'fields-refused': [
    'fields that nothing is said about may be refused',
    (s) => void Object.assign(s, { unknownFields: 'refuse' }),
  ],
  'refusal-422': [
    'error statuses of searches and accounts are not shown: 422',
    (s) => void Object.assign(s, { refusal: 422 }),
  ],
  'texts-60': [
    'bounds of texts are not shown: 2 to 60',
    (s) => void Object.assign(s, { text: { min: 2, max: 60 } }),
  ],
  'texts-4000': [
    'bounds of texts are not shown: 4000',
    (s) => void Object.assign(s, { text: { min: 1, max: 4000 } }),
  ],
} satisfies Record<string, Choice>;
