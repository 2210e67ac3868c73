import { setTimeout } from 'node:timers/promises';
import { corsHeaders } from './cors.ts';
import { jsonResponse } from './reply.ts';
import type { Service } from './service.ts';

/** Milliseconds for which an answer is held back: the same for all requests, or by request. */
export type Latency = number | ((request: Request) => number);

/**
 * The service with each answer held back. A request that would take `longestMs`, 30 seconds unless a test
 * has less patience, is terminated then with 504 and does nothing (Limits).
 */
export function delayed(service: Service, latency: Latency, longestMs = 30_000): Service {
  const latencyOf = typeof latency === 'number' ? () => latency : latency;
  return async (request) => {
    const wait = latencyOf(request);
    if (wait > 0) await setTimeout(Math.min(wait, longestMs));
    return wait < longestMs ? await service(request) : timedOut();
  };
}

function timedOut(): Response {
  const body = { status: 504, message: 'The request ran too long and was terminated.' };
  return jsonResponse(504, body, 'application/json', corsHeaders);
}
