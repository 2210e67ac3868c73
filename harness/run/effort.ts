/** How much a run may spend. */
export type Effort = 'quick' | 'standard' | 'deep';
