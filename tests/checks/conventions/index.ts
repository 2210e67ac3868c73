import type { Check } from '../../../harness/judging/check.ts';
import { cors } from './cors.ts';
import { corsInBrowser } from './cors-browser.ts';
import { dates } from './dates.ts';
import { emptiness } from './emptiness.ts';
import { json } from './json.ts';
import { mediaTypeChecks } from './media-type.ts';
import { neverSaid } from './never-said.ts';
import { nilIdChecks } from './nil-id.ts';
import { requestTexts } from './request-texts.ts';
import { sentEmpty } from './sent-empty.ts';
import { underFilters } from './under-filters.ts';
import { wrappers } from './wrappers.ts';

/** Chapter Conventions. */
export const conventions = [
  ...json,
  ...dates,
  ...emptiness,
  ...neverSaid,
  ...sentEmpty,
  ...cors,
  ...corsInBrowser,
  ...wrappers,
  ...requestTexts,
  ...mediaTypeChecks,
  ...underFilters,
  ...nilIdChecks,
] satisfies readonly Check[];
