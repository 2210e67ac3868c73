/** Choices about lists, errors and the gateway: what the interface leaves open, and one way to have it. */

import type { Settings, Team, TeamSettings } from './settings.ts';

export type Choice = readonly [permits: string, apply: (s: Settings) => void];

const TEAMS: readonly Team[] = ['a', 'b', 'c'];

/** The same for all three teams. */
export function every(part: Partial<TeamSettings>): (s: Settings) => void {
  return (s) => {
    for (const team of TEAMS) Object.assign(s.teams[team], part);
  };
}

export const listChoices = {
  'limit-100': ['the maximum of limit is not shown: 100', every({ maxLimit: 100 })],
  'limit-101': ['the maximum of limit is not shown: 101', every({ maxLimit: 101 })],
  'limit-1000': ['the maximum of limit is not shown: 1000', every({ maxLimit: 1000 })],
  'limit-huge': ['the maximum of limit is not shown: any int32 is taken', every({ maxLimit: 2_147_483_647 })],
  'limit-teams': [
    'the maximum of limit is not shown: another one for each resource',
    (s) => {
      s.teams.a.maxLimit = 100;
      s.teams.b.maxLimit = 500;
      s.teams.c.maxLimit = 200;
    },
  ],
  'limit-clamped': [
    'a limit above the maximum may be lowered, and the one used is told',
    every({ overLimit: 'clamp', maxLimit: 200 }),
  ],
  'limit-clamped-users': [
    'a limit above the maximum may be lowered for users only',
    (s) => void Object.assign(s.teams.c, { overLimit: 'clamp', maxLimit: 150 }),
  ],
  'limit-zero': ['no minimum of limit is stated: 0 gives an empty page', every({ zeroLimit: 'empty' })],
  'cursor-text': ['the content of cursors is not shown', every({ cursor: 'text' })],
  'cursor-json': ['the content of cursors is not shown', every({ cursor: 'json' })],
  'cursor-bytes': [
    'cursors are any bytes in base64, with plus, slash and equals signs',
    every({ cursor: 'bytes' }),
  ],
  'cursor-long': ['the length of cursors is not shown: some hundred characters', every({ cursor: 'long' })],
  'cursor-nonce': ['cursors of one page need not be the same twice', every({ cursor: 'nonce' })],
  'anchor-key': ['pages may hang on the last item rather than on an index', every({ anchor: 'key' })],
  'anchor-index': ['pages may hang on an index', every({ anchor: 'index' })],
  'cursor-carries': [
    'a cursor may carry the filters and the sort of its list',
    every({ cursorFilters: 'carry' }),
  ],
  'cursor-refuses': [
    'a cursor with other filters than its own may be refused',
    every({ cursorFilters: 'refuse' }),
  ],
  'previous-overlaps': [
    'the page before an odd offset may reach over the offset',
    every({ previous: 'overlap' }),
  ],
  'unknown-params-refused': [
    'parameters that nothing is said about may be refused',
    every({ unknownParams: 'refuse' }),
  ],
  'unknown-params-refused-groups': [
    'parameters that nothing is said about may be refused by one team alone',
    (s) => {
      s.teams.a.unknownParams = 'refuse';
    },
  ],
  'repeated-first': [
    'of a parameter that is repeated and no array the first may count',
    every({ repeated: 'first' }),
  ],
  'repeated-last': [
    'of a parameter that is repeated and no array the last may count',
    every({ repeated: 'last' }),
  ],
  'repeated-refused': [
    'a parameter that is repeated and no array may be refused',
    every({ repeated: 'refuse' }),
  ],
  'empty-search-all': ['an empty search may be none', every({ emptySearch: 'all' })],
  'empty-search-refused': ['an empty search may be refused', every({ emptySearch: 'refuse' })],
  'bad-id-400': ['an id in the path that is no UUID may be 400', every({ badId: 400 })],
  'bad-id-404': ['an id in the path that is no UUID may be 404', every({ badId: 404 })],
  'arrays-omitted': [
    'an array without items is an empty field and may be omitted',
    every({ emptyArrays: 'omit' }),
  ],
  'arrays-shown': ['an array without items need not count as an empty field', every({ emptyArrays: 'show' })],
  'extra-fields': ['resources may have further fields', every({ extras: true })],
  'extra-fields-users': [
    'users and sessions may have further fields',
    (s) => void Object.assign(s.teams.c, { extras: true }),
  ],
  'sort-unknown-ignored': [
    'allowed values of sort are not shown, nor what becomes of others: ignored',
    every({ sortUnknown: 'ignore' }),
  ],
  'envelope-links': ['a list may have more than data and pagination', every({ envelope: true })],
  'offset-zero-free': [
    'offset 0 beside a cursor may count as no offset',
    (s) => void Object.assign(s, { offsetZero: 'no offset' }),
  ],
  'errors-basic': [
    'which endpoint has which error form is not shown: basic',
    every({ errors: 'basic', errors404: 'basic' }),
  ],
  'errors-problem': [
    'which endpoint has which error form is not shown: problem details',
    every({ errors: 'problem', errors404: 'problem' }),
  ],
  'errors-by-status': [
    'which endpoint has which error form is not shown: 404 has the other one',
    every({ errors: 'basic', errors404: 'problem' }),
  ],
  'errors-by-status-2': [
    'which endpoint has which error form is not shown: 404 is basic',
    every({ errors: 'problem', errors404: 'basic' }),
  ],
  'errors-gate-problem': [
    'which endpoint has which error form is not shown: 401 and 403 are problems',
    (s) => void Object.assign(s.gateway, { errors: 'problem' }),
  ],
  'errors-extra': [
    'errors may have further members',
    (s) => void Object.assign(s.gateway, { errorExtras: true }),
  ],
  'errors-german': [
    'messages are for people, in whatever language',
    (s) => void Object.assign(s.gateway, { languages: 'de' }),
  ],
  'problem-blank': [
    'type is a URI: about:blank',
    (s) => void Object.assign(s.gateway, { problemType: 'about:blank', instance: 'url' }),
  ],
  'problem-urn': [
    'type and instance are URIs: URNs',
    (s) => void Object.assign(s.gateway, { problemType: 'urn' }),
  ],
  'origin-echo': [
    'any origin is permitted, by repeating it',
    (s) => void Object.assign(s.gateway, { origin: 'echo' }),
  ],
  'cors-asked': [
    'CORS headers may be there only when an Origin is',
    (s) => void Object.assign(s.gateway, { corsAlways: false }),
  ],
  'preflight-200': [
    'the status of a preflight is not stated: 200',
    (s) => void Object.assign(s.gateway, { preflight: 200 }),
  ],
  'preflight-star': [
    'a preflight may allow all headers by a star',
    (s) => void Object.assign(s.gateway, { allowHeaders: 'star' }),
  ],
  'preflight-asked': [
    'a preflight may repeat the headers that it was asked for',
    (s) => void Object.assign(s.gateway, { allowHeaders: 'asked' }),
  ],
  'type-bare': [
    'application/json without a charset',
    (s) => void Object.assign(s.gateway, { contentType: 'application/json' }),
  ],
  'type-odd': [
    'application/json in other letters and with a charset',
    (s) => void Object.assign(s.gateway, { contentType: 'Application/JSON;charset=UTF-8' }),
  ],
  'more-headers': [
    'responses may have more headers',
    (s) => void Object.assign(s.gateway, { extraHeaders: true }),
  ],
  'method-404': [
    'what a method that is not listed gets is not shown: 404',
    (s) => void Object.assign(s.gateway, { unknownMethod: 404 }),
  ],
  'media-415': [
    'what a body that is not sent as JSON gets is not shown: 415',
    (s) => void Object.assign(s.gateway, { media: 415 }),
  ],
  'unknown-path-first': [
    'a path that is no endpoint may be 404 without a key',
    (s) => void Object.assign(s.gateway, { unknownFirst: true }),
  ],
  'json-pretty': ['JSON may have blanks and lines', (s) => void Object.assign(s.gateway, { json: 'pretty' })],
  'json-escaped': [
    'JSON may escape what is not ASCII',
    (s) => void Object.assign(s.gateway, { json: 'escaped' }),
  ],
  'slash-taken': [
    'a path may be taken with a slash behind it',
    (s) => void Object.assign(s.gateway, { slash: true }),
  ],
  location: ['201 may have a Location', (s) => void Object.assign(s.gateway, { location: true })],
} satisfies Record<string, Choice>;
