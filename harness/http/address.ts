import { ConfigurationError } from '../judging/outcome.ts';

/** The origin of a base address. @throws ConfigurationError when it is no http or https address, or has more parts */
export function originOf(baseUrl: string): string {
  const url = parse(baseUrl);
  if (url.protocol !== 'http:' && url.protocol !== 'https:') {
    throw new ConfigurationError(`the target is ${url.protocol}//…; it has to be an http or https address`);
  }
  if (url.username !== '' || url.password !== '') {
    throw new ConfigurationError(
      'the target holds a user name or a password; leave them out, the key comes from ROLLCALL_API_KEY',
    );
  }
  if (url.search !== '' || url.hash !== '') {
    throw new ConfigurationError('the target ends in a query or a fragment; give the base address alone');
  }
  return url.origin;
}

function parse(address: string): URL {
  const url = URL.canParse(address) ? new URL(address) : undefined;
  if (url && url.host !== '') return url;
  const shown = address.replace(/\/\/[^/]*@/, '//…@');
  const hint = /^[\w.-]+(?::\d+)?(?:\/|$)/.test(address) ? `; did you mean http://${shown}?` : '';
  throw new ConfigurationError(
    `the target \`${shown}\` is not an address; it looks like https://host/api/v1${hint}`,
  );
}
