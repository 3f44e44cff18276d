// The difference of two texts, line by line.

const MAX_CELLS = 4_000_000;

/** Returns the lines of both texts as {kind, text}: "same", "old" only in the first, "new" only in the second. */
export function difference(first, second) {
  const [a, b] = [first.replace(/\n$/, '').split('\n'), second.replace(/\n$/, '').split('\n')];
  let start = 0;
  while (start < a.length && start < b.length && a[start] === b[start]) {
    start++;
  }
  let [endA, endB] = [a.length, b.length];
  while (endA > start && endB > start && a[endA - 1] === b[endB - 1]) {
    endA--;
    endB--;
  }
  const mark = (lines, kind) => lines.map(text => ({kind, text}));
  return [
    ...mark(a.slice(0, start), 'same'),
    ...middle(a.slice(start, endA), b.slice(start, endB), mark),
    ...mark(a.slice(endA), 'same'),
  ];
}

// The longest common subsequence; of huge texts everything between the common ends counts as replaced.
function middle(a, b, mark) {
  const width = b.length + 1;
  if (a.length === 0 || b.length === 0 || width * (a.length + 1) > MAX_CELLS) {
    return [...mark(a, 'old'), ...mark(b, 'new')];
  }
  const length = new Uint32Array(width * (a.length + 1));
  for (let i = a.length - 1; i >= 0; i--) {
    for (let j = b.length - 1; j >= 0; j--) {
      length[i * width + j] =
        a[i] === b[j]
          ? length[(i + 1) * width + j + 1] + 1
          : Math.max(length[(i + 1) * width + j], length[i * width + j + 1]);
    }
  }
  const lines = [];
  let [i, j] = [0, 0];
  while (i < a.length || j < b.length) {
    if (i < a.length && j < b.length && a[i] === b[j]) {
      lines.push({kind: 'same', text: a[i]});
      i++;
      j++;
    } else if (j === b.length || (i < a.length && length[(i + 1) * width + j] >= length[i * width + j + 1])) {
      lines.push({kind: 'old', text: a[i++]});
    } else {
      lines.push({kind: 'new', text: b[j++]});
    }
  }
  return lines;
}
