/** How much a run generates and sends. */
export type Effort = 'quick' | 'standard' | 'deep';
