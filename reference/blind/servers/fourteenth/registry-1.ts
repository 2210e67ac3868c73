// What each bug is: its id, d for deep or p for plain, what it breaks, and what the server does.
export const registryOne = `
malformed-json-500|d|a bad body is an invalid request: 400|a body that is no JSON is answered with 500
null-body-500|d|a body is an object that wraps the payload; else 400|the body null is answered with 500
unix-as-milliseconds|d|a Unix timestamp counts seconds|timestamps of date filters are taken for milliseconds
unix-refused-end|d|a value is a date-time or a Unix timestamp|endDate takes no timestamps
unix-negative-refused|d|a Unix timestamp is an integer|timestamps before 1970 are refused
iso-seconds-only|d|gt, gte, lt and lte compare with the date-time|the milliseconds of a value are dropped
iso-hour-late|d|dates are in UTC|values in summer months are taken for British summer time
range-last-only|d|operators may be combined into a range|only the last operator counts
gt-gte-together|p|gt and gte cannot be used together|both are accepted
lt-lte-together-end|d|lt and lte cannot be used together|both are accepted for endDate
gt-lte-refused|d|operators may be combined into a range|gt with lte is refused
gt-as-gte|d|gt leaves out the value itself|startDate[gt] works like gte
gte-as-gt-end|d|gte includes the value itself|endDate[gte] works like gt
lt-as-lte-end|d|lt leaves out the value itself|endDate[lt] works like lte
lte-as-lt-end|d|lte includes the value itself|endDate[lte] works like lt
cursor-not-base64|p|a cursor is a string (byte): base64|cursors are plain text with signs that base64 lacks
bad-cursor-500|d|an invalid request is answered with 400|a cursor that is none of the server's is answered with 500
limit-fraction-accepted|d|limit is an integer|1.5 is taken for 1
offset-negative-500|d|an invalid request is answered with 400|a negative offset is answered with 500
offset-with-cursor-search|d|offset cannot be combined with cursor|POST /users/search takes both
offset-with-cursor-cohorts|d|offset cannot be combined with cursor|GET cohorts takes both
offset-with-cursor-completed|d|offset cannot be combined with cursor|the list of completed sessions takes both
default-limit-completed|p|limit is 100 by default|the list of completed sessions has 20
default-limit-filtered|d|limit is 100 by default|25 where a role is asked for
null-cursor-refused|d|cursor is a string or null|null is refused in the search
cursor-ignored-in-search|p|a cursor leads to its page|the search starts anew
cursor-loses-filter-users|d|a page by cursor is of the same results|GET /users drops its filters beside a cursor
cursor-loses-filter-sessions|d|a page by cursor is of the same results|other lists drop their filters beside a cursor
cursor-loses-sort|d|a page by cursor is of the same order|the sort is dropped beside a cursor
search-cursor-loses-filter|d|a page by cursor is of the same results|searches drop filters and sort beside a cursor
limit-plus-one|p|limit is the maximum of items on a page|the list of sessions in progress shows one more
offset-one-based|d|offset is zero-based|offset 1 is the first cohort
offset-as-page|d|offset is a start index|offset counts pages in the list of sessions in progress
offset-wraps|d|offset is the start index|an offset beyond the end shows the first page
previous-to-first|d|previousCursor is the cursor of the previous page|it leads to the first page always
previous-skips|d|previousCursor is the cursor of the previous page|the previous page lacks its last item
next-skips|d|nextCursor is the cursor of the next page|one item is skipped (not in GET /users)
next-skips-third|d|nextCursor is the cursor of the next page|one item is skipped from the fourth page on
next-on-full-last-page|d|nextCursor is null on the last page|a last page that is full has one
next-on-filtered-last-page|d|nextCursor is null on the last page|the last page of a role has one
next-from-limit|d|nextCursor is the cursor of the next page|after an offset it leads back to the second page
previous-null-second-page|d|previousCursor is null on the first page only|it is null on the second page too
previous-on-first|d|previousCursor is null on the first page|the first page reached by a cursor has one
empty-data-null|d|data is an array|data is null where nothing is found
empty-no-pagination|d|a page has pagination|it is missing where nothing is found
beyond-404|d|a list answers 200|404 for an offset beyond the end
limit-shown-in-search|p|pagination.limit is the limit used|POST /users/search shows 100 always
offset-shown-with-cursor|d|pagination.offset is 0 when a cursor is used|it is the true start
offset-shown-zero|d|pagination.offset is the offset used|GET /users shows 0 always
total-is-rest|d|total is the number of all results|GET sessions counts from the offset on
total-capped|d|total is the number of all results|it stops at 100
total-unfiltered-sessions|d|total is the number of results|the list of completed sessions counts those in progress too
next-omitted|p|nextCursor is null on the last page|it is left out
previous-omitted|p|previousCursor is null on the first page|it is left out
year-start-no-ms|p|a date-time has milliseconds|startDate of academic years has none
year-end-offset|d|a date-time ends in Z|endDate of one academic year ends in +00:00
year-dates-swapped|d|startDate and endDate of an academic year|they are swapped in a year to come
class-description-empty|d|empty fields are omitted|a class without description shows an empty one
class-name-escaped|d|name of a class|the list escapes & and quotes as HTML does
class-description-cut|d|description of a class|the list cuts it at 40 characters
class-name-latin1|d|JSON is UTF-8|names beyond ASCII are garbled in a class read by its id
cohort-tests-three|d|tests: those assigned to the cohort|the list shows three at most
cohort-tests-doubled|d|testId is unique per test|a cohort of four tests or more shows the first one twice
cohort-test-ids-swapped|d|testId and testVersionId of a CohortTest|they are swapped in a cohort read by its id
cohort-test-name-subject|d|name and subject of a CohortTest|they are swapped in a cohort read by its id
cohort-description-null|d|empty fields are omitted|a cohort without description shows null
cohort-tests-null|d|empty fields are omitted|a cohort without tests shows null for the array
cohort-year-next|d|academicYearId of a cohort|a cohort read by its id shows the year after
test-id-version|p|testId of a test|the list of tests shows the id of the version
user-upn-null|d|empty fields are omitted|upn is null where there is none
user-born-null|d|empty fields are omitted|PATCH details shows null where there is no date of birth
user-last-null|d|empty fields are omitted|who has one name shows a lastName of null
user-created-no-ms|d|a date-time has milliseconds|createdAt at a full second has none
user-updated-offset|d|dates are in UTC, with Z|updatedAt of every second user is at +01:00
user-born-date-time|d|dateOfBirth is a date|those born before 2000 have a date-time
user-roles-text|d|roles is an array|one role alone is a text
user-roles-first|d|roles: all platform roles of the user|only the first is shown
user-emails-joined|d|emails is an array of addresses|several stand in one text
user-gender-letter|d|gender has the values of the profile|one of them is a letter
user-external-number|d|externalId is a string|one with blanks is a number
user-last-lost-in-search|d|POST /users/search has the response of GET /users|lastName is missing
user-first-last-mixed|d|firstName and lastName|the search swaps those of teachers
class-ids-lost-by-filter|d|classIds is present in GET /users|it is missing where a name is asked for
cohort-ids-lost-in-list|d|cohortIds is present in GET /users|it is missing
class-ids-lost-password|d|classIds is present in PUT password|it is missing
cohort-ids-lost-details|d|cohortIds is present in PATCH details|it is missing
class-ids-and-cohort-ids-mixed|d|classIds and cohortIds|the search swaps them
class-ids-only-current|d|classIds: classes of the user|the search shows those of the current year only
duration-seconds-number|d|a duration is PnYnMnDTnHnMnS|short ones are a number of seconds
duration-day-no-t|d|a duration is PnYnMnDTnHnMnS|those from a day on lack the T
duration-order|d|a duration is PnYnMnDTnHnMnS|seconds stand before minutes
duration-t-alone|d|a duration is PnYnMnDTnHnMnS|full minutes lack the T, and so are months
study-start-no-ms|d|a date-time has milliseconds|some study sessions start without
`;
