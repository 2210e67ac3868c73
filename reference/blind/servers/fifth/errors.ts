import type { App, JsonObject } from './types.ts';

const TITLES: { [status: number]: string } = {
  400: 'Bad Request',
  401: 'Unauthorized',
  403: 'Forbidden',
  404: 'Not Found',
  405: 'Method Not Allowed',
  409: 'Conflict',
  500: 'Internal Server Error',
};

/** Rosters and initial assessment answer with problem details, the rest (and all of 401 and 403) with the basic error. */
function usesProblem(app: App, status: number, path: string): boolean {
  if (app.on('manner.basic-errors-only')) return false;
  if (app.on('manner.problem-errors-only')) return true;
  if (status === 401 || status === 403) return false;
  return path.startsWith('/classes') || path.startsWith('/smart-ia');
}

export function errorBody(app: App, status: number, message: string, path: string): JsonObject {
  if (usesProblem(app, status, path)) {
    const problem: JsonObject = {
      type: `https://errors.example.org/problems/${status}`,
      title: TITLES[status] ?? 'Error',
      status,
      detail: message,
      instance: `/api/v1${encodeURI(path)}`,
    };
    if (app.on('problem-status-left-out') && status === 400) delete problem['status'];
    if (app.on('problem-detail-is-object') && path.startsWith('/smart-ia/sessions'))
      problem['detail'] = { reason: message };
    if (app.on('problem-404-says-400') && status === 404) problem['status'] = 400;
    if (app.on('problem-title-missing') && status === 409) delete problem['title'];
    if (app.on('problem-wrapped')) return { error: problem };
    if (app.on('manner.error-extra-fields')) problem['traceId'] = '00-4bf92f35-01';
    return problem;
  }
  const basic: JsonObject = { status, message };
  if (app.on('basic-status-text')) basic['status'] = String(status);
  if (app.on('basic-message-is-list') && status === 400) basic['message'] = [message];
  if (app.on('basic-401-key-error') && status === 401) return { status, error: message };
  if (app.on('basic-403-status-401') && status === 403) basic['status'] = 401;
  if (app.on('manner.error-extra-fields')) basic['traceId'] = '00-4bf92f35-01';
  return basic;
}
