import { ConfigurationError } from '../../harness/outcome.ts';
import type { Command } from '../command.ts';

/** `rollcall init`: writes a profile by looking at a target. */
export const init: Command = {
  usage: 'rollcall init --target URL [--profile-out FILE] [--openapi FILE|URL]',
  about: 'Looks at a target and writes a profile and an overlay with what its answers reveal.',
  flags: {},
  run: async () => {
    throw new ConfigurationError('`rollcall init` is not there yet');
  },
};
