import type { Desk } from './kit.ts';
import { cell, type House } from './store.ts';

/** Tests: one line each, read off three columns at once. */
export function testDesk({ on, db }: House): Desk {
  const { tests } = db;
  let calls = 0;
  return {
    listTests: (ask) => {
      calls++;
      const lines: Record<string, unknown>[] = [];
      for (let row = 0; row < tests.id.length; row++) {
        const line: Record<string, unknown> = {
          testId: on('tests-id-of-version') ? cell(tests.version, row) : cell(tests.id, row),
          name: cell(tests.name, row),
          subject: cell(tests.subject, row),
        };
        if (on('tests-subject-null') && row % 5 === 4) line['subject'] = null;
        lines.push(line);
        if (on('tests-once-a-version') && row % 4 === 2) lines.push({ ...line });
      }
      if (on('tests-reversed')) lines.reverse();
      if (on('tests-first-eight-only')) lines.length = 8;
      const limit = Number(ask.q.get('limit') ?? Number.NaN);
      if (on('tests-in-pages') && limit >= 0) lines.length = Math.min(lines.length, limit);
      if (on('tests-run-dry') && calls % 3 === 0) lines.splice(0, 4);
      if (on('tests-data-nested')) return { status: 200, body: { data: { tests: lines } } };
      return { status: 200, body: { data: lines } };
    },
  };
}
