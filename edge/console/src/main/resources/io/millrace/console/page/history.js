// The last ten minutes of the figures that charts show, a value a second, in arrays that never grow.

const POINTS = 600;
const MAX_SERIES = 512;

export class History {
  constructor() {
    this.clear();
  }

  clear() {
    this.seconds = new Float64Array(POINTS);
    this.series = new Map();
    this.length = 0;
    this.sums = new Map();
    this.frames = 0;
    this.second = 0;
  }

  /** Takes the figures of a frame: pairs of a name and a number. Values of one second become their mean. */
  add(atMs, figures) {
    const second = Math.floor(atMs / 1000);
    if (second !== this.second) {
      this.finishSecond();
      if (second < this.second) {
        this.clear(); // the clock of another server
      }
      this.second = second;
    }
    this.frames++;
    for (const [name, value] of figures) {
      if (typeof value === 'number') {
        this.sums.set(name, (this.sums.get(name) ?? 0) + value);
      }
    }
  }

  finishSecond() {
    if (this.frames === 0) {
      return;
    }
    const isKnown = this.length > 0 && this.seconds[this.length - 1] === this.second; // the server had kept it
    const last = isKnown ? this.length - 1 : this.length < POINTS ? this.length++ : POINTS - 1;
    if (!isKnown && last === POINTS - 1 && this.seconds[last] !== 0) {
      this.seconds.copyWithin(0, 1);
      this.series.forEach(values => values.copyWithin(0, 1));
    }
    this.seconds[last] = this.second;
    this.series.forEach((values, name) => {
      values[last] = (this.sums.get(name) ?? 0) / this.frames;
    });
    for (const [name, sum] of this.sums) {
      if (!this.series.has(name) && this.series.size < MAX_SERIES) {
        const values = new Float64Array(POINTS);
        values[last] = sum / this.frames;
        this.series.set(name, values);
      }
    }
    this.sums.clear();
    this.frames = 0;
  }

  /** Puts what the server has kept before what is here: its seconds, and arrays of values by name. */
  fill(seconds, values) {
    const first = this.length > 0 ? this.seconds[0] : this.second || Infinity;
    const earlier = seconds.filter(second => second < first).length;
    const from = Math.max(0, earlier - (POINTS - this.length));
    const add = earlier - from;
    const kept = this.length;
    const move = all => {
      all.copyWithin(add, 0, kept);
      all.fill(0, 0, add);
    };
    move(this.seconds);
    this.series.forEach(move);
    this.seconds.set(seconds.slice(from, earlier));
    this.length += add;
    const places = new Map(seconds.map((second, i) => [second, i]));
    for (const [name, all] of Object.entries(values)) {
      if (!this.series.has(name) && this.series.size < MAX_SERIES) {
        this.series.set(name, new Float64Array(POINTS));
      }
      const own = this.series.get(name) ?? [];
      for (let i = 0; i < this.length && i < own.length; i++) {
        own[i] ||= all[places.get(this.seconds[i])] ?? 0;
      }
    }
  }

  /** Returns the seconds and the values of each name, all of the same length; zeros for an unknown name. */
  data(names) {
    return [this.seconds.subarray(0, this.length), ...names.map(name => this.values(name))];
  }

  /** Returns the same for a logarithmic scale, on which nothing is less than 1. */
  logData(names) {
    return this.data(names).map(values => values.map(value => Math.max(1, value)));
  }

  values(name) {
    return (this.series.get(name) ?? new Float64Array(POINTS)).subarray(0, this.length);
  }

  /** Returns the mean of the last values of a name. */
  recent(name, points) {
    const values = this.series.get(name);
    const from = Math.max(0, this.length - points);
    let sum = 0;
    for (let i = from; values && i < this.length; i++) {
      sum += values[i];
    }
    return this.length === from ? 0 : sum / (this.length - from);
  }
}
