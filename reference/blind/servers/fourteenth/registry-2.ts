// The bugs of groups, sessions and users: as in registry-1.ts.
export const registryTwo = `
years-last-lost|d|the list of academic years|the last one is missing, though its id can be read
current-is-latest|d|the current academic year|GET current shows the year to come
year-future-404|d|an academic year is read by its id|404 for one to come
year-by-id-is-current|d|an academic year is read by its id|the current one is shown for any id
current-literal-latest|d|current stands for the current academic year|the last year is taken
year-filter-word-accepted|d|academicYearId is a UUID or current; else 400|GET /classes lists nothing for other words
year-filter-ignored|d|filter by academicYearId|GET /classes ignores it beside search
year-filter-unknown-all|d|filter by academicYearId|an unknown year lists all
cohort-search-case|d|search ignores case|GET cohorts is case-sensitive
class-search-prefix|d|search is an exact match|GET /classes finds beginnings of names
search-diacritics|d|search is an exact match|diacritics are ignored
search-wildcard|d|search is an exact match|% and _ are wildcards
search-ascii-case|d|search ignores case|only the case of A to Z is ignored
search-apostrophe-lost|d|search is an exact match|names with an apostrophe are not found
search-ampersand-escaped|d|search is an exact match|names with & are not found
search-or-year|d|search and academicYearId filter|either is enough
list-of-current-hides-new|d|a class made is a class of its year|it is missing from the list of the current year
list-needs-description|d|filter by academicYearId|those without description are missing
class-list-stale|d|a class made is listed|the list is that of the first request
class-unknown-400|d|404 for a class that is not found|400
cohort-unknown-409|d|404 for a cohort that is not found|DELETE answers 409
class-of-past-404|d|a class is read by its id|404 for classes of past years
class-twin|d|a class is read by its id|the first class of its name is shown
cohort-without-tests-404|d|a cohort is read by its id|404 for one without tests
cohort-key|p|a single resource stands in cohort|it stands in smartIaCohort
tests-only-english|d|the list of tests|tests of other subjects are missing, though cohorts have them
new-class-latest-year|d|academicYearId is the current one by default|the last year is taken
new-cohort-first-year|d|academicYearId is the current one by default|the first year is taken
new-cohort-year-required|d|academicYearId is optional|it is required for cohorts
new-class-bad-year|d|academicYearId is a UUID; else 400|other texts are accepted
new-cohort-unknown-year|d|academicYearId is of an academic year|an unknown one is taken for the current
new-class-year-ignored|d|academicYearId of a new class|the current year is taken
new-class-bare-body|d|the body holds class, required|a body without it is accepted
new-class-no-wrapper-500|d|an invalid request is answered with 400|a body without class is answered with 500
duplicate-seeded-unseen|d|409 where it already exists|those of old are not looked at
duplicate-new-unseen|d|409 where it already exists|new cohorts are not looked at
duplicate-undescribed-unseen|d|409 where it already exists|those without description are not looked at
duplicate-cohort-422|d|409 where the cohort already exists|422
duplicate-class-returned|d|409 where the class already exists|200 with the class that exists
duplicate-class-saved|d|409 where the class already exists|409, but a second one is made
new-class-name-ascii|d|a class is made as asked|letters beyond ASCII are not kept
new-class-200|p|201 for a class made|200
new-class-202-described|d|201 for a class made|202 where a description is given
duplicate-cohort-case|d|409 where the cohort already exists, in any case|another case is accepted
cohort-clashes-with-class|d|409 where the cohort already exists|409 where a class has the name
cohort-clash-prefix|d|409 where the cohort already exists|409 where the name begins like another
new-cohort-description-lost|d|a cohort is made as asked|the description is not kept
new-cohort-not-listed|d|a cohort is made|it is not where it has no description
progress-end-null|p|an In Progress session has no endDate|it is null
progress-end-planned|d|an In Progress session has no endDate|some have an hour after the start
session-start-bst|d|dates are in UTC, with Z|starts in summer are at +01:00
progress-result-omitted|p|an empty nested object is null|result is left out
progress-result-object|d|an empty nested object is null|result is an empty object
progress-shown-completed|d|status tells In Progress from Completed|the search shows all as completed
progress-abandoned|d|status has two kinds|old ones in progress are abandoned
completed-result-null|d|a Completed session carries a result|none where the level is NA
completed-result-null-slow|d|a Completed session carries a result|none where it took more than a day
level-en-dash|d|levels have the format Level - Sub-Level|an en dash in maths
level-l3|d|the level values|L3 - Lower
level-below|d|Entry - Below E3 is the other output|Below E3
level-na-maths|d|NA is for English writing|it is given in maths
level-below-english|d|Entry - Below E3 is for digital skills|it is given in English
result-duration-lost|d|the result holds the total duration|none where it is half an hour
result-date-day|p|dates of sessions are date-times, by the profile|the date of the result is a day
learner-name-of-next|d|a session links to its user|the list of completed sessions shows the name of another
learner-upn-null|d|empty fields are omitted|upn of the learner is null where there is none
session-test-ids-swapped|d|a session links to a test: testId, testVersionId|they are swapped in the list of those in progress
session-test-version-lost|d|a session links to a test: testId, testVersionId|testVersionId is missing for digital skills
session-id-of-test|d|a session has a unique identifier|it is that of the test in the list of those in progress
sessions-default-desc|p|startDate asc is the default order|desc
sessions-direction-ignored|d|sort has a direction|GET sessions takes asc always
session-30-refused|d|at most 30 values|30 of testId are refused
session-31-userid|d|at most 30 values|31 of userId are accepted
session-31-subject|d|at most 30 values|31 of subject are accepted
session-values-last|d|userId is an array|only the last counts
session-values-ten|d|at most 30 values|those after the tenth do not count
status-completed-ignored|d|status filters sessions|the one for completed does not
status-progress-nothing|d|status filters sessions|nothing is found in progress
start-filter-on-end|d|startDate filters by start date|it looks at the end
end-filter-takes-open|d|endDate filters by end date|sessions without one are let through
test-filter-version|d|testId filters by test|it looks at the id of the version
user-or-test|d|userId and testId filter|either is enough
sessions-sorted-by-day|d|startDate asc is the default order|within a day it is not kept
sessions-once-per-start|d|a list of all sessions|of those that begin at once the first alone is listed
sessions-doubled-by-classes|d|a session is listed once|those of users with three classes are listed twice
sessions-of-disabled-lost|d|GET sessions searches all sessions|those of disabled users are missing
cursor-skips-ties|d|nextCursor is the cursor of the next page|those that begin with the last one are skipped
session-gone-external|d|the externalId filter was removed from the session lists|it filters still
sessions-open-lost-by-subject|d|GET sessions searches both kinds|those in progress are missing where a subject is asked for
progress-list-short-ones|d|the list of In Progress sessions|completed ones of less than five minutes are there
session-search-30-at-most|d|the search of sessions is for many filter values|more than 30 userIds are refused
session-search-sort-ignored|d|the body of the search holds sort|it is ignored
session-search-gone-external|d|externalIds was removed from the search of sessions|it filters still
study-user-ignored|d|GET /sessions/completed filters|userId is ignored
email-without-at-accepted|d|email is an email; else 400|a text without at sign finds nobody
email-plus-refused|d|email is an email|one with a plus sign is refused
name-empty-accepted|d|name has a minimum length of 1|an empty one lists all
name-one-refused|d|name has a minimum length of 1|one letter is refused
search-sort-field-ignored|d|sort is that of GET /users|the search sorts by createdAt always
users-default-asc|p|createdAt desc is the default order|asc
users-direction-ignored|d|sort has a direction|by lastName it is desc always
users-31-upn|d|1 to 30 values|31 of upn are accepted
users-31-username|d|1 to 30 values|31 of username are accepted
users-30-refused|d|1 to 30 values|30 of upn are refused
users-values-last|d|repeat the parameter|of upn the last alone counts
users-values-split|d|repeat the parameter|an externalId with a comma is split
users-bad-id-ignored|d|userId holds UUIDs; else 400|others are passed over
search-cut-at-100|d|the search is for more than 30 values|of any filter 100 count
search-upns-ignored|p|the search has the filter upns|it is ignored
search-externalids-ignored|p|the search has the filter externalIds|it is ignored
email-only-primary|d|email finds by every address, by the profile|by the primary one alone
email-lower-cased|d|email finds the user of the address|addresses with capitals are not found
email-plus-lost|d|email finds the user of the address|those with a plus sign are not found
email-tag-dropped|d|email finds the user of the address|what follows a plus sign is ignored
external-ignored-with-role|d|all filters count|externalId is ignored beside role
role-ignored-with-user-id|d|all filters count|role is ignored beside userId
role-alone|d|role finds the users of a role|who has two roles is not found
role-teacher-is-staff|d|role finds the users of a role|teacher finds administrators too
users-created-by-day|d|createdAt desc is the default order|within a day it is not kept
users-new-username-unindexed|d|username finds the users of the values|new users are not found
users-without-classes-lost|d|role finds the users of a role|teachers without classes are not found
users-doubled-by-classes|d|a user is listed once|by name, those with three classes are listed twice
users-same-name-merged|d|name finds users|of those who share a name the first alone is listed
users-filters-or|d|all filters count|either is enough
users-none-is-all|d|userId finds the users of the values|where none is found, all are listed
search-ids-in-order|d|createdAt desc is the default order|the search keeps the order of userIds
`;
