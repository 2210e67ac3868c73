// All the bugs, with what each breaks.
import { registryOne } from './registry-1.ts';
import { registryTwo } from './registry-2.ts';
import { registryThree } from './registry-3.ts';

export interface Bug {
  id: string;
  depth: 'plain' | 'deep';
  breaks: string;
  how: string;
}

export const registry: readonly Bug[] = (registryOne + registryTwo + registryThree)
  .split('\n')
  .filter((line) => line !== '')
  .map((line) => {
    const [id = '', depth, breaks = '', how = ''] = line.split('|');
    return { id, depth: depth === 'd' ? 'deep' : 'plain', breaks, how };
  });
