import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { isIP } from 'node:net';
import tls from 'node:tls';
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

/** How long a handshake may take. */
const handshakeMs = 10_000;

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

/** Whom a browser trusts besides the authorities that it knows. */
export interface Trust {
  /** It verifies no certificate at all, as with `--insecure`. */
  readonly ignoreHTTPSErrors: boolean;
  /** The profile names an authority, which Node trusts and Chromium doesn't know. */
  readonly ownAuthority?: boolean;
}

/**
 * Opens a headless Chromium. It is launched with the first request. Where the profile names an authority, it takes the
 * certificate that Node has verified by that authority just then, and no other.
 */
export function openBrowser(
  executablePath: string,
  { ignoreHTTPSErrors, ownAuthority = false }: Trust = { ignoreHTTPSErrors: false },
): { port: BrowserPort; close(): Promise<void> } {
  let browser: Promise<Browser> | undefined;
  let page: Promise<Page> | undefined;

  async function openPage(url: string): Promise<Page> {
    // Chromium asks for a permission before a page may reach the local network. That is not CORS, so it is disabled.
    const args = ['--no-sandbox', '--disable-features=LocalNetworkAccessChecks,PrivateNetworkAccessChecks'];
    const pin = ownAuthority ? await verifiedKey(url) : undefined;
    if (pin !== undefined) args.push(`--ignore-certificate-errors-spki-list=${pin}`);
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
      page ??= openPage(request.url);
      return (await page).evaluate(readInPage, request);
    },
    close: async () => {
      await (await browser)?.close();
    },
  };
}

/** The digest of the key in the certificate of a target, as Node has verified it; `undefined` where it could not. */
function verifiedKey(url: string): Promise<string | undefined> {
  const { protocol, hostname, port } = new URL(url);
  if (protocol !== 'https:') return Promise.resolve(undefined);
  const host = hostname.replace(/^\[|\]$/g, '');
  const servername = isIP(host) === 0 ? { servername: host } : {};
  return new Promise((resolve) => {
    const socket = tls.connect({ host, port: Number(port || 443), ...servername }, () => {
      const key = socket.getPeerX509Certificate()?.publicKey.export({ type: 'spki', format: 'der' });
      socket.destroy();
      resolve(key && createHash('sha256').update(key).digest('base64'));
    });
    // The page then sees that the target can't be reached, and the row says so.
    socket
      .once('error', () => resolve(undefined))
      .setTimeout(handshakeMs, () => socket.destroy(new Error('no handshake')));
  });
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
