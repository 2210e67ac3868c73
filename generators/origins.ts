import fc from 'fast-check';

const schemes = ['https', 'http', 'chrome-extension'] as const;
const hosts = [
  'example.org',
  'school.example',
  'a.b.c.example',
  'localhost',
  '127.0.0.1',
  '[::1]',
  'xn--80ak6aa92e.example',
];
const ports = ['', ':3000', ':8443', ':65535'];

/** Origins that a page can have: each a scheme, a host and a port that is not the scheme's own. */
export const origins: fc.Arbitrary<string> = fc
  .tuple(fc.constantFrom(...schemes), fc.constantFrom(...hosts), fc.constantFrom(...ports))
  .map(([scheme, host, port]) =>
    scheme === 'chrome-extension'
      ? `${scheme}://${'abcdefghijklmnop'.repeat(2)}`
      : `${scheme}://${host}${port}`,
  );
