import { existsSync } from 'node:fs';
import { type Browser, chromium, type Page } from '@playwright/test';
import type { Outgoing } from './transport.ts';

/**
 * What a page of another origin saw of one answer. `blocked`: the browser withheld the answer from the page, by the
 * rules of CORS. `unreachable`: not even a request without CORS was answered. `redirected`: the target redirected.
 */
export type Seen =
  | { readonly status: number; readonly text: string }
  | 'blocked'
  | 'unreachable'
  | 'redirected';

/** Sends a request from a page of another origin, in a browser. */
export type BrowserPort = (request: Outgoing) => Promise<Seen>;

/** The address of the page. No server listens there: Playwright fulfills the request for it. */
const pageAddress = 'http://localhost:47831/page';

const usualPaths = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
];

/** The path of a Chromium on this machine; `undefined` without one. `ROLLCALL_CHROMIUM` takes precedence. */
export function chromiumPath(env: Readonly<Record<string, string | undefined>>): string | undefined {
  return [env['ROLLCALL_CHROMIUM'] ?? '', ...usualPaths, chromium.executablePath()].find(
    (file) => file !== '' && existsSync(file),
  );
}

/**
 * Opens a headless Chromium. It is launched with the first request. With `--insecure` it verifies no certificate either;
 * it knows nothing of a profile's `ca`.
 */
export function openBrowser(
  executablePath: string,
  { ignoreHTTPSErrors }: { readonly ignoreHTTPSErrors: boolean } = { ignoreHTTPSErrors: false },
): { port: BrowserPort; close(): Promise<void> } {
  let browser: Promise<Browser> | undefined;
  let page: Promise<Page> | undefined;

  async function openPage(): Promise<Page> {
    // Chromium asks for a permission before a page may reach the local network. That is not CORS, so it is disabled.
    const args = ['--no-sandbox', '--disable-features=LocalNetworkAccessChecks,PrivateNetworkAccessChecks'];
    browser ??= chromium.launch({ executablePath, args });
    const fresh = await (await browser).newPage({ ignoreHTTPSErrors });
    await fresh.route(pageAddress, (route) =>
      route.fulfill({ contentType: 'text/html', body: '<!doctype html><title>Rollcall</title>' }),
    );
    await fresh.goto(pageAddress);
    // While any route is set, Playwright answers CORS preflight requests itself, and they never reach the target.
    await fresh.unrouteAll();
    return fresh;
  }

  return {
    port: async (request) => {
      page ??= openPage();
      return (await page).evaluate(readInPage, request);
    },
    close: async () => {
      await (await browser)?.close();
    },
  };
}

/**
 * Runs inside the page. A redirect is not followed, because the key would go with it. A page cannot distinguish an
 * answer that CORS blocks from a failed connection. A second request, in the mode `no-cors` and without a key, shows
 * which of the two it was.
 */
async function readInPage({ url, method, headers, body }: Outgoing): Promise<Seen> {
  try {
    const redirect = 'manual';
    const request = { method, headers, redirect, ...(body === undefined ? {} : { body }) } as const;
    const response = await globalThis.fetch(url, request);
    if (response.type === 'opaqueredirect') return 'redirected';
    return { status: response.status, text: await response.text() };
  } catch {
    const isReachable = globalThis.fetch(url, { mode: 'no-cors' }).then(() => true);
    return (await isReachable.catch(() => false)) ? 'blocked' : 'unreachable';
  }
}
