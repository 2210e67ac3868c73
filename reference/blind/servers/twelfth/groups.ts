import type { Call } from './call.ts';
import { bad } from './errors.ts';
import { single, uuidText } from './params.ts';
import type { ClassRow, CohortRow, Json } from './types.ts';

export interface GroupFilters extends Json {
  search?: string | undefined;
  year?: string | undefined;
}

const asciiLower = (text: string): string => text.replace(/[A-Z]/g, (letter) => letter.toLowerCase());
const fold = (text: string): string => text.normalize('NFD').replace(/\p{M}/gu, '');
const lower = (text: string): string => text.normalize('NFC').toLowerCase();

/** The filters that the lists of classes and of cohorts share. */
export function groupFilters(c: Call): GroupFilters {
  const slip = (kind: string): boolean => c.on(`${c.ep}-${kind}`);
  let search = single(c, 'search');
  let year = single(c, 'academicYearId');
  if (search === '' && c.on('m-empty-search-ignored')) search = undefined;
  if (year !== undefined && year !== 'current' && !uuidText(year)) {
    if (c.ep === 'classes' && year.toLowerCase() !== 'current' && slip('year-malformed-ok')) year = undefined;
    else if (c.ep === 'cohorts' && year !== '' && slip('year-malformed-empty'))
      return { search, year: 'none' };
    else throw bad('"academicYearId" must be a UUID or "current".');
  }
  if (search !== undefined && year !== undefined) {
    if (c.ep === 'classes' && slip('search-drops-year')) year = undefined;
    else if (c.ep === 'cohorts' && slip('year-drops-search')) search = undefined;
  }
  if (year === 'current') {
    if (c.ep === 'cohorts' && slip('current-ignored')) return { search };
    const current = c.db.currentYear();
    if (c.ep === 'classes' && slip('current-is-oldest')) return { search, year: c.db.years[0]?.id };
    return { search, year: current?.id.toLowerCase() ?? 'none' };
  }
  if (year !== undefined && !c.db.year(year)) {
    if (c.ep === 'classes' && slip('unknown-year-all')) return { search };
    if (c.ep === 'cohorts' && slip('unknown-year-current')) return { search, year: c.db.currentYear()?.id };
    if (c.on('m-unknown-year-400')) throw bad('There is no such academic year.');
  }
  return { search, year: year?.toLowerCase() };
}

function likePattern(text: string, wild: string): RegExp {
  const escaped = text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
  return new RegExp(`^${escaped.replaceAll(wild, wild === '%' ? '.*' : '.')}$`, 'isu');
}

/** Whether a name is the one that is searched for. */
export function nameTest(c: Call, search: string): (row: ClassRow | CohortRow) => boolean {
  const wanted = lower(search);
  const exact = (row: { name: string }): boolean => lower(row.name) === wanted;
  if (c.ep === 'classes') {
    if (c.on('classes-search-prefix')) return (row) => lower(row.name).startsWith(wanted);
    if (/[A-Z]/i.test(search) && c.on('classes-search-case')) return (row) => row.name === search;
    if (search.includes('%') && c.on('classes-search-percent'))
      return ({ name }) => likePattern(search, '%').test(name);
    if (search.includes('_') && c.on('classes-search-underscore'))
      return ({ name }) => likePattern(search, '_').test(name);
    if (/^\s|\s$/.test(search) && c.on('classes-search-trims'))
      return (row) => lower(row.name) === wanted.trim();
    if (fold(search) !== search && c.on('classes-search-folds'))
      return (row) => fold(lower(row.name)) === fold(wanted);
    if (/[^ -~]/.test(search) && c.on('classes-search-ascii-case'))
      return (row) => asciiLower(row.name) === asciiLower(search);
    if (search.includes("'") && c.on('classes-search-apostrophe')) return () => false;
    if (search.includes('+') && c.on('classes-search-plus'))
      return (row) => lower(row.name) === wanted.replaceAll('+', ' ');
    if (search.length > 50 && c.on('classes-search-long')) return () => false;
    if (search.includes('/') && c.on('classes-search-slash')) return () => false;
    if (search.includes('(') && c.on('classes-search-brackets'))
      return (row) => lower(row.name) === wanted.replace(/ ?\(.*\)/, '');
    return exact;
  }
  if (c.on('cohorts-search-contains')) return (row) => lower(row.name).includes(wanted);
  if (c.on('cohorts-search-description'))
    return (row) => exact(row) || lower(row.description ?? '') === wanted;
  if (search !== search.toLowerCase() && c.on('cohorts-search-upper-lost'))
    return (row) => row.name.toLowerCase() === search;
  if (/\s/.test(search) && c.on('cohorts-search-words')) {
    return (row) => wanted.split(/\s+/).every((word) => lower(row.name).split(' ').includes(word));
  }
  if (/[^ -~]/.test(search) && c.on('cohorts-search-accents'))
    return (row) => fold(lower(row.name)) === fold(wanted);
  if (search.includes('+') && c.on('cohorts-search-plus')) return () => false;
  if (search.includes('_') && c.on('cohorts-search-underscore'))
    return ({ name }) => likePattern(search, '_').test(name);
  if (/^\s|\s$/.test(search) && c.on('cohorts-search-trims'))
    return (row) => lower(row.name) === wanted.trim();
  if (/[()]/.test(search) && c.on('cohorts-search-regexp'))
    return ({ name }) => new RegExp(`^${search}$`, 'i').test(name);
  return exact;
}
