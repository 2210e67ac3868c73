import { type Answer, noAnswer, type Sent } from './answer.ts';
import { TransportError, type TransportFault } from './transport.ts';

/**
 * The kinds of trouble. `rate-limit`: 429. `gateway`: what a server in front says while the service is away. `own`: a
 * crash, a broken connection, a redirect to elsewhere. `hang`: no whole answer in time. `network`: the request never
 * reached a service, so that no repetition makes it the target's own answer.
 */
export type TroubleKind = 'rate-limit' | 'gateway' | 'own' | 'hang' | 'network';

/** Why an answer can't be taken as the operation's own, yet. */
export interface Trouble {
  readonly kind: TroubleKind;
  /** In words, without anything that the target sent. */
  readonly words: string;
}

const gatewayFailures: readonly number[] = [502, 503, 504];
const unreached: readonly TransportFault[] = ['refused', 'unknown-host', 'tls'];

/** The trouble that an answer is; `undefined` for one that a check may judge. */
export function troubleOf({ status, headers, fault }: Answer): Trouble | undefined {
  if (fault !== undefined) return { kind: kindOf(fault), words: new TransportError(fault).message };
  if (status === 429) return { kind: 'rate-limit', words: 'status 429' };
  if (gatewayFailures.includes(status)) return { kind: 'gateway', words: `status ${status}` };
  if (status >= 500) return { kind: 'own', words: `status ${status}` };
  if (status >= 300 && status < 400 && headers['location'] !== undefined)
    return { kind: 'own', words: `a redirect (${status}), which a key does not follow` };
  return undefined;
}

function kindOf(fault: TransportFault): TroubleKind {
  if (fault === 'timeout') return 'hang';
  return unreached.includes(fault) ? 'network' : 'own';
}

/** A request that got no whole answer, as an answer. */
export function unanswered(sent: Sent, fault: TransportFault, ms: number): Answer {
  return { sent, status: noAnswer, headers: {}, text: '', json: undefined, fault, ms };
}
