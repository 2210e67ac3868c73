/**
 * Playwright's `test` without its browser fixtures: to set them up takes five milliseconds of each test, and most take less.
 * Where every test has this one, or one made of it, a worker goes on from file to file, and loads the suite once.
 */
export { _baseTest as test } from '@playwright/test';
