import { request } from '@playwright/test';
import { openLine, TransportError } from '../../../harness/http/transport.ts';
import { ConfigurationError } from '../../../harness/judging/outcome.ts';
import { readText } from '../../../harness/run/profile.ts';
import { type Described, parseDescription } from '../../lint/read.ts';

const deadlineMs = 35_000;

/**
 * Reads a vendor's OpenAPI description, version 3.0 or 3.1, as YAML or JSON, from a file or an address. The request
 * carries no key and follows no redirect.
 *
 * @throws ConfigurationError that says why the description cannot be read, and the fix
 */
export async function readVendor(place: string): Promise<Described> {
  return parseDescription(place, /^https?:\/\//i.test(place) ? await download(place) : readText(place));
}

async function download(url: string): Promise<string> {
  const line = openLine(() => request.newContext());
  try {
    const outgoing = { url, method: 'GET', headers: { accept: '*/*' }, body: undefined };
    const { status, body } = await line.transport(outgoing, deadlineMs);
    if (status === 200) return new TextDecoder().decode(body);
    throw new ConfigurationError(`${url} answers ${status}; give the final address, or a file`);
  } catch (error) {
    if (!(error instanceof TransportError)) throw error;
    throw new ConfigurationError(
      `${url} can't be read: ${error.message}; correct the address, or give a file`,
    );
  } finally {
    await line.close();
  }
}
