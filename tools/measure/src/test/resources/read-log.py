"""Reads a histogram log with the port of HdrHistogram to Python; prints for each tag count, p50, p99, p99.9, max.

The port rounds the rank of a percentile where HdrHistogram rounds it up, so percentiles are counted here.
"""
import math
import sys

from hdrh.histogram import HdrHistogram
from hdrh.log import HistogramLogReader

LARGEST = 3_600_000_000_000


def percentile(total, wanted):
    rank = math.ceil(math.nextafter(wanted, 0) * total.total_count / 100)
    for item in total.get_recorded_iterator():
        if item.total_count_to_this_value >= rank:
            return total.get_highest_equivalent_value(item.value_iterated_to)
    raise ValueError(f"no value at rank={rank}")


reader = HistogramLogReader(sys.argv[1], HdrHistogram(1, LARGEST, 3))
totals = {}
while (interval := reader.get_next_interval_histogram()) is not None:
    totals.setdefault(interval.get_tag(), HdrHistogram(1, LARGEST, 3)).add(interval)
for tag, total in sorted(totals.items()):
    print(tag, total.total_count, *(percentile(total, wanted) for wanted in (50, 99, 99.9)), total.get_max_value())
