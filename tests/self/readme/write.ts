import { writeFileSync } from 'node:fs';
import { file, readReadme, renewed } from './blocks.ts';
import { digestsFile, readDigests, renewedDigests } from './digests.ts';

// `npm run readme`: renews what the README quotes from the suite, and the digests of the contract.
const { stale, text } = await renewed(readReadme());
writeFileSync(file, text);
process.stdout.write(`README.md: ${stale.length > 0 ? `renewed ${stale.join(', ')}` : 'nothing to renew'}\n`);
const digests = renewedDigests(readDigests());
process.stdout.write(`digests.json: ${digests === readDigests() ? 'nothing to renew' : 'renewed'}\n`);
writeFileSync(digestsFile, digests);
