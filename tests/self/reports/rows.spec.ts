import { expect } from '@playwright/test';
import type { RowsFault } from '../../../reports/rows.ts';
import { formatLine, parseRows, RowsError } from '../../../reports/rows.ts';
import { test } from '../plain-test.ts';
import { footer, header, rows } from './sample.ts';

const top = formatLine(header);
const lines = rows.map((row) => formatLine({ kind: 'row', ...row }));
const end = formatLine(footer);

test('what a run wrote is read back whole', () => {
  expect(parseRows([top, ...lines, end].join(''), 'rows.ndjson', 'digest')).toEqual({ header, rows, footer });
});

const unfit: readonly { fault: RowsFault; when: string; at: string; text: string; contract?: string }[] = [
  {
    fault: 'missing header',
    when: 'it begins with a row',
    at: 'rows.ndjson',
    text: [...lines, end].join(''),
  },
  { fault: 'missing header', when: 'the file is empty', at: 'rows.ndjson', text: '' },
  { fault: 'missing footer', when: 'it just ends', at: 'rows.ndjson', text: [top, ...lines].join('') },
  {
    fault: 'missing footer',
    when: 'a second run begins in it',
    at: 'rows.ndjson:2',
    text: [top, top, ...lines, end].join(''),
  },
  {
    fault: 'missing rows',
    when: 'a row is not there',
    at: 'rows.ndjson',
    text: [top, ...lines.slice(1), end].join(''),
  },
  {
    fault: 'duplicate row',
    when: 'a row comes again',
    at: 'rows.ndjson:9',
    text: [top, ...lines, ...lines.slice(0, 1), end].join(''),
  },
  {
    fault: 'cut-off line',
    when: 'it ends in the middle of a line',
    at: 'rows.ndjson:8',
    text: [top, ...lines].join('').slice(0, -20),
  },
  {
    fault: 'different contract',
    when: 'somebody asks for another contract',
    at: 'rows.ndjson',
    text: [top, ...lines, end].join(''),
    contract: 'another',
  },
];

for (const { fault, when, at, text, contract } of unfit) {
  test(`a stream is refused with \`${fault}\` when ${when}`, () => {
    const read = () => parseRows(text, 'rows.ndjson', contract);

    expect(read).toThrow(RowsError);
    expect(read).toThrow(`${at}: ${fault}: `);
  });
}
