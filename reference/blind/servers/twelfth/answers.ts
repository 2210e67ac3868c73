import type { Refusal } from './errors.ts';
import type { On } from './types.ts';

/** Refusals that come out in a wrong form: `${ep}-${status}-${kind}`. */
export const FORM_SLIPS: readonly string[] = [
  'class-404-status-text',
  'users-400-status-text',
  'year-404-status-text',
  'done-403-status-text',
  'tests-401-status-text',
  'sess-400-status-other',
  'cohort-404-status-other',
  'classes-401-status-other',
  'newclass-409-status-other',
  'usearch-400-status-other',
  'current-401-no-message',
  'sess-403-no-message',
  'classadd-403-no-message',
  'usearch-401-no-message',
  'prog-401-message-list',
  'cohorts-400-error-only',
  'prog-400-error-only',
  'newcohort-409-error-only',
  'years-401-error-only',
  'study-401-error-only',
  'year-404-html',
  'users-400-html',
  'classdel-404-html',
  'study-403-html',
  'done-400-html',
  'users-401-empty',
  'cohort-404-empty',
  'newteacher-403-empty',
  'done-401-empty',
  'prog-403-empty',
  'class-404-ok',
  'sess-400-ok',
  'teachadd-404-ok',
  'usearch-401-ok',
  'cohort-400-ok',
  'ssearch-403-ok',
  'class-400-text-plain',
  'done-400-text-plain',
  'newclass-400-text-plain',
  'cohorts-401-text-plain',
  'year-401-text-plain',
  'classes-400-type-not-uri',
  'cohort-404-type-not-uri',
  'newcohort-409-type-not-uri',
  'ssearch-400-type-not-uri',
  'usearch-400-instance-not-uri',
  'class-404-instance-not-uri',
  'users-400-instance-not-uri',
  'sess-400-detail-object',
  'classes-400-no-cors',
  'users-401-no-cors',
  'sess-403-no-cors',
  'year-404-no-cors',
  'newclass-409-no-cors',
  'classadd-404-no-cors',
  'ssearch-400-no-cors',
  'tests-401-no-cors',
  'cohort-400-no-cors',
  'study-403-no-cors',
  'usearch-400-no-cors',
  'cohorts-400-list',
  'year-404-problem-wrapped',
  'class-400-title-missing-status',
  'sess-401-problem-wrapped',
  'done-403-list',
];

const formSlips = new Set(FORM_SLIPS);

export interface Draft {
  status: number;
  text: string | null;
  type: string | null;
  cors: boolean;
}

const PAGE = '<!DOCTYPE html><html><body><h1>Error</h1></body></html>';

function basic(refusal: Refusal): Record<string, unknown> {
  return { status: refusal.status, message: refusal.message };
}

function problem(refusal: Refusal, nth: number): Record<string, unknown> {
  const { status, title, message } = refusal;
  const slug = title.toLowerCase().replaceAll(' ', '-');
  const instance = `urn:uuid:00000000-0000-4000-8000-${String(nth).padStart(12, '0')}`;
  return { type: `https://twelfth.example/problems/${slug}`, title, status, detail: message, instance };
}

export function draftOfRefusal(refusal: Refusal, ep: string, nth: number, on: On): Draft {
  const { status } = refusal;
  const slip = (kind: string): boolean => {
    const id = `${ep}-${status}-${kind}`;
    return formSlips.has(id) && on(id);
  };
  let asProblem = ep !== '' && [400, 404, 409].includes(status);
  if (on('m-basic-errors')) asProblem = false;
  if (on('m-problem-errors')) asProblem = true;
  if (on('m-errors-by-turns')) asProblem = nth % 2 === 0;
  const body = asProblem ? problem(refusal, nth) : basic(refusal);
  const draft: Draft = { status, text: null, type: 'application/json', cors: true };
  if (slip('status-text')) body['status'] = String(status);
  if (slip('status-other')) body['status'] = status === 400 ? 422 : 500;
  if (slip('no-message')) delete body['message'];
  if (slip('message-list')) body['message'] = [body['message']];
  if (slip('type-not-uri')) body['type'] = 'invalid request';
  if (slip('instance-not-uri')) body['instance'] = `request no. ${nth}`;
  if (slip('detail-object')) body['detail'] = { en: body['detail'] };
  if (slip('title-missing-status')) delete body['status'];
  let whole: unknown = body;
  if (slip('error-only')) whole = { error: refusal.message };
  if (slip('list')) whole = [body];
  if (slip('problem-wrapped')) whole = { error: body };
  draft.text = JSON.stringify(whole);
  if (slip('html')) Object.assign(draft, { text: PAGE, type: 'text/html' });
  if (slip('empty')) Object.assign(draft, { text: null, type: null });
  if (slip('ok')) draft.status = 200;
  if (slip('text-plain')) draft.type = 'text/plain';
  if (slip('no-cors')) draft.cors = false;
  return draft;
}

function turned(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(turned);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .reverse()
      .map(([name, inner]) => [name, turned(inner)]),
  );
}

const ID_FIELDS =
  /"(?:academicYear|class|cohort|test|testVersion|user|session|studySession)Id":"[^"\\]*"|"(?:class|cohort)Ids":\[[^\]]*\]/g;
const UUIDS = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g;

/** How JSON is spelled. */
export function spell(body: unknown, on: On): string {
  const value = on('m-keys-turned') ? turned(body) : body;
  let text = on('m-json-indented') ? JSON.stringify(value, null, '\t') : JSON.stringify(value);
  if (on('m-uuids-upper'))
    text = text.replace(ID_FIELDS, (field) => field.replace(UUIDS, (id) => id.toUpperCase()));
  if (on('m-json-escaped')) {
    text = text
      .replace(/[^ -~\t\n]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
      .replaceAll('/', '\\/');
  }
  return text;
}
