import type { Answer, Sent } from './answer.ts';

/** Reads that got their proper answer lately: they show whether the target answers while another request is in trouble. */
export interface Controls {
  /** Remembers an answer without trouble. */
  remember(answer: Answer): void;
  /** The reads to try for a request in trouble, the likeliest first: of other operations, and never the request itself. */
  for(troubled: Sent | undefined): readonly Sent[];
}

/** How many reads are tried before the target counts as unreachable. */
const most = 3;

/** Opens the list of controls. `initial` are reads without parameters, for the time before anything was answered. */
export function openControls(initial: readonly Sent[]): Controls {
  const known = new Map<string, Sent>();
  return {
    remember({ sent, status }) {
      if (sent.method !== 'GET' || sent.key !== 'full' || status !== 200) return;
      known.delete(sent.operation);
      known.set(sent.operation, sent);
    },
    for(troubled) {
      const others = [...[...known.values()].reverse(), ...initial].filter(
        ({ operation, path }) => operation !== troubled?.operation && path !== troubled?.path,
      );
      return others
        .filter(({ path }, at) => others.findIndex((one) => one.path === path) === at)
        .slice(0, most);
    },
  };
}
