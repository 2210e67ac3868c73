/* The name under which bin/certificate knows the policy; it goes with its last use there. */
export { defaultRetryPolicy as defaultPatience } from './retry-policy.ts';
