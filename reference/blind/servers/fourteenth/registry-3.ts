// The bugs of writes, keys, errors and CORS: as in registry-1.ts.
export const registryThree = `
member-ids-missing-204|d|userIds and testIds are required|POST to cohorts takes a body without
member-bad-id-204|d|userIds holds UUIDs; else 400|others are passed over in DELETE class students
students-101-accepted|d|userIds: 1 to 100|101 are accepted in POST class students
students-100-refused|d|userIds: 1 to 100|100 are refused in POST class students
teachers-none-accepted|d|userIds: 1 to 100|none is accepted in POST class teachers
teachers-50-at-most|d|userIds: 1 to 100|more than 50 are refused in POST class teachers
remove-teachers-none-accepted|d|userIds: 1 to 100|none is accepted in DELETE class teachers
remove-teachers-101-accepted|d|userIds: 1 to 100|101 are accepted in DELETE class teachers
remove-students-101-refused|d|DELETE class students has no size bounds|101 are refused
cohort-students-101-refused|d|POST cohort students has no size bounds|101 are refused
students-last-lost|d|POST class students assigns the students|the last of several is left out
students-over-fifty-lost|d|POST class students takes 100|those after the fiftieth are left out
students-classless-only|d|POST class students assigns the students|not those who have a class
teachers-one-per-class|d|POST class teachers assigns the teachers|a new one takes the place of the old
remove-students-lost|d|DELETE class students removes the students|three or more are not removed
remove-teachers-last-kept|d|DELETE class teachers removes the teachers|the last is kept
cohort-students-lost-with-cohort|d|POST cohort students assigns the students|not those who have a cohort
remove-cohort-students-lost|p|DELETE cohort students removes the students|204 without effect
student-classes-first-only|d|POST student classes assigns to the classes|the first alone
student-cohorts-last-only|d|POST student cohorts assigns to the cohorts|the last alone
teacher-classes-lost|d|POST teacher classes assigns to the classes|not to the first
teacher-remove-lost|d|DELETE teacher classes removes a list of classes|one alone is not removed
students-leave-other-classes|d|POST class students assigns, and no more|the students leave their other classes
cohort-students-leave-cohorts|d|POST cohort students assigns, and no more|the students leave their other cohorts
cohort-students-in-class|d|classIds: classes of the user|POST cohort students puts the cohort there
student-classes-replaced|d|POST student classes assigns, and no more|the other classes are lost
student-cohorts-replaced|d|POST student cohorts assigns, and no more|the other cohorts are lost
teacher-classes-replaced|d|POST teacher classes assigns, and no more|the other classes are lost
students-twice-leaves|d|POST class students assigns|who is there already leaves
remove-students-everywhere|d|DELETE class students removes from the class|from all classes
remove-cohort-students-everywhere|d|DELETE cohort students removes from the cohort|from all cohorts
student-remove-all|d|DELETE student classes removes a list of classes|all classes
student-remove-cohorts-too|d|DELETE student classes removes a list of classes|the cohorts too
teacher-remove-all|d|DELETE teacher classes removes a list of classes|all classes
membership-200|p|204 without body|POST class students answers 200
remove-membership-200|p|204 without body|DELETE cohort tests answers 200
members-of-unknown-class-204|d|404 for a class that is not found|204 in DELETE class students
remove-students-empties-class|d|DELETE class students removes the students given|all students of the class leave
students-replace-class|d|POST class students assigns, and no more|those who were there leave
students-into-first-of-name|d|POST class students assigns to the class|to the first class of its name
members-of-unknown-cohort-400|d|404 for a cohort that is not found|400 in DELETE cohort students
cohort-tests-replaced|d|POST cohort tests assigns, and no more|the tests that were there are lost
cohort-tests-twice|d|testId is unique per test|a test assigned again is there twice
cohort-tests-described-lost|d|POST cohort tests assigns the tests|not the last where the cohort has a description
cohort-tests-of-all|d|POST cohort tests assigns to the cohort|to all cohorts of the year
remove-cohort-tests-lost|d|DELETE cohort tests removes the tests|not the first of several
remove-cohort-tests-same-subject|d|DELETE cohort tests removes the tests given|all of the subject
remove-cohort-tests-last-kept|d|DELETE cohort tests removes the tests|the last one cannot be removed
account-email-unchecked|d|email is an email; refused by the profile|any text is accepted
account-born-unchecked|d|a date is YYYY-MM-DD; refused by the profile|any text is accepted
name-204|p|PUT name: 200 with user|204
email-202|p|PUT primary email: 200 with user|202
details-data|p|the response carries user|PATCH details carries data
new-student-external-lost|d|a student is made as asked|externalId is not kept
new-student-born-shifted|d|a student is made as asked|dateOfBirth is kept a day early
new-student-upn-upper|d|a student is made as asked|upn is kept in capitals
new-student-names-ascii|d|a student is made as asked|letters beyond ASCII are not kept
new-teacher-student-too|d|roles: all platform roles of the user|a teacher is kept as a student too
new-teacher-username-email|d|a teacher is made as asked|username is kept as the address
new-teacher-created-day|d|createdAt: when the user was created|the day is kept, not the time
new-student-updated-before|d|updatedAt: when the user was last updated|it is before createdAt
new-student-namesake-not-saved|d|POST /students makes a student|not where one has the name already
details-updated-kept|d|updatedAt: when the user was last updated|PATCH details leaves it
details-created-too|d|createdAt: when the user was created|PATCH details changes it
updated-before-created|d|updatedAt: when the user was last updated|PUT primary email sets it before createdAt
details-born-lost-with-gender|d|PATCH details updates date of birth or gender|beside gender the date is lost
details-clears-gender|d|PATCH details updates what is given|gender is lost where it is not given
details-born-leap|d|PATCH details updates the date of birth|29 February becomes 1 March
details-clears-classes|d|PATCH details updates date of birth or gender|classes are lost where gender is given
details-shows-old|d|the response carries the user updated|it shows the user from before
name-capitalised|d|PUT name updates the name|McAllister becomes Mcallister
name-escaped|d|PUT name updates the name|apostrophes are escaped as HTML does
name-of-namesakes|d|PUT name updates the user|and all who share the name
name-drops-emails|d|PUT name updates the name|all addresses but the first are lost
name-not-saved|d|PUT name updates the name|it is shown but not kept
password-clears-external|d|PUT password changes the password|externalId is lost
password-other-user|d|the response carries the user|another user is shown
email-not-saved-without-any|d|PUT primary email updates it|not where the user had none
email-cut-at-plus|d|PUT primary email updates it|what follows a plus sign is not kept
email-shows-old|d|the response carries the user updated|it shows the user from before
external-only-once|d|PUT external-id sets the identifier|not where there is one already
external-lower|d|PUT external-id sets the identifier|it is kept in small letters
enable-without-effect|d|enable enables the user|it is shown but not kept
disable-toggles|d|disable disables the user|a second time enables
disable-shows-enabled|d|disable disables the user|the response shows the user enabled
disable-clears-cohorts|d|who is disabled stays in cohorts, by the profile|the cohorts are lost
disable-leaves-classes|d|who is disabled stays in classes, by the profile|the classes are lost
disable-drops-roles|d|roles: all platform roles of the user|disable takes them away
enable-clears-emails|d|enable enables the user, and no more|the addresses are lost
enable-students-only|d|enable enables the user|not teachers
door-no-key-search|p|no key, 401|POST /users/search needs none
door-no-key-study|p|no key, 401|GET /sessions/completed needs none
door-no-key-class|d|no key, 401|GET of a class needs none
door-no-key-enable|d|no key, 401|enable needs none
door-no-key-password|d|no key, 401|PUT password needs none
door-no-key-remove-tests|d|no key, 401|DELETE cohort tests needs none
restricted-searches-users|p|403 for a key without the permission|POST /users/search lets it through
restricted-lists-study|p|403 for a key without the permission|GET /sessions/completed lets it through
restricted-sets-password|d|403 for a key without the permission|PUT password lets it through
restricted-disables|d|403 for a key without the permission|disable lets it through
restricted-removes-teachers|d|403 for a key without the permission|DELETE class teachers lets it through
restricted-adds-cohorts|d|403 for a key without the permission|POST student cohorts lets it through
unknown-before-key|d|no key, 401|an unknown class is 404 first
unknown-cohort-before-key|d|no key, 401|an unknown cohort is 404 first
body-before-key|d|no key, 401|a body that is no JSON is 400 first
query-before-key|d|no key, 401|a bad limit is 400 first
bad-id-before-key|d|no key, 401|an id that is no UUID is 400 first
unknown-cohort-before-permission|d|403 for a key without the permission|an unknown cohort is 404 first
body-before-permission|d|403 for a key without the permission|a body that is no JSON is 400 first
query-before-permission|d|403 for a key without the permission|a bad limit is 400 first
bad-id-before-permission|d|403 for a key without the permission|an id that is no UUID is 400 first
door-key-in-query|d|the key is in the header x-api-key|one in the query is taken
door-bearer|d|the key is in the header x-api-key|one in Authorization is taken
door-empty-key|d|an invalid key, 401|an empty one may read
door-key-any-case|d|an invalid key, 401|the case of the key is ignored
door-key-prefix|d|an invalid key, 401|a beginning of the key is enough
door-key-longer|d|an invalid key, 401|more signs after the key are ignored
door-any-key-sessions|d|an invalid key, 401|GET sessions takes any
door-any-key-create-cohort|d|an invalid key, 401|POST cohorts takes any
no-key-403|p|no key, 401|403
bad-key-403|d|an invalid key, 401|403
restricted-refused-tests|p|the restricted key may list tests, by the profile|403
restricted-refused-current|d|the restricted key may list classes, by the profile|403 where the current year is asked for
restricted-401|d|403 for a key without the permission|401 in POST /users/search
restricted-404|d|403 for a key without the permission|404 in PUT name
restricted-name-done-first|d|403 for a key without the permission|PUT name is done all the same
restricted-cohort-done-first|d|403 for a key without the permission|POST cohorts is done all the same
error-status-text|p|status of an error is an integer|it is a text
error-message-lost|d|an error has a message|404 has error instead
error-status-409-other|d|status of an error equals that of the response|409 says 400
error-403-says-401|d|status of an error equals that of the response|403 says 401
error-none-401|d|an error has one of two formats|401 has no body
error-none-403|d|an error has one of two formats|403 of a write has no body
error-in-200|d|404 for a class that is not found|200 with the error
error-text-404|d|responses are application/json|404 of a cohort is text/plain
preflight-no-key-header|p|browser requests are permitted|preflights do not allow x-api-key
preflight-no-content-type|d|browser requests are permitted|preflights do not allow content-type
preflight-no-patch|d|browser requests are permitted|preflights do not allow PATCH
preflight-no-delete|d|browser requests are permitted|preflights do not allow DELETE
preflight-needs-key|p|browser requests are permitted|preflights get 401
preflight-nested-404|d|browser requests are permitted|preflights of longer paths get 404
preflight-bare|d|browser requests are permitted|preflights of searches allow nothing
cors-none-401|d|browser requests are permitted|401 has no CORS header
cors-none-404|d|browser requests are permitted|404 has no CORS header
cors-none-400|d|browser requests are permitted|400 has no CORS header
cors-none-409|d|browser requests are permitted|409 has no CORS header
cors-none-204|d|browser requests are permitted|204 has no CORS header
cors-none-search|p|browser requests are permitted|POST /users/search has no CORS header
cors-none-null-origin|d|any origin|not the origin null
cors-one-origin|d|any origin|one origin alone
cors-twice|d|any origin|GET tests has the header twice in one
type-plain-400|d|responses are application/json|400 is text/plain
type-stream-sessions|p|responses are application/json|the list of completed sessions is application/octet-stream
type-hal|d|responses are application/json|a class read by its id is application/hal+json
`;
