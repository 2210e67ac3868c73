import { existsSync } from 'node:fs';
import { type Browser, chromium, type Page } from '@playwright/test';
import type { Outgoing } from './transport.ts';

/**
 * What a page of another origin got to see of one answer: nothing when the browser kept it from the page, when no
 * request of any kind came through, for the certificate or the way, and when the target sent it elsewhere.
 */
export type Seen =
  | { readonly status: number; readonly text: string }
  | 'blocked'
  | 'unreachable'
  | 'redirected';

/** Sends a request from a page of another origin, by all the rules of a browser. */
export type BrowserPort = (request: Outgoing) => Promise<Seen>;

/** The origin of the page: on this machine, and never that of the target. No server stands there. */
const pageAddress = 'http://localhost:47831/page';

const places = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
];

/** Where a Chromium stands on this machine, if one does; `ROLLCALL_CHROMIUM` names another. */
export function chromiumPath(env: Readonly<Record<string, string | undefined>>): string | undefined {
  return [env['ROLLCALL_CHROMIUM'] ?? '', ...places, chromium.executablePath()].find(
    (place) => place !== '' && existsSync(place),
  );
}

/** A headless Chromium that starts with the first request. */
export function openBrowser(executablePath: string): { port: BrowserPort; close(): Promise<void> } {
  let browser: Promise<Browser> | undefined;
  let page: Promise<Page> | undefined;

  async function openPage(): Promise<Page> {
    // The page itself is made here: what Chromium asks before it lets a page reach this machine is not CORS.
    const args = ['--no-sandbox', '--disable-features=LocalNetworkAccessChecks,PrivateNetworkAccessChecks'];
    browser ??= chromium.launch({ executablePath, args });
    const fresh = await (await browser).newPage();
    await fresh.route(pageAddress, (route) =>
      route.fulfill({ contentType: 'text/html', body: '<!doctype html><title>Rollcall</title>' }),
    );
    await fresh.goto(pageAddress);
    // While anything is routed, Playwright answers preflight requests itself and the target is never asked.
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
 * Runs inside the page. A redirect is not followed, for the key would go with it. A browser does not tell a refusal
 * by CORS from a failed connection, so a request whose answer the page does not want to read follows: without a key,
 * and without anything that CORS forbids.
 */
async function readInPage({ url, method, headers, body }: Outgoing): Promise<Seen> {
  try {
    const redirect = 'manual';
    const request = { method, headers, redirect, ...(body === undefined ? {} : { body }) } as const;
    const response = await globalThis.fetch(url, request);
    if (response.type === 'opaqueredirect') return 'redirected';
    return { status: response.status, text: await response.text() };
  } catch {
    const reaches = globalThis.fetch(url, { mode: 'no-cors' }).then(() => true);
    return (await reaches.catch(() => false)) ? 'blocked' : 'unreachable';
  }
}
