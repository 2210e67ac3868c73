// Today, instants of writes and made identifiers.

import { createHash } from 'node:crypto';
import type { Db, YearRow } from './types.ts';

export const today = Date.UTC(2026, 10, 27, 9, 0, 0, 0);

/** The instant of a write: never before today's start of work, and later than every write before it. */
export const writeInstant = (db: Db): number => {
  db.revision += 1;
  db.lastWrite = Math.max(today, Date.now(), db.lastWrite + 1);
  return db.lastWrite;
};

export const touch = (db: Db): void => {
  db.revision += 1;
};

export const hashedUuid = (text: string): string => {
  const hex = createHash('sha256').update(text).digest('hex');
  const variant = '89ab'[parseInt(hex.charAt(16), 16) % 4] ?? '8';
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-${variant}${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
};

export const madeUuid = (db: Db): string => {
  db.made += 1;
  return hashedUuid(`made ${db.made}`);
};

export const currentYear = (db: Db): YearRow | undefined =>
  db.years.find((y) => y.from <= today && today <= y.to);
