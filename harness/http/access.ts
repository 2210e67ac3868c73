/**
 * What a check may do to the target. `read` calls no writing operation. `probe` calls writing operations with requests
 * that must be refused, and that change nothing of value even where a broken server accepts them. `write` creates or
 * changes things, and needs a run that may write.
 */
export type Access = 'read' | 'probe' | 'write';
