import type { Command } from '../command.ts';

/** A command and where it is; it is loaded when it is asked for. */
export interface CommandEntry {
  readonly summary: string;
  readonly load: () => Promise<Command>;
}

/** Every command, in the order in which a newcomer needs them. */
export const commands: Readonly<Record<string, CommandEntry>> = {
  run: {
    summary: 'Judge a target, or the embedded reference service.',
    load: async () => (await import('./run.ts')).run,
  },
  init: {
    summary: 'Write a profile by looking at a target.',
    load: async () => (await import('./init.ts')).init,
  },
  doctor: {
    summary: 'See what a run would find, send and leave, before there is one.',
    load: async () => (await import('./doctor.ts')).doctor,
  },
  list: {
    summary: 'The catalogue by chapter, and its numbers.',
    load: async () => (await import('./list.ts')).list,
  },
  explain: {
    summary: 'One clause, check, row, fault, variant or gap in full.',
    load: async () => (await import('./explain.ts')).explain,
  },
  cleanup: {
    summary: 'Put back what a run that was cut off has changed on lent things.',
    load: async () => (await import('./cleanup.ts')).cleanup,
  },
  serve: {
    summary: 'Serve the reference service on loopback.',
    load: async () => (await import('./serve.ts')).serve,
  },
};
