/**
 * What a check may do to the target: `read` never writes; `probe` sends to a writing operation what even
 * a broken server can do nothing of value with; `write` creates or changes, and needs the permission to.
 */
export type Access = 'read' | 'probe' | 'write';
