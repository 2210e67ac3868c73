import { ConfigurationError } from '../../harness/outcome.ts';
import type { Command } from '../command.ts';

/** `rollcall doctor`: what a run would find and do, before there is one. */
export const doctor: Command = {
  usage: 'rollcall doctor [--target URL] [--profile FILE]',
  about:
    'Looks at a target before a run: address, keys, permissions, data, what can be judged and what it costs.',
  flags: {},
  run: async () => {
    throw new ConfigurationError('`rollcall doctor` is not there yet');
  },
};
