import type { Answer, Sent } from './answer.ts';
import type { Kind } from './budget.ts';
import { decode } from './decode.ts';
import type { Gate } from './gate.ts';
import type { Turn } from './pace.ts';
import { type Transport, TransportError } from './transport.ts';
import { unanswered } from './trouble.ts';

/** Sends one request, once. What gets no whole answer is an answer as well, with its fault. */
export type Wire = (sent: Sent, kind: Kind, deadlineMs: number, turn: Turn) => Promise<Answer>;

/** Opens the wire to one target; every request passes the gate, and `limited` looks at each refusal by a rate limit. */
export function openWire(
  baseUrl: string,
  transport: Transport,
  gate: Gate,
  limited: (answer: Answer) => void,
): Wire {
  return (sent, kind, deadlineMs, turn) => {
    const task = async (): Promise<Answer> => {
      const { method, path, headers, body } = sent;
      const started = performance.now();
      try {
        const incoming = await transport(
          { url: baseUrl + path, method, headers, body, safe: kind === 'read' },
          deadlineMs,
        );
        const ms = incoming.ms ?? performance.now() - started;
        const { status, headers: received } = incoming;
        const answer = withoutLongText({ sent, status, headers: received, ...decode(incoming), ms });
        if (answer.status === 429) limited(answer);
        return answer;
      } catch (error) {
        if (!(error instanceof TransportError)) throw error;
        return unanswered(sent, error.fault, performance.now() - started);
      }
    };
    return gate.pass(kind, task, turn, turn === 'alone');
  };
}

/** Longer texts are not kept beside what was parsed of them; in characters. A run keeps thousands of answers. */
const keptLength = 1_000;

/** The answer with what was parsed of a long text alone: the text is written anew where somebody asks for it. */
function withoutLongText(answer: Answer): Answer {
  const { text, ...rest } = answer;
  if (answer.json === undefined || text.length <= keptLength) return answer;
  return {
    ...rest,
    get text() {
      return JSON.stringify(rest.json);
    },
  };
}
