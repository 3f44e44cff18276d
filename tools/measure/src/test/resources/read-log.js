// Reads a histogram log with hdr-histogram-js and prints a line for each tag: count, p50, p99, p99.9, max.
const hdr = require('hdr-histogram-js');
const reader = new hdr.HistogramLogReader(require('fs').readFileSync(process.argv[2], 'utf8'));
const totals = new Map();
for (let interval = reader.nextIntervalHistogram(); interval !== null; interval = reader.nextIntervalHistogram()) {
  if (!totals.has(interval.tag)) {
    totals.set(interval.tag, hdr.build({ lowestDiscernibleValue: 1, highestTrackableValue: 3600000000000 }));
  }
  totals.get(interval.tag).add(interval);
}
for (const [tag, total] of [...totals].sort()) {
  const percentiles = [50, 99, 99.9].map((percentile) => total.getValueAtPercentile(percentile));
  console.log([tag, total.totalCount, ...percentiles, total.maxValue].join(' '));
}
