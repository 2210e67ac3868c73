import type { TestInfo } from '@playwright/test';
import type { Row } from '../harness/judging/row.ts';
import { readPreflight } from '../harness/run/preflight-record.ts';
import { besideAllure } from '../reports/allure-beside.ts';
import { headerOf } from '../reports/header.ts';
import { config, contract, options } from './conformance.fixture.ts';

/** Tells Allure's own reporter of a row, where it runs beside ours; else its library is not even loaded. */
export const tellAllure = process.env[besideAllure] === '1' ? openTelling() : undefined;

function openTelling(): (row: Row, testInfo: TestInfo) => Promise<void> {
  const report = { header: headerOf(config, { planned: 0 }, readPreflight(options.out)), book: contract };
  return async (row, testInfo) => {
    const { attachedFor } = await import('../reports/allure-told.ts');
    for (const { name, contentType, body } of attachedFor(row, report))
      await testInfo.attach(name, { contentType, body });
  };
}
