import { defaultRetryPolicy, pauseAsked } from './retry-policy.ts';
import { type Incoming, type Transport, TransportError, type TransportFault } from './transport.ts';

/** What the answer to one read says about an address. */
export type Finding =
  | { readonly kind: 'service'; readonly reference: boolean }
  | { readonly kind: 'no-answer'; readonly fault: TransportFault }
  | { readonly kind: 'key-refused' }
  | { readonly kind: 'not-allowed' }
  | { readonly kind: 'not-found' }
  | { readonly kind: 'redirect'; readonly status: number; readonly to: string }
  | { readonly kind: 'html'; readonly status: number }
  | { readonly kind: 'unavailable'; readonly status: number }
  | { readonly kind: 'limited'; readonly seconds: number }
  | { readonly kind: 'not-json'; readonly status: number };

const deadlineMs = 35_000;

/** Sends one read and classifies the answer. */
export async function probe(url: string, key: string, transport: Transport): Promise<Finding> {
  const headers = { accept: 'application/json, application/problem+json', 'x-api-key': key };
  try {
    return classify(await transport({ url, method: 'GET', headers, body: undefined }, deadlineMs), url);
  } catch (error) {
    if (error instanceof TransportError) return { kind: 'no-answer', fault: error.fault };
    throw error;
  }
}

/** Any answer that shows no other cause counts as the service's own. The checks judge whether it is right. */
function classify({ status, headers, body }: Incoming, url: string): Finding {
  // A shorter pause, or none that is told, is one that a run waits for.
  const pause = status === 429 ? pauseAsked(headers['retry-after'], 0) : 0;
  if (pause > defaultRetryPolicy.longestPauseMs) return { kind: 'limited', seconds: Math.ceil(pause / 1000) };
  const text = new TextDecoder().decode(body);
  const html = (headers['content-type'] ?? '').includes('text/html') || /^\s*<(?:!doctype|html)/i.test(text);
  if (status >= 300 && status < 400)
    return { kind: 'redirect', status, to: redirectTarget(headers['location'], url) };
  if (status === 401) return { kind: 'key-refused' };
  if (status === 403) return { kind: 'not-allowed' };
  if (html) return { kind: 'html', status };
  if (status === 404) return { kind: 'not-found' };
  if (status >= 500) return { kind: 'unavailable', status };
  if (status === 200 && !isJson(text)) return { kind: 'not-json', status };
  return { kind: 'service', reference: (headers['server'] ?? '').startsWith('rollcall-reference/') };
}

/**
 * Origin and path of a redirect, without what the probe asked for below the base address. The query is left out, because
 * it may hold secrets.
 */
function redirectTarget(location: string | undefined, url: string): string {
  if (location === undefined || !URL.canParse(location, url)) return 'somewhere else';
  const { origin, pathname } = new URL(location, url);
  const asked = `/${new URL(url).pathname.split('/').at(-1)}`;
  return origin + (pathname.endsWith(asked) ? pathname.slice(0, -asked.length) : pathname);
}

function isJson(text: string): boolean {
  try {
    return typeof JSON.parse(text) === 'object';
  } catch {
    return false;
  }
}

const noAnswer: Record<TransportFault, (host: string) => string> = {
  refused: (host) => `nothing listens at ${host}; start the service, or correct host and port of the target`,
  'unknown-host': (host) =>
    `the host of ${host} is not known; correct its name in the target, or look at the network`,
  reset: (host) => `${host} broke the connection; is it http or https, and is this the service's port?`,
  timeout: (host) =>
    `${host} gave no answer within ${deadlineMs / 1000} seconds; is the service up, is it http or https, and does a firewall block it?`,
  tls: (host) =>
    `no TLS connection to ${host}; has its certificate expired, is it for another name, or of an authority that this machine does not know (then give the profile a \`ca\`), and is it https at all?`,
  malformed: (host) =>
    `the answer of ${host} is not valid HTTP; correct the port of the target, or mend what writes its answers`,
  'malformed-start': (host) =>
    `the answer of ${host} does not begin as an answer of HTTP does; correct the port of the target, or mend what writes the first line of its answers`,
  'malformed-header': (host) =>
    `a header in the answer of ${host} has a character that HTTP does not allow there; mend what writes its headers`,
  'malformed-length': (host) =>
    `the Content-Length in the answer of ${host} is no number, stands there twice, or beside a Transfer-Encoding; mend what writes its headers`,
  'malformed-chunk': (host) =>
    `a chunk in the answer of ${host} does not have the form that HTTP gives it; mend what writes its bodies`,
  'long-headers': (host) =>
    `the headers in the answer of ${host} are too long to be read; is this the service, and what makes them so long?`,
  encoding: (host) =>
    `the body that ${host} answers can't be decompressed; check the proxy or service that compresses it`,
  'too-large': (host) => `the answer of ${host} is too large; is this the service?`,
};

/** A message that says what is wrong with the target's address or key, and how to correct it. */
export function explain(finding: Finding, baseUrl: string, elsewhere: string | undefined): string {
  const hint = elsewhere
    ? `; the service answers at ${elsewhere}, so use --target ${elsewhere}`
    : '; the base address ends in the version prefix, as in https://host/api/v1';
  const { host } = new URL(baseUrl);
  switch (finding.kind) {
    case 'no-answer':
      return noAnswer[finding.fault](host);
    case 'key-refused':
      return `the key in ROLLCALL_API_KEY is refused by ${baseUrl} (401); is it the key of this target, whole and not expired?`;
    case 'not-allowed':
      return `the key in ROLLCALL_API_KEY may not even read academic years, classes or users at ${baseUrl} (403); use a key with full permissions`;
    case 'redirect':
      return finding.to === baseUrl
        ? `${baseUrl} redirects to itself (${finding.status}); mend the service, or the proxy in front of it`
        : `${baseUrl} redirects to ${finding.to} (${finding.status}), and a key does not follow redirects; use the final address as the target`;
    case 'html':
      return `an HTML page (${finding.status}) answers at ${baseUrl} instead of the service${hint}`;
    case 'not-found':
      return `the service is not at ${baseUrl}: its plainest paths are not found there (404)${hint}`;
    case 'not-json':
      return `what answers at ${baseUrl} does not speak JSON, so it is not the service${hint}`;
    case 'unavailable':
      return `${baseUrl} answers ${finding.status} to the plainest reads; wait until the service is up, and look at its log`;
    case 'limited':
      return `${baseUrl} answers 429 and asks for a pause of ${finding.seconds} s before anything else; run again after it, or have its rate limit raised for this key`;
    case 'service':
      return `the service answers at ${baseUrl}`;
  }
}
