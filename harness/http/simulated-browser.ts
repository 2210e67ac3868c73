import type { BrowserPort, Seen } from './browser.ts';
import { type Outgoing, type Transport, TransportError } from './transport.ts';

const pageOrigin = 'http://localhost:47831';
const alwaysAllowed = ['GET', 'HEAD', 'POST'];
const deadlineMs = 10_000;

/**
 * What a browser does for a page of another origin, by the rules of the Fetch standard that matter here: a
 * preflight request before what is not simple, and nothing for the page where the answer does not allow its
 * origin. A test holds it to what Chromium does.
 */
export function simulatedBrowser(transport: Transport): BrowserPort {
  return (request) =>
    ask(transport, request).catch((error: unknown) => {
      // A page is not told why nothing came.
      if (error instanceof TransportError) return 'blocked';
      throw error;
    });
}

async function ask(transport: Transport, request: Outgoing): Promise<Seen> {
  if (!(await permits(transport, request))) return 'blocked';
  const headers = { ...request.headers, origin: pageOrigin };
  const answer = await transport({ ...request, headers }, deadlineMs);
  if (answer.status >= 300 && answer.status < 400 && 'location' in answer.headers) return 'redirected';
  if (!allowsOrigin(answer.headers)) return 'blocked';
  return { status: answer.status, text: new TextDecoder().decode(answer.body) };
}

async function permits(transport: Transport, { url, method, headers }: Outgoing): Promise<boolean> {
  const unsafe = Object.entries(headers)
    .filter(([name, value]) => !isSimple(name, value))
    .map(([name]) => name.toLowerCase())
    .sort();
  if (alwaysAllowed.includes(method) && unsafe.length === 0) return true;
  const asked = {
    origin: pageOrigin,
    'access-control-request-method': method,
    'access-control-request-headers': unsafe.join(','),
  };
  const answer = await transport({ url, method: 'OPTIONS', headers: asked, body: undefined }, deadlineMs);
  const methods = listed(answer.headers['access-control-allow-methods']);
  const names = listed(answer.headers['access-control-allow-headers']).map((name) => name.toLowerCase());
  return (
    answer.status >= 200 &&
    answer.status < 300 &&
    allowsOrigin(answer.headers) &&
    (alwaysAllowed.includes(method) || methods.includes('*') || methods.includes(method)) &&
    unsafe.every((name) => names.includes('*') || names.includes(name))
  );
}

function isSimple(name: string, value: string): boolean {
  if (name.toLowerCase() === 'accept') return true;
  return name.toLowerCase() === 'content-type' && /^text\/plain\b/i.test(value);
}

function allowsOrigin(headers: Readonly<Record<string, string>>): boolean {
  return ['*', pageOrigin].includes(headers['access-control-allow-origin'] ?? '');
}

function listed(header = ''): string[] {
  return header.split(',').map((part) => part.trim());
}
