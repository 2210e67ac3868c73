// Catalogue of the switchable bugs: id -> depth | what it breaks | what the server does. Part 1: transport, errors, years, classes, cohorts, tests.
export const BUGS1 = {
  // transport: CORS, content types
  'cors-lost-on-errors':
    'p|Browsers of any origin may call (CORS)|error responses carry no Access-Control-Allow-Origin',
  'cors-lost-on-401':
    'd|Browsers of any origin may call (CORS)|the authentication step answers 401 before the CORS step has run',
  'cors-lost-on-204': 'p|Browsers of any origin may call (CORS)|answers without a body skip the CORS headers',
  'cors-lost-on-created':
    'p|Browsers of any origin may call (CORS)|201 answers are built by hand and carry no CORS headers',
  'cors-own-origins-only':
    'p|Any origin is permitted|only an allow-list of own origins gets Access-Control-Allow-Origin',
  'cors-http-origins-refused':
    'd|Any origin is permitted|an Origin with plain http:// is answered with Access-Control-Allow-Origin: null',
  'cors-header-doubled':
    'd|Browsers of any origin may call (CORS)|gateway and service both set it: the header reads "*, *"',
  'cors-forgotten-at-users-search':
    'p|Browsers of any origin may call (CORS)|POST /users/search was added without the CORS wrapper',
  'cors-forgotten-at-study-sessions':
    'p|Browsers of any origin may call (CORS)|GET /sessions/completed is served without CORS headers',
  'cors-forgotten-at-tests':
    'p|Browsers of any origin may call (CORS)|GET /smart-ia/tests is served without CORS headers',
  'preflight-needs-key':
    'p|Browsers of any origin may call (CORS): a preflight carries no key|OPTIONS without x-api-key gets 401',
  'preflight-hides-api-key':
    'p|Browsers must be able to send x-api-key|Access-Control-Allow-Headers lists content-type only',
  'preflight-without-put-patch':
    'd|Browsers must be able to use PUT and PATCH|Access-Control-Allow-Methods is GET, POST, DELETE',
  'preflight-without-delete':
    'd|Browsers must be able to use DELETE|Access-Control-Allow-Methods leaves DELETE out',
  'preflight-404-below-ids': 'd|Browsers may call every endpoint|OPTIONS on a path with an id in it gets 404',
  'errors-as-text-plain': 'p|Responses are application/json|error bodies are labelled text/plain',
  'class-404-as-html':
    "d|Responses are application/json; errors take one of two JSON formats|an unknown class gets the framework's HTML page",
  'tests-without-content-type': 'p|Responses are application/json|GET /smart-ia/tests has no Content-Type',
  'sessions-vendor-type':
    'p|Responses are application/json|session lists are labelled application/vnd.sessions+json',
  'empty-page-as-octet-stream':
    'd|Responses are application/json|a list that finds nothing is labelled application/octet-stream',
  // authentication
  'key-any-case': 'd|An invalid key gets 401|keys are compared without letter case',
  'key-prefix-enough': 'd|An invalid key gets 401|the first 12 characters of a key are enough',
  'key-with-tail': 'd|An invalid key gets 401|a valid key followed by more characters is accepted',
  'key-empty-accepted': 'd|A request without a key gets 401|an empty x-api-key header passes',
  'key-in-query': 'd|The key is sent in the header x-api-key|?api_key= is accepted in place of the header',
  'key-as-bearer':
    'd|The key is sent in the header x-api-key|Authorization: Bearer is accepted in place of the header',
  'missing-key-403': 'p|A request without a key gets 401|a missing key gets 403',
  'invalid-key-403': 'p|A request with an invalid key gets 401|an unknown key gets 403',
  'missing-key-400':
    'd|A request without a key gets 401|the header is validated as a required parameter: 400',
  'invalid-key-500':
    'd|A request with an invalid key gets 401|a key that is not of the right length makes the comparison throw: 500',
  'validation-before-auth':
    'd|A request without a key gets 401|an invalid query is answered with 400 before the key is looked at',
  'lookup-before-auth':
    'd|A request without a key gets 401|an unknown class or cohort is answered with 404 before the key is looked at',
  'open-current-year': 'p|Every endpoint requires a key|GET /academic-years/current is served without a key',
  'open-tests': 'p|Every endpoint requires a key|GET /smart-ia/tests is served without a key',
  'open-study-sessions': 'p|Every endpoint requires a key|GET /sessions/completed is served without a key',
  'open-sessions-search':
    'p|Every endpoint requires a key|POST /smart-ia/sessions/search is served without a key',
  'open-cohort': 'p|Every endpoint requires a key|GET /smart-ia/cohorts/{cohortId} is served without a key',
  'open-year':
    'd|Every endpoint requires a key with an invalid one refused|GET /academic-years/{academicYearId} accepts any key that is not empty',
  'open-external-id':
    'p|Every endpoint requires a key|PUT /users/{userId}/external-id is served without a key',
  'open-users-search': 'd|An invalid key gets 401|POST /users/search accepts any key that is not empty',
  'allowed-users-search':
    'p|A key without the permission gets 403|POST /users/search misses the permission check',
  'allowed-in-progress':
    'p|A key without the permission gets 403|GET /smart-ia/sessions/in-progress misses the permission check',
  'allowed-completed':
    'p|A key without the permission gets 403|GET /smart-ia/sessions/completed misses the permission check',
  'allowed-study-sessions':
    'p|A key without the permission gets 403|GET /sessions/completed misses the permission check',
  'allowed-sessions-search':
    'p|A key without the permission gets 403|POST /smart-ia/sessions/search misses the permission check',
  'allowed-users-by-id':
    'd|A key without the permission gets 403|GET /users with a userId filter skips the permission check',
  'allowed-create-teacher':
    'p|A key without the permission gets 403|POST /teachers misses the permission check',
  'allowed-details':
    'p|A key without the permission gets 403|PATCH /students/{userId}/details misses the permission check',
  'allowed-remove-teachers':
    'p|A key without the permission gets 403|DELETE /classes/{classId}/teachers misses the permission check',
  'allowed-enable':
    'p|A key without the permission gets 403|POST /users/{userId}/enable misses the permission check',
  'allowed-cohort-tests':
    'p|A key without the permission gets 403|both operations on /smart-ia/cohorts/{cohortId}/tests miss the permission check',
  'allowed-create-class': 'p|A key without the permission gets 403|POST /classes misses the permission check',
  'forbidden-as-401': 'p|A key without the permission gets 403|it gets 401',
  'forbidden-as-404': 'd|A key without the permission gets 403|it gets 404, as if to hide the resource',
  'forbidden-search-empty':
    'd|A key without the permission gets 403|a search with such a key gets 200 and an empty page',
  'validation-before-permission':
    'd|A key without the permission gets 403|an invalid query gets 400 even with such a key',
  // error formats
  'error-status-text': 'p|status is an integer|the status in error bodies is a string',
  'error-status-missing': 'p|The basic error has status and message|the basic error has no status',
  'error-message-missing':
    'p|The basic error has status and message|the basic error says "error" where it should say "message"',
  'error-message-list':
    'd|message is a string|a validation error lists its messages in an array, and the format falls back to the basic one',
  'error-wrapped': 'p|An error takes one of two formats|the error stands inside { "error": ... }',
  'error-401-empty': 'p|An error takes one of two JSON formats|401 has no body',
  'error-404-empty': 'd|An error takes one of two JSON formats|404 has an empty body',
  'error-400-status-422':
    'd|status equals the HTTP status|validation errors say 422 in the body and 400 on the wire',
  'error-401-says-403': 'd|status equals the HTTP status|the body of 401 says 403',
  'error-404-says-400': 'd|status equals the HTTP status|the 404 of a cohort says 400 in the body',
  'error-403-says-401': 'd|status equals the HTTP status|the body of 403 says 401',
  'error-problem-title-object':
    'd|title is a string|the title of problem details is an object with a code and a text',
  'error-type-number': 'd|type is a URI|the type of problem details is an internal error number',
  'error-instance-spaces': 'd|instance is a URI|instance is free text with blanks',
  'error-bare-string': 'd|An error takes one of two JSON formats|404 bodies are a JSON string',
  'error-wire-200': 'd|404 for a class that is not there|the error body says 404, the wire says 200',
  // academic years
  'years-under-own-name': 'p|List responses use data|the list stands under academicYears',
  'years-bare-array': 'p|List responses use data|the list is a bare array',
  'years-last-dropped': 'd|GET /academic-years lists the years|a slice leaves out the newest year',
  'years-joined-twice':
    'd|GET /academic-years lists the years|a join with cohorts repeats years that have several',
  'years-only-running':
    'd|GET /academic-years lists the years|years that are over are left out though classes belong to them',
  'years-date-only': 'p|startDate and endDate of a year are date-times|they are sent as YYYY-MM-DD',
  'years-no-millis':
    'd|A date-time is YYYY-MM-DDTHH:MM:SS.SSSZ|milliseconds are left out where they are zero',
  'years-offset-form': 'd|A date-time ends with Z|year dates end with +00:00',
  'years-epoch':
    'd|endDate is a date-time|GET /academic-years/{academicYearId} sends endDate as a number of milliseconds',
  'years-id-short': 'p|The identifier is academicYearId|it is called id in the list',
  'year-unwrapped':
    'p|Single resources are wrapped|GET /academic-years/{academicYearId} sends the year without academicYear',
  'year-in-data': 'p|Single resources are wrapped by academicYear|GET /academic-years/current wraps by data',
  'year-unknown-200': 'p|404 for an unknown year|200 with academicYear null',
  'year-unknown-400': 'p|404 for an unknown year|400',
  'year-unknown-current': 'd|404 for an unknown year|an unknown id falls back to the current year',
  'year-malformed-500':
    'd|404 for a year that is not there|an id that is not a UUID makes the database throw: 500',
  'year-past-404':
    'd|GET /academic-years/{academicYearId} gives a year of the list|years that are over get 404',
  'year-name-missing': 'd|A year has a name|GET /academic-years/current leaves the name out',
  'current-is-first': 'p|GET /academic-years/current gives the current year|the first row of the table',
  'current-is-newest':
    'p|GET /academic-years/current gives the current year|the year that starts last, though it is yet to come',
  'current-is-previous':
    'd|GET /academic-years/current gives the current year|compares with the wrong bound and gives the year before',
  'current-stale-id':
    'd|The current year is one of the years|GET /academic-years/current answers from a cache with an id that is no longer there',
  'year-dates-swapped':
    'd|A year starts before it ends|GET /academic-years/{academicYearId} swaps the two dates',
  // classes
  'classes-under-own-name': 'p|List responses use data|GET /classes puts the list under classes',
  'classes-search-case': 'p|search is case-insensitive|GET /classes compares with the letter case',
  'classes-search-prefix': 'p|search is an exact match|GET /classes finds names that begin with the text',
  'classes-search-substring': 'p|search is an exact match|GET /classes finds names that contain the text',
  'classes-search-wildcard': 'd|search is an exact match|GET /classes uses LIKE: % and _ are wildcards',
  'classes-search-ascii-case': 'd|search is case-insensitive|GET /classes folds the case of A to Z only',
  'classes-search-accents': 'd|search is an exact match|GET /classes ignores accents',
  'classes-search-description':
    'd|search matches the name|GET /classes finds classes by their description too',
  'classes-search-plus':
    'd|search is an exact match|GET /classes decodes the query twice: a + in a name becomes a blank',
  'classes-search-first-only': 'd|search filters the list|GET /classes stops at the first class of that name',
  'classes-search-ignored': 'p|search filters the list|GET /classes ignores search',
  'classes-search-or-year':
    'd|Filters narrow the list together|GET /classes joins search and academicYearId by OR',
  'classes-year-ignored': 'p|academicYearId filters the list|GET /classes ignores academicYearId',
  'classes-year-ignored-with-search':
    'd|academicYearId filters the list|GET /classes ignores academicYearId where search is given',
  'classes-year-from':
    'd|academicYearId filters the list|GET /classes keeps the classes of that year and of later ones',
  'classes-current-refused':
    'p|academicYearId may be the literal current|GET /classes answers current with 400',
  'classes-current-newest': 'd|current is the current year|GET /classes takes the newest year for current',
  'classes-current-ignored': 'd|current filters the list|GET /classes shows all years for current',
  'classes-year-malformed':
    'd|academicYearId is a UUID or current|GET /classes answers other texts with an empty page',
  'classes-null-description': 'p|Empty fields are omitted|a class without description has description null',
  'classes-blank-description':
    'd|Empty fields are omitted|a class without description has an empty one in the list',
  'classes-described-only':
    'd|GET /classes lists all classes|an inner join drops classes without description where a search is made',
  'classes-year-object': "d|academicYearId is a UUID string|GET /classes puts the year's object there",
  'classes-year-lost':
    'd|The class names its year|GET /classes leaves academicYearId out where it filters by it',
  'classes-id-short': 'p|The identifier is classId|GET /classes calls it id',
  'classes-name-escaped': 'd|name is the name|GET /classes sends & as &amp;',
  'classes-name-cut': 'd|name is the name|GET /classes cuts names after 24 characters',
  'class-unwrapped': 'p|Single resources are wrapped|GET /classes/{classId} sends the class bare',
  'class-in-array': 'd|class is an object|GET /classes/{classId} wraps a list of one',
  'class-unknown-200': 'p|404 for an unknown class|GET /classes/{classId} sends 200 with class null',
  'class-unknown-400': 'p|404 for an unknown class|GET /classes/{classId} sends 400',
  'class-malformed-404':
    'p|400 for an invalid id|GET /classes/{classId} sends 404 for an id that is not a UUID',
  'class-malformed-500':
    'd|400 for an invalid id|GET /classes/{classId} sends 500 for an id that is not a UUID',
  'class-description-lost':
    'd|A class has its description|GET /classes/{classId} does not select description',
  'class-year-current':
    'd|academicYearId is the year of the class|GET /classes/{classId} always shows the current year',
  'class-name-lower': 'd|name is the name|GET /classes/{classId} shows the folded search column',
  'class-past-404':
    'd|GET /classes/{classId} reads a class of the list|classes of years that are over get 404',
  // cohorts and tests
  'cohorts-under-cohorts': 'p|List responses use data|GET /smart-ia/cohorts puts the list under cohorts',
  'cohorts-search-case': 'p|search is case-insensitive|GET /smart-ia/cohorts compares with the letter case',
  'cohorts-search-substring':
    'p|search is an exact match|GET /smart-ia/cohorts finds names that contain the text',
  'cohorts-search-suffix':
    'd|search is an exact match|GET /smart-ia/cohorts finds names that end with the text',
  'cohorts-search-regex':
    'd|search is an exact match|GET /smart-ia/cohorts makes a pattern of the text without escaping it',
  'cohorts-search-blanks': 'd|search is an exact match|GET /smart-ia/cohorts ignores all blanks in names',
  'cohorts-search-drops-year':
    'd|Filters narrow the list together|GET /smart-ia/cohorts forgets search where academicYearId is given',
  'cohorts-search-ignored': 'p|search filters the list|GET /smart-ia/cohorts reads the parameter name',
  'cohorts-year-ignored': 'p|academicYearId filters the list|GET /smart-ia/cohorts ignores academicYearId',
  'cohorts-year-negated':
    'd|academicYearId filters the list|GET /smart-ia/cohorts shows the cohorts of all other years',
  'cohorts-current-refused':
    'p|academicYearId may be the literal current|GET /smart-ia/cohorts answers current with 400',
  'cohorts-current-literal':
    'd|current is the current year|GET /smart-ia/cohorts compares ids with the word current: nothing found',
  'cohorts-year-malformed':
    'd|academicYearId is a UUID or current|GET /smart-ia/cohorts ignores texts that are neither',
  'cohorts-tests-missing': 'p|A cohort has its tests|GET /smart-ia/cohorts leaves tests out',
  'cohorts-joined-twice':
    'p|A list shows each result once|GET /smart-ia/cohorts joins tests: a row for each test',
  'cohorts-inner-join':
    'd|GET /smart-ia/cohorts lists all cohorts|cohorts without tests are lost by an inner join',
  'cohorts-tests-first-only':
    'd|tests holds the tests of the cohort|GET /smart-ia/cohorts shows the first test alone',
  'cohort-tests-three':
    'd|tests holds the tests of the cohort|GET /smart-ia/cohorts/{cohortId} shows three at most',
  'cohort-tests-repeated':
    'd|testId is unique per test|GET /smart-ia/cohorts/{cohortId} shows a test once for each of its versions',
  'cohort-tests-null':
    'd|Empty fields are omitted; null is for nested objects|a cohort without tests has tests null',
  'cohort-tests-ids': 'p|tests holds CohortTest objects|GET /smart-ia/cohorts/{cohortId} shows ids alone',
  'cohort-tests-map': 'd|tests is an array|GET /smart-ia/cohorts/{cohortId} shows an object by test id',
  'cohort-test-version-lost':
    'd|A cohort test has testVersionId|GET /smart-ia/cohorts/{cohortId} leaves it out',
  'cohort-test-version-is-test':
    'd|testVersionId identifies the version|it holds the id of the test in lists of cohorts',
  'cohort-test-version-number': 'p|testVersionId is a UUID|it is the number of the version',
  'cohort-test-status-boolean': 'p|activationStatus is a string|it is true or false',
  'cohort-test-status-lost': 'd|A cohort test has activationStatus|inactive tests lack it',
  'cohort-test-name-subject':
    'd|name is the name of the test|GET /smart-ia/cohorts/{cohortId} shows the subject there',
  'cohort-test-subject-object': 'd|subject is a string|it is an object with a name in lists of cohorts',
  'cohort-tests-inactive-dropped':
    'd|tests holds the tests of the cohort|GET /smart-ia/cohorts leaves inactive tests out',
  'cohort-unwrapped': 'p|Single resources are wrapped|GET /smart-ia/cohorts/{cohortId} sends the cohort bare',
  'cohort-wrapped-class': 'd|A cohort is wrapped by cohort|copied from the classes: it is wrapped by class',
  'cohort-unknown-200':
    'p|404 for an unknown cohort|GET /smart-ia/cohorts/{cohortId} sends 200 with cohort null',
  'cohort-unknown-400': 'd|404 for an unknown cohort|GET /smart-ia/cohorts/{cohortId} sends 400',
  'cohort-malformed-404':
    'p|400 for an invalid id|GET /smart-ia/cohorts/{cohortId} sends 404 for an id that is not a UUID',
  'cohort-malformed-200':
    'd|400 for an invalid id|GET /smart-ia/cohorts/{cohortId} falls back to the first cohort',
  'cohort-year-lost': 'd|A cohort names its year|GET /smart-ia/cohorts/{cohortId} leaves academicYearId out',
  'cohort-null-description':
    'd|Empty fields are omitted|GET /smart-ia/cohorts/{cohortId} sends description null where there is none',
  'cohort-description-other':
    "d|description is the cohort's|GET /smart-ia/cohorts/{cohortId} shows the name there where it has one",
  'tests-paginated': 'd|GET /smart-ia/tests is not paginated|it stops after ten tests',
  'tests-bare-array': 'p|List responses use data|GET /smart-ia/tests sends a bare array',
  'tests-per-version': 'd|testId is unique per test|GET /smart-ia/tests shows a test for each version',
  'tests-in-cohorts-only': 'd|GET /smart-ia/tests lists the tests|tests that no cohort has are left out',
  'tests-version-id': 'd|testId identifies the test|GET /smart-ia/tests sends the id of the version',
  'tests-subject-lost': 'p|A test has a subject|GET /smart-ia/tests leaves subject out',
  'tests-subject-list':
    'd|subject is a string|GET /smart-ia/tests splits a subject with a comma into an array',
  'tests-name-null':
    'd|A test has its name|GET /smart-ia/tests has name null for tests with a non-ASCII name',
} as const;
