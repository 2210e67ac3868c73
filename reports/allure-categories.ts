/** A category of an Allure report. */
interface Category {
  readonly name: string;
  readonly matchedStatuses: readonly ('failed' | 'broken' | 'skipped')[];
  readonly traceRegex: string;
}

/** What did not pass, by whose it is; the trace of a result says so. */
export const categories: readonly Category[] = [
  { name: 'The target broke a clause', matchedStatuses: ['failed'], traceRegex: '.*' },
  { name: 'Rollcall itself went wrong', matchedStatuses: ['broken'], traceRegex: '.*' },
  {
    name: 'Because of another row, which failed',
    matchedStatuses: ['skipped'],
    traceRegex: '^blame: target$',
  },
  { name: 'The profile or a key', matchedStatuses: ['skipped'], traceRegex: '^blame: configuration$' },
  { name: 'The network', matchedStatuses: ['skipped'], traceRegex: '^blame: network$' },
  { name: 'The rate limit', matchedStatuses: ['skipped'], traceRegex: '^blame: rate-limit$' },
  { name: 'The data of the target', matchedStatuses: ['skipped'], traceRegex: '^blame: world$' },
];
