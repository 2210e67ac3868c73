import { type Comparison, comparisonExit, comparisonSentence } from './compare.ts';
import { type Side, whereOf } from './side.ts';

/** The data of a comparison for scripts. Keys are never renamed or removed. */
export function comparisonData(comparison: Comparison, strict = false) {
  const { before, after, rows, choices, drift, speed } = comparison;
  const { worse, better, lost, gained, still, counts } = rows;
  return {
    safe: comparisonExit(comparison, strict) === 0,
    sentence: comparisonSentence(comparison),
    before: sideData(before),
    after: sideData(after),
    caveats: comparison.caveats,
    rows: { counts, worse, better, lost, gained, still: still.map(({ id }) => id) },
    drift,
    choices,
    speed,
  };
}

function sideData(side: Side) {
  const { header, footer } = side.run;
  const { tool, interface: version, run } = header;
  return { name: side.name, target: whereOf(side), tool, interface: version, run, counts: footer.counts };
}
