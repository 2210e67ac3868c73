// The two API keys.
export const keys = { full: 'roster-full-5c1e77d0a94b', restricted: 'roster-limited-83b0f2e6d1aa' };
