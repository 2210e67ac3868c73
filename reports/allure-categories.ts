import { Status } from 'allure-js-commons';

/** A category of an Allure report. */
interface Category {
  readonly name: string;
  readonly matchedStatuses: Status[];
  readonly traceRegex: string;
}

/** What did not pass, by whose it is; the trace of a result says so. */
export const categories: readonly Category[] = [
  { name: 'The target broke a clause', matchedStatuses: [Status.FAILED], traceRegex: '.*' },
  { name: 'Rollcall itself went wrong', matchedStatuses: [Status.BROKEN], traceRegex: '.*' },
  skipped('Because of another row, which failed', 'target'),
  skipped('The profile or a key', 'configuration'),
  skipped('The network', 'network'),
  skipped('The rate limit', 'rate-limit'),
  skipped('The data of the target', 'world'),
];

function skipped(name: string, blame: string): Category {
  return { name, matchedStatuses: [Status.SKIPPED], traceRegex: `^blame: ${blame}$` };
}
