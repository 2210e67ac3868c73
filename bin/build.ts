import path from 'node:path';
import { compileTo } from './compile.ts';

/* Compiles the source to what the package holds: `npm run build`, where the compiler has left the types already. */

await compileTo(path.join(import.meta.dirname, '../dist'));
