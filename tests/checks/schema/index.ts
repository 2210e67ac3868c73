export { schema } from './schema.ts';
