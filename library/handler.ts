import { serviceTransport, type Transport, TransportError } from '../harness/http/transport.ts';

/** A server in this process, as a function of the web platform: `app.fetch` of many frameworks is one. */
export type Handler = (request: Request) => Response | Promise<Response>;

/**
 * A transport to a handler. A handler that throws is one whose connection breaks, as behind a server that has no answer
 * for it; one that does not answer in time gets no more time than a server.
 *
 * @param thrown is told what the handler throws, with the request
 */
export function handlerTransport(
  handler: Handler,
  thrown: (error: unknown, request: Request) => void,
): Transport {
  const transport = serviceTransport(async (request) => {
    try {
      return await handler(request);
    } catch (error) {
      thrown(error, request);
      throw new TransportError('reset');
    }
  });
  return (request, deadlineMs) => withDeadline(transport(request, deadlineMs), deadlineMs);
}

async function withDeadline<T>(answer: Promise<T>, deadlineMs: number): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new TransportError('timeout')), deadlineMs);
  });
  try {
    return await Promise.race([answer, late]);
  } finally {
    clearTimeout(timer);
  }
}
