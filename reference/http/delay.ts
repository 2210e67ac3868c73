import { setTimeout } from 'node:timers/promises';
import { corsHeaders } from './cors.ts';
import { jsonResponse } from './reply.ts';
import type { Service } from './service.ts';

/** After so long a request is terminated with 504 (Limits). */
const longestMs = 30_000;

/** The service with each answer held back for so long; from 30 seconds on the answer is 504 instead. */
export function delayed(service: Service, latencyMs: number): Service {
  return async (request) => {
    await setTimeout(Math.min(latencyMs, longestMs));
    return latencyMs < longestMs ? await service(request) : timedOut();
  };
}

function timedOut(): Response {
  const body = { status: 504, message: 'The request ran longer than 30 seconds and was terminated.' };
  return jsonResponse(504, body, 'application/json', corsHeaders);
}
