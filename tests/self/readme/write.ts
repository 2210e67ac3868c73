import { writeFileSync } from 'node:fs';
import { file, readReadme, renewed } from './blocks.ts';

// `npm run readme`: renews what the README quotes from the suite.
const { stale, text } = await renewed(readReadme());
writeFileSync(file, text);
process.stdout.write(`README.md: ${stale.length > 0 ? `renewed ${stale.join(', ')}` : 'nothing to renew'}\n`);
