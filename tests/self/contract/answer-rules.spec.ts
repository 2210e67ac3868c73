import { expect } from '@playwright/test';
import { judgeWhole, type WholeAnswer } from '../../../spec/answer-rules.ts';
import { test } from '../plain-test.ts';

const json = { 'content-type': 'application/json' };
const page = 'https://rollcall.example';

/** The clauses that an answer breaks as a whole. */
function broken(part: Partial<WholeAnswer>): readonly string[] {
  const { json: body = { data: [] } } = part;
  const whole: WholeAnswer = {
    operation: 'listClasses',
    status: 200,
    listed: true,
    headers: json,
    hasBody: true,
    marked: false,
    origin: undefined,
    json: body,
    ...part,
  };
  return judgeWhole(whole).flatMap(({ clause, violation }) => (violation ? [clause] : []));
}

const basic = { status: 404, message: 'There is none.' };
const problem = { 'content-type': 'application/problem+json; charset=utf-8' };

for (const [words, part, clauses] of [
  ['a list', {}, []],
  ['a list with a character set', { headers: { 'content-type': 'Application/JSON;charset=UTF-8' } }, []],
  [
    'a list that is called HTML',
    { headers: { 'content-type': 'text/html' } },
    ['conventions.json-content-type'],
  ],
  ['a list without a media type', { headers: {} }, ['conventions.json-content-type']],
  ['a list that is called a problem', { headers: problem }, ['conventions.json-content-type']],
  ['nothing at all', { status: 204, hasBody: false, json: undefined, headers: {} }, []],
  ['a byte-order mark', { marked: true }, ['conventions.json-well-formed']],
  ['an answer for a page', { origin: page, headers: { ...json, 'access-control-allow-origin': '*' } }, []],
  ['an answer that no page may read', { origin: page }, ['conventions.cors-simple']],
  [
    'a refusal that no page may read',
    { origin: page, status: 404, json: basic },
    ['conventions.cors-error-answers'],
  ],
  ['a basic error', { status: 404, json: basic }, []],
  ['another status inside', { status: 409, json: basic }, ['errors.status-equals-http']],
  [
    'another status inside a problem',
    { status: 409, json: { title: 'x', status: 404 } },
    ['errors.problem-status'],
  ],
  ['a status alone', { status: 404, json: { status: 404, error: 'Not Found' } }, ['errors.two-formats']],
  ['a status alone that is called a problem', { status: 404, json: { status: 404 }, headers: problem }, []],
  ['an error that a schema judges', { status: 404, json: { message: 'x' } }, []],
  [
    'the same with a status that none lists',
    { status: 422, listed: false, json: { message: 'x' } },
    ['errors.two-formats'],
  ],
  ['a problem with words for a URI', { status: 422, json: { type: 'bad request' } }, ['errors.problem-type']],
  [
    'a refusal without a body',
    { status: 422, listed: false, hasBody: false, json: undefined },
    ['errors.two-formats'],
  ],
] as const) {
  test(`${words} breaks ${clauses.join(', ') || 'nothing'}`, () => {
    expect(broken(part)).toEqual(clauses);
  });
}
