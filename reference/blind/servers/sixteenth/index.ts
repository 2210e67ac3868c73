// An independent server for the roster and initial-assessment interface, with bugs and deployments that can be switched on.

export { keys } from './keys.ts';
export { operations } from './routes.ts';
export { serve as createServer } from './server.ts';
