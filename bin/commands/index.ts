import type { CommandEntry } from '../command.ts';

/** Every command, in the order in which a newcomer needs them. */
export const commands: Readonly<Record<string, CommandEntry>> = {
  run: {
    summary: 'Judge a target, or the embedded reference service.',
    load: async () => (await import('./run.ts')).run,
  },
  init: {
    summary: 'Write a profile from what a target shows.',
    load: async () => (await import('./init.ts')).init,
  },
  doctor: {
    summary: 'Show what a run would judge, send and leave, before it starts.',
    load: async () => (await import('./doctor.ts')).doctor,
  },
  list: {
    summary: 'List the catalogue by chapter, with its numbers.',
    load: async () => (await import('./list.ts')).list,
  },
  explain: {
    summary: 'Explain one clause, check, row, fault, variant or gap.',
    load: async () => (await import('./explain.ts')).explain,
  },
  certify: {
    summary: 'Certify a target: runs with several seeds, a page, a bundle, a signed statement.',
    load: async () => (await import('./certify.ts')).certify,
  },
  verify: {
    summary: 'Check a certificate, offline.',
    load: async () => (await import('./verify.ts')).verify,
  },
  keygen: {
    summary: 'Make a key pair to sign certificates with.',
    load: async () => (await import('./keygen.ts')).keygen,
  },
  gate: {
    summary: 'Hold a run against the failures that are known.',
    load: async () => (await import('./gate.ts')).gate,
  },
  compare: {
    summary: 'Tell how two runs differ, and what that does to clients.',
    load: async () => (await import('./compare.ts')).compare,
  },
  pin: {
    summary: 'Write down what a target chose, for later runs to be held to.',
    load: async () => (await import('./pin.ts')).pin,
  },
  lint: {
    summary: 'Tell where an OpenAPI description departs from the interface.',
    load: async () => (await import('./lint.ts')).lint,
  },
  cleanup: {
    summary: 'Undo the changes of lent things that an interrupted run left.',
    load: async () => (await import('./cleanup.ts')).cleanup,
  },
  serve: {
    summary: 'Serve the reference service on loopback.',
    load: async () => (await import('./serve.ts')).serve,
  },
  completion: {
    summary: 'Print a script that completes commands and flags in bash, zsh or fish.',
    load: async () => (await import('./completion.ts')).completionOf(commands),
  },
};
