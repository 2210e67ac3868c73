import fs from 'node:fs';
import { AllureReporter } from 'allure-playwright';

/**
 * Allure's reporter for the tests of the suite itself, which does not wait for the disk after each of thousands of files:
 * the process that hands out the tests stood still for so long.
 */
export default class SelfAllure extends AllureReporter {
  override onBegin(suite: Parameters<AllureReporter['onBegin']>[0]): void {
    fs.fsyncSync = () => undefined;
    super.onBegin(suite);
  }
}
