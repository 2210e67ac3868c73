/** Headers that let a page of any origin read an answer (Conventions 4). */
export const corsHeaders = {
  'access-control-allow-origin': '*',
  'access-control-expose-headers': 'allow, retry-after',
} as const;

/** The answer to OPTIONS on a path that takes these methods; a browser's preflight carries no key. */
export function preflightResponse(methods: readonly string[]): Response {
  const allowed = [...methods, 'OPTIONS'].join(', ');
  return new Response(null, {
    status: 204,
    headers: {
      ...corsHeaders,
      allow: allowed,
      'access-control-allow-methods': allowed,
      'access-control-allow-headers': 'x-api-key, content-type',
      'access-control-max-age': '600',
    },
  });
}
