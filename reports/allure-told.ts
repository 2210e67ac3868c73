import type { RuntimeMetadataMessage } from 'allure-js-commons/sdk';
import { ALLURE_RUNTIME_MESSAGE_CONTENT_TYPE } from 'allure-js-commons/sdk/reporter';
import type { Row } from '../harness/judging/row.ts';
import { rowResult } from './allure.ts';
import { attachmentsOf } from './allure-exchange.ts';
import { baseUrl, type Report } from './report.ts';

/** What a test attaches. */
export interface Attached {
  readonly name: string;
  readonly contentType: string;
  readonly body: string;
}

/** What a test tells Allure's reporter of its row, in the words of our own results, which are redacted. */
export function attachedFor(row: Row, report: Pick<Report, 'header' | 'book'>): Attached[] {
  const { labels, parameters, description, testCaseId, historyId } = rowResult(row, report);
  const told: RuntimeMetadataMessage = {
    type: 'metadata',
    data: {
      labels,
      parameters,
      testCaseId,
      historyId,
      ...(description === undefined ? {} : { description }),
    },
  };
  return [
    { name: 'row', contentType: ALLURE_RUNTIME_MESSAGE_CONTENT_TYPE, body: JSON.stringify(told) },
    ...attachmentsOf(row, baseUrl(report.header)).map(({ name, type, text }) => ({
      name,
      contentType: type,
      body: text,
    })),
  ];
}
