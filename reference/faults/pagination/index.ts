import type { Fault } from '../kit/fault.ts';
import { ofCursors } from './cursors.ts';
import { ofPages } from './page.ts';
import { ofWalks } from './walk.ts';

/** Faults of chapter Pagination. */
export const pagination: readonly Fault[] = [...ofPages, ...ofWalks, ...ofCursors];
