/** An origin that no target knows. It has a port, which whoever compares or repeats origins may lose. */
export const unknownOrigin = 'https://rollcall.example:8443';

/**
 * The header of a request from a page of another origin. Requests that are refused, and those that write, have it, so
 * that one answer serves the rules for browsers as well.
 */
export const fromPage: Readonly<Record<string, string>> = { origin: unknownOrigin };

/** Two pages that ask in turn, one with TLS and one without; no target knows them. */
export const twoOrigins = [unknownOrigin, 'http://another.rollcall.example'] as const;
