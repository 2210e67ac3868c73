import type { Variant } from '../kit/variant.ts';
import { sessionFields } from './fields.ts';
import { sessionLists } from './lists.ts';
import { otherWords } from './other-words.ts';
import { unlinked } from './unlinked.ts';

/** What another team may do where the chapters on sessions, levels and states leave the choice. */
export const sessions: readonly Variant[] = [...sessionFields, ...otherWords, ...sessionLists, ...unlinked];
