/** short names of operations, kind, depth, what is broken, what the server does */
export type Family = readonly [string, string, 'plain' | 'deep', string, string];
