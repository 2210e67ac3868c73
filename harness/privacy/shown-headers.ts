type Headers = Readonly<Record<string, string>>;

/** Words that are shown in the values of headers that list methods or header names. */
const harmless: readonly string[] = [
  ...['*', 'GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'true', 'false', 'null'],
  ...[
    'x-api-key',
    'content-type',
    'accept',
    'authorization',
    'origin',
    'content-length',
    'retry-after',
    'etag',
  ],
];

const words = (value: string) =>
  value
    .split(',')
    .map((word) =>
      harmless.some((one) => one.toLowerCase() === word.trim().toLowerCase()) ? word.trim() : '…',
    )
    .join(', ');
const when = (form: RegExp, otherwise: string) => (value: string) => (form.test(value) ? value : otherwise);
const mediaType =
  /^(application|text|multipart|image)\/(json|problem\+json|html|plain|xml|octet-stream|x-www-form-urlencoded|form-data|csv|javascript)(; ?charset="?(utf-8|us-ascii|iso-8859-1)"?)?$/i;

/** The headers that are shown, with a function that redacts the value. All other headers are left out. */
const shown: Readonly<Record<string, (value: string) => string>> = {
  'content-type': when(mediaType, 'some other media type'),
  'content-length': when(/^\d{1,12}$/, 'no number'),
  'content-encoding': when(/^(gzip|br|deflate|identity)$/i, 'some other encoding'),
  'retry-after': when(/^\d{1,9}$/, 'a date, or no number'),
  allow: words,
  location: () => 'an address',
  vary: words,
  'access-control-allow-origin': when(/^(\*|null)$/, 'an origin'),
  'access-control-allow-methods': words,
  'access-control-allow-headers': words,
  'access-control-expose-headers': words,
  'access-control-allow-credentials': words,
  'access-control-max-age': when(/^\d{1,9}$/, 'no number'),
};

/** The headers of an answer as evidence shows them. `isOurs` says which texts the run generated. */
export function shownHeaders(headers: Headers, isOurs: (text: string) => boolean): Headers {
  const pairs = Object.entries(headers).flatMap(([name, value]) => {
    const show = Object.hasOwn(shown, name) ? shown[name] : undefined;
    return show ? [[name, isOurs(value) ? value : show(value)]] : [];
  });
  return Object.fromEntries(pairs);
}
