import { createHash } from 'node:crypto';
import {
  ALLURE_HTTP_EXCHANGE_CONTENT_TYPE,
  ALLURE_HTTP_EXCHANGE_FILE_EXTENSION,
  ALLURE_HTTP_EXCHANGE_SCHEMA_VERSION,
} from 'allure-js-commons/http';
import type { Row } from '../harness/judging/row.ts';
import type { Evidence } from '../harness/privacy/evidence.ts';

/** An attachment of an Allure result. */
export interface Attachment {
  /** The title in the report. */
  readonly name: string;
  /** The media type. */
  readonly type: string;
  /** The file name. */
  readonly source: string;
  readonly text: string;
}

/** The redacted exchanges of a row as attachments that Allure shows as request and response. */
export function attachmentsOf(row: Row, base: string): Attachment[] {
  return (row.evidence ?? []).map((evidence, index) => ({
    name: `${evidence.request} → ${evidence.status}`,
    type: ALLURE_HTTP_EXCHANGE_CONTENT_TYPE,
    source: `${sourceId(row.id, index)}-attachment${ALLURE_HTTP_EXCHANGE_FILE_EXTENSION}`,
    text: JSON.stringify(exchangeOf(evidence, base), null, 2),
  }));
}

function exchangeOf(evidence: Evidence, base: string): unknown {
  const [method = '', path = ''] = evidence.request.split(' ');
  const headers = Object.entries(evidence.headers).map(([name, value]) => ({ name, value }));
  return {
    schemaVersion: ALLURE_HTTP_EXCHANGE_SCHEMA_VERSION,
    request: {
      method,
      url: base + path,
      headers:
        evidence.requestBody === undefined ? [] : [{ name: 'content-type', value: 'application/json' }],
      query: queryOf(path),
      ...(evidence.requestBody === undefined ? {} : { body: bodyOf(evidence.requestBody) }),
    },
    response: {
      status: evidence.status,
      headers,
      ...(evidence.body === undefined ? {} : { body: bodyOf(evidence.body) }),
    },
    start: 0,
    stop: evidence.ms,
  };
}

function queryOf(path: string): { name: string; value: string }[] {
  const at = path.indexOf('?');
  return at < 0 ? [] : [...new URLSearchParams(path.slice(at))].map(([name, value]) => ({ name, value }));
}

function bodyOf(body: unknown): { contentType: string; encoding: string; value: string } {
  const value = typeof body === 'string' ? body : JSON.stringify(body, null, 2);
  return {
    contentType: typeof body === 'string' ? 'text/plain' : 'application/json',
    encoding: 'utf8',
    value,
  };
}

function sourceId(row: string, index: number): string {
  return createHash('sha256').update(`${row} ${index}`).digest('hex').slice(0, 32);
}
