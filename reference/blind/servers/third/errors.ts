import type { Flags, JsonObject } from './types.ts';

export class HttpError extends Error {
  readonly status: number;
  constructor(status: number, message: string) {
    super(message);
    this.status = status;
  }
}

export type ErrorFormat = 'basic' | 'problem';

const TITLES: Record<number, string> = {
  400: 'Invalid request',
  401: 'Invalid credentials',
  403: 'Not authorised',
  404: 'Not found',
  405: 'Method not allowed',
  409: 'Already exists',
  429: 'Rate limit exceeded',
  500: 'Internal error',
  504: 'Timed out',
};

export function titleOf(status: number): string {
  return TITLES[status] ?? 'Error';
}

function chooseFormat(preferred: ErrorFormat, flags: Flags): ErrorFormat {
  if (flags.on('manner.problem-everywhere')) return 'problem';
  if (flags.on('manner.basic-everywhere')) return 'basic';
  return preferred;
}

let occurrence = 0;

/** The JSON body of an error answer, in one of the two documented formats. */
export function errorBody(status: number, message: string, preferred: ErrorFormat, flags: Flags): JsonObject {
  const format = chooseFormat(preferred, flags);
  const text = flags.on('manner.other-texts') ? `E${status}: request could not be served` : message;
  if (format === 'basic') {
    const body: JsonObject = { status, message: text };
    if (flags.on('error-basic-status-string')) body['status'] = String(status);
    return body;
  }
  occurrence += 1;
  const body: JsonObject = {
    type: `https://errors.example.org/roster/${status}`,
    title: titleOf(status),
    status,
    detail: text,
    instance: `urn:roster:occurrence:${occurrence}`,
  };
  if (flags.on('error-problem-status-zero')) body['status'] = 0;
  return body;
}
