// Part 3: writing.
export const BUGS3 = {
  'create-class-200': 'p|POST /classes succeeds with 201|200',
  'create-class-bare': 'p|The class is wrapped by class|POST /classes sends it bare',
  'create-class-no-duplicate-check': 'p|409 when the class exists|a second one is made',
  'create-class-duplicate-400': 'p|409 when the class exists|400',
  'create-class-duplicate-returns-old': 'd|409 when the class exists|201 with the class that is there',
  'create-class-not-stored': 'p|A created class can be read|the transaction is not committed',
  'create-class-not-listed':
    'd|GET /classes lists the classes|the list comes from a cache that creating does not clear',
  'create-class-other-id':
    'd|The response shows the class that was created|a second id is drawn for the response',
  'create-class-year-default-first':
    'd|academicYearId defaults to the current year|it defaults to the first year',
  'create-class-year-overridden':
    'd|The class belongs to the year that was asked for|it always gets the current year',
  'create-class-description-lost': 'd|The class keeps its description|the insert leaves it out',
  'create-class-unwrapped-accepted':
    'd|The body wraps the payload by class|a body without class is read as the class itself',
  'create-class-no-body-500': 'd|400 for an invalid request|a missing body gives 500',
  'create-class-year-malformed': 'd|academicYearId is a UUID|other texts are stored',
  'create-class-empty-description':
    'd|Empty fields are omitted|201 shows description null where none was given',
  'create-class-name-number': 'd|400 for an invalid request|a name that is a number is stored as it stands',
  'create-cohort-200': 'p|POST /smart-ia/cohorts succeeds with 201|200',
  'create-cohort-wrapped-class': 'd|The cohort is wrapped by cohort|copied: wrapped by class',
  'create-cohort-no-duplicate-check': 'p|409 when the cohort exists|a second one is made',
  'create-cohort-duplicate-500': 'd|409 when the cohort exists|the unique index throws: 500',
  'create-cohort-year-missing': 'd|academicYearId defaults to the current year|it stays empty',
  'create-cohort-year-overridden':
    'd|The cohort belongs to the year that was asked for|the last year is taken',
  'create-cohort-into-classes': 'd|A created cohort can be read|it is stored as a class',
  'create-cohort-description-name': 'd|The cohort keeps its description|the name is stored there',
  'create-cohort-year-any': 'd|academicYearId is a UUID|texts that are none are taken for the current year',
  'create-cohort-no-body-201':
    'd|400 for an invalid request (name is required here)|a cohort without a name is made',
  'class-students-200': 'p|204 without a body|POST /classes/{classId}/students sends 200 with the class',
  'class-students-empty-204': 'd|1 to 100 items|POST /classes/{classId}/students takes an empty list',
  'class-students-101': 'd|1 to 100 items|POST /classes/{classId}/students takes 101',
  'class-students-100-refused': 'd|1 to 100 items|POST /classes/{classId}/students refuses 100',
  'class-students-first-only':
    'd|All users are assigned|POST /classes/{classId}/students returns out of the loop after the first',
  'class-students-replace':
    'd|Users are assigned besides those there|POST /classes/{classId}/students replaces the members',
  'class-students-not-shown':
    'd|classIds holds the classes of the user|POST /classes/{classId}/students does not touch the cached classIds',
  'class-students-unknown-class-204': 'd|404 for an unknown class|POST /classes/{classId}/students sends 204',
  'class-students-twice-row': 'd|classIds holds each class once|assigning twice adds a second row',
  'class-students-malformed-id':
    'd|userIds are UUIDs|POST /classes/{classId}/students leaves out other texts',
  'class-students-wrapped':
    'd|The body is { userIds }|POST /classes/{classId}/students wants it inside class',
  'class-students-remove-noop': 'p|The users are removed|DELETE /classes/{classId}/students does nothing',
  'class-students-remove-everyone':
    'd|The users in the list are removed|DELETE /classes/{classId}/students removes all',
  'class-students-remove-everywhere':
    'd|The users are removed from the class|DELETE /classes/{classId}/students removes them from all classes',
  'class-students-remove-200': 'p|204 without a body|DELETE /classes/{classId}/students sends 200 {}',
  'class-students-remove-unknown-204':
    'd|404 for an unknown class|DELETE /classes/{classId}/students sends 204',
  'class-students-remove-101-refused':
    'd|No size bounds are stated|DELETE /classes/{classId}/students refuses 101',
  'class-teachers-101': 'd|1 to 100 items|POST /classes/{classId}/teachers was forgotten when the bound came',
  'class-teachers-empty-204': 'd|1 to 100 items|POST /classes/{classId}/teachers takes an empty list',
  'class-teachers-noop':
    'p|The teachers are assigned|POST /classes/{classId}/teachers validates and stores nothing',
  'class-teachers-404-as-400': 'd|404 for an unknown class|POST /classes/{classId}/teachers sends 400',
  'class-teachers-no-userids-204': 'd|userIds is required|POST /classes/{classId}/teachers sends 204 for {}',
  'class-teachers-remove-101': 'd|1 to 100 items|DELETE /classes/{classId}/teachers takes 101',
  'class-teachers-remove-empty':
    'd|1 to 100 items|DELETE /classes/{classId}/teachers takes an empty list and removes all',
  'class-teachers-remove-first':
    'd|The users are removed|DELETE /classes/{classId}/teachers removes the first alone',
  'class-teachers-remove-students':
    "d|The users are removed as teachers|DELETE /classes/{classId}/teachers looks in the students' table",
  'class-teachers-remove-malformed-404':
    'd|400 for an invalid id|DELETE /classes/{classId}/teachers sends 404 for a class id that is not a UUID',
  'cohort-students-201': 'p|204 without a body|POST /smart-ia/cohorts/{cohortId}/students sends 201',
  'cohort-students-into-classids':
    'd|cohortIds holds the cohorts of the user|POST /smart-ia/cohorts/{cohortId}/students writes to the classes of the user',
  'cohort-students-leave-others':
    'd|Students are assigned besides|POST /smart-ia/cohorts/{cohortId}/students takes them out of their other cohorts',
  'cohort-students-unknown-204':
    'd|404 for an unknown cohort|POST /smart-ia/cohorts/{cohortId}/students sends 204',
  'cohort-students-remove-noop':
    'p|The students are removed|DELETE /smart-ia/cohorts/{cohortId}/students compares an id with an object and finds none',
  'cohort-students-remove-no-userids':
    'd|userIds is required|DELETE /smart-ia/cohorts/{cohortId}/students sends 204 for {}',
  'cohort-students-remove-kept-cache':
    'd|cohortIds holds the cohorts of the user|GET /users shows the cohorts from before DELETE /smart-ia/cohorts/{cohortId}/students',
  'cohort-tests-add-noop': 'p|The tests are assigned|POST /smart-ia/cohorts/{cohortId}/tests stores nothing',
  'cohort-tests-add-replace':
    'd|Tests are assigned besides|POST /smart-ia/cohorts/{cohortId}/tests replaces the list',
  'cohort-tests-add-twice': 'd|testId is unique per test|a test that is assigned again is there twice',
  'cohort-tests-add-not-listed':
    'd|tests holds the tests of the cohort|the list of cohorts reads a snapshot from before POST /smart-ia/cohorts/{cohortId}/tests',
  'cohort-tests-add-unknown-204':
    'd|404 for an unknown cohort|POST /smart-ia/cohorts/{cohortId}/tests sends 204',
  'cohort-tests-add-userids':
    'd|The body is { testIds }|POST /smart-ia/cohorts/{cohortId}/tests reads userIds',
  'cohort-tests-remove-last':
    'd|The tests are removed|DELETE /smart-ia/cohorts/{cohortId}/tests removes the last of the list alone',
  'cohort-tests-remove-all':
    'd|The tests in the list are removed|DELETE /smart-ia/cohorts/{cohortId}/tests removes all',
  'cohort-tests-remove-everywhere':
    'd|The tests are removed from the cohort|DELETE /smart-ia/cohorts/{cohortId}/tests removes them from all cohorts',
  'cohort-tests-remove-200':
    'p|204 without a body|DELETE /smart-ia/cohorts/{cohortId}/tests sends 200 with the cohort',
  'create-student-200': 'p|POST /students succeeds with 201|200',
  'create-student-unwrapped': 'p|The response has user|POST /students sends the user bare',
  'create-student-wrapped-student': 'd|The response has user|POST /students wraps by student',
  'create-student-no-classids': 'd|classIds is present on POST /students|it is left out',
  'create-student-role-missing': 'd|A student has the role of students|POST /students stores no role',
  'create-student-no-fullname': 'd|A user has its fullName|POST /students does not put it together',
  'create-student-born-lost': 'd|The student keeps its date of birth|POST /students does not store it',
  'create-student-not-searchable':
    'd|A created student can be searched|the index of POST /users/search is built at the start',
  'create-student-created-epoch': 'd|createdAt is a date-time|POST /students sends a number',
  'create-student-null-fields': 'd|Empty fields are omitted|POST /students sends null for what was not given',
  'create-teacher-as-student':
    'p|A teacher has the role of teachers|POST /teachers stores the role of students',
  'create-teacher-no-cohortids': 'd|cohortIds is present on POST /teachers|it is left out',
  'create-teacher-202': 'd|POST /teachers succeeds with 201|202',
  'create-teacher-updated-missing': 'd|A user has updatedAt|a teacher that was never updated lacks it',
  'details-unwrapped': 'p|The response has user|PATCH /students/{userId}/details sends the user bare',
  'details-gender-clears-born':
    'd|Only what is sent is updated|PATCH /students/{userId}/details with gender alone empties dateOfBirth',
  'details-not-stored':
    'p|The details are updated|PATCH /students/{userId}/details shows them and stores nothing',
  'details-born-shifted':
    'd|dateOfBirth is what was sent|PATCH /students/{userId}/details stores the day before',
  'details-no-classids': 'd|classIds is present on PATCH /students/{userId}/details|it is left out',
  'details-updated-kept':
    'd|updatedAt is when the user was last updated|PATCH /students/{userId}/details does not touch it',
  'name-fullname-stale': 'd|fullName is the name of the user|PUT /users/{userId}/name does not renew it',
  'name-last-ignored': 'd|The name is updated|PUT /users/{userId}/name stores firstName alone',
  'name-created-touched': 'd|createdAt is when the user was created|PUT /users/{userId}/name renews it',
  'name-204': 'p|200 with user|PUT /users/{userId}/name sends 204',
  'name-filter-stale':
    'd|name filters by the name|GET /users and its search find by the name from before PUT /users/{userId}/name',
  'name-ascii': 'd|Names are kept as they are|PUT /users/{userId}/name drops what is not ASCII',
  'password-204': 'p|200 with user|PUT /users/{userId}/password sends 204',
  'password-clears-roles':
    'd|roles holds all platform roles|PUT /users/{userId}/password saves a partial user: roles are lost',
  'password-no-cohortids': 'd|cohortIds is present on PUT /users/{userId}/password|it is left out',
  'email-appended': 'd|The primary address is updated|PUT /users/{userId}/emails/primary puts it at the end',
  'email-text': 'd|emails is an array|PUT /users/{userId}/emails/primary shows a string',
  'email-no-classids': 'd|classIds is present on PUT /users/{userId}/emails/primary|it is left out',
  'email-filter-stale':
    'd|email filters by the address|GET /users and its search find by the address from before PUT /users/{userId}/emails/primary',
  'external-id-upn': 'd|The external identifier is set|PUT /users/{userId}/external-id writes upn',
  'external-id-not-stored': 'p|The external identifier is set|PUT /users/{userId}/external-id stores nothing',
  'external-id-sessions-stale':
    'd|A session links to its user with identifiers|the learner of sessions keeps the old externalId',
  'disable-noop': 'p|The user is disabled|POST /users/{userId}/disable stores nothing',
  'disable-vanishes': 'd|A disabled user can be read|GET /users leaves out who was disabled',
  'disable-sessions-lost': 'd|The list has all sessions|sessions of who was disabled are gone',
  'enable-noop': 'p|The user is enabled|POST /users/{userId}/enable stores nothing',
  'enable-others': 'd|The user is enabled|POST /users/{userId}/enable has no where: all are enabled',
  'student-classes-noop': 'p|The student is assigned|POST /students/{userId}/classes stores nothing',
  'student-classes-replace':
    'd|The student is assigned besides|POST /students/{userId}/classes replaces the classes',
  'student-classes-remove-all':
    'd|A list of classes is removed|DELETE /students/{userId}/classes removes all',
  'student-classes-remove-adds':
    'd|A list of classes is removed|copied: DELETE /students/{userId}/classes assigns',
  'student-cohorts-first':
    'd|The student is assigned to the cohorts|POST /students/{userId}/cohorts takes the first alone',
  'student-cohorts-as-classes':
    'd|The student is assigned to the cohorts|POST /students/{userId}/cohorts shows them under classIds',
  'teacher-classes-noop': 'p|The teacher is assigned|POST /teachers/{userId}/classes stores nothing',
  'teacher-classes-all-teachers':
    'd|The teacher is assigned|POST /teachers/{userId}/classes puts others out of the class',
  'teacher-classes-remove-noop':
    "p|A list of classes is removed|DELETE /teachers/{userId}/classes looks in the students' table",
  'teacher-classes-remove-class':
    'd|A list of classes is removed from the teacher|DELETE /teachers/{userId}/classes deletes the classes',
} as const;
