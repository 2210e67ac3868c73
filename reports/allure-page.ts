import { spawn } from 'node:child_process';
import { existsSync, rmSync } from 'node:fs';
import path from 'node:path';
import { compiledModule } from './compiled-module.ts';

/** A heap that grows slowly, with little room for what is new: it takes a tenth less memory, and hardly more time. */
const leanHeap = ['--heap-growing-percent=25', '--max-semi-space-size=4'];

/** A page that gets ready. */
export interface PageInTheMaking {
  /** Makes the page of the results, which are all written now. @returns its file name; `undefined` without a page */
  make(): Promise<string | undefined>;
  /** Ends the making: the results can't be written. */
  abandon(): void;
}

/** No page: nobody asks for one. */
export const noPage: PageInTheMaking = { make: async () => undefined, abandon: () => undefined };

/** The script of that process. In a checkout it is compiled here: a loader there would slow all of Allure's own modules. */
function generator(): readonly string[] {
  const extension = path.extname(import.meta.filename);
  const script = path.join(import.meta.dirname, `allure-generator${extension}`);
  if (extension === '.js') return [script];
  const compiled = compiledModule(script);
  return compiled === undefined ? ['--import', import.meta.resolve('tsx'), script] : [compiled];
}

/**
 * Turns a folder of Allure results into one self-contained page, without Java and without the network. Allure runs in a
 * process of its own: it takes a second to load, while the results are being written, and reads no settings.
 */
export function openAllurePage(results: string, output: string): PageInTheMaking {
  rmSync(output, { recursive: true, force: true });
  const child = spawn(process.execPath, [...leanHeap, ...generator(), results, output], {
    stdio: ['pipe', 'ignore', 'ignore'],
  });
  child.stdin.on('error', () => undefined);
  const ended = new Promise<number | null>((resolve) => {
    child.on('error', () => resolve(null));
    child.on('close', resolve);
  });
  return {
    async make() {
      child.stdin.end();
      const page = path.join(output, 'index.html');
      if ((await ended) === 0 && existsSync(page)) return page;
      rmSync(output, { recursive: true, force: true });
      return undefined;
    },
    abandon: () => void child.kill(),
  };
}

/** Makes the page of results that are there already. @returns its file name; `undefined` when Allure could not make it */
export function makeAllurePage(results: string, output: string): Promise<string | undefined> {
  return openAllurePage(results, output).make();
}

/** A content security policy under which the page can request nothing from other origins. */
const policy = "default-src 'self' data: blob: 'unsafe-inline' 'unsafe-eval'";
const counters =
  /<script[^>]*\bsrc="https?:[^"]*"[^>]*><\/script>\s*(?:<script>(?:(?!<\/script>)[\s\S])*?\bgtag\((?:(?!<\/script>)[\s\S])*<\/script>)?/g;

/** Removes the visitor counter that Allure adds to every page, and adds a policy that forbids requests. */
export function keepOffline(html: string): string {
  return html
    .replaceAll(counters, '')
    .replace('<head>', `<head>\n    <meta http-equiv="Content-Security-Policy" content="${policy}">`);
}
