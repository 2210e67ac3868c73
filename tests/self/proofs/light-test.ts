import { test as plain } from '../plain-test.ts';
import { lighten } from './light-web.ts';

/**
 * Playwright's `test` for services in this process: its services are judged through the light classes of the web, as a
 * quarter of what a proof takes are streams that nobody reads piece by piece.
 */
export const test = plain.extend<{ light: undefined }>({
  light: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the dependencies of a fixture off this pattern
    async ({}, use) => {
      const restore = lighten();
      await use(undefined);
      restore();
    },
    { auto: true },
  ],
});
