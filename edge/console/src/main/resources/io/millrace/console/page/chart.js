// Charts by uPlot. Colours come from the style sheet and change with the theme; the legend is ours, so that it is read
// aloud and shows the values under the pointer.

import {h, setText, setAttribute} from './dom.js';
import {NONE} from './format.js';

const GAP_SECONDS = 5;
const FONT = '11px Inter, system-ui, sans-serif';
const LEAST_SECONDS = 60;
const SECONDS = [1, 2, 5, 10, 15, 30, 60, 120, 300, 600, 900, 1800, 3600];

/** Returns the colour that a custom property has now. */
function colour(property) {
  const probe = h('span', {class: 'probe'});
  probe.style.color = `var(${property})`;
  document.body.append(probe);
  const value = getComputedStyle(probe).color;
  probe.remove();
  return value;
}

/** Returns a range that is long enough; without data it ends now. */
function lastSeconds(min, max) {
  return [Math.min(min ?? max, max - LEAST_SECONDS), max];
}

/**
 * Settings: {label, series: [{label, colour, width, fill}], format, x: "time" or a function for the text of a value,
 * logX, logY, gapSeconds, height, stepped, marks}. Colours are names of custom properties.
 */
class Chart extends HTMLElement {
  connectedCallback() {
    if (!this.box) {
      this.box = h('div', {class: 'chart-box', role: 'img'});
      this.legend = h('div', {class: 'legend'});
      this.append(this.box, this.legend);
    }
    this.onTheme = () => this.rebuild();
    document.addEventListener('theme', this.onTheme);
    this.observer = new ResizeObserver(() => this.resize());
    this.observer.observe(this);
  }

  disconnectedCallback() {
    document.removeEventListener('theme', this.onTheme);
    this.observer.disconnect();
    this.plot?.destroy();
    this.plot = null;
  }

  /** Shows data, arrays of x and of each series, as the settings say. Builds anew only where series have changed. */
  show(settings, data) {
    const same =
      this.settings &&
      JSON.stringify(this.settings.series) === JSON.stringify(settings.series) &&
      this.settings.label === settings.label;
    this.settings = settings;
    this.data = data;
    if (!same) {
      this.rebuild();
    } else if (this.plot) {
      this.plot.setData(data);
      this.values(null);
    } else {
      this.rebuild();
    }
  }

  resize() {
    const width = this.clientWidth;
    if (width > 0 && this.settings && (!this.plot || Math.abs(this.plot.width - width) > 1)) {
      if (this.plot) {
        this.plot.setSize({width, height: this.settings.height});
      } else {
        this.rebuild();
      }
    }
  }

  rebuild() {
    const width = this.clientWidth;
    if (!this.settings || width === 0) {
      return;
    }
    this.plot?.destroy();
    setAttribute(this.box, 'aria-label', this.settings.label);
    this.swatches();
    this.plot = new window.uPlot(this.options(width), this.data, this.box);
    this.values(null);
  }

  swatches() {
    this.figures = [];
    this.legend.replaceChildren(
      ...this.settings.series.map(series => {
        const swatch = h('span', {class: 'swatch'});
        swatch.style.background = `var(${series.colour})`;
        const figure = h('span', {class: 'figure'});
        this.figures.push(figure);
        return h('span', {class: 'legend-item'}, swatch, h('span', {}, series.label), figure);
      }),
    );
  }

  options(width) {
    const {settings} = this;
    const axis = isLog => ({
      stroke: colour('--muted'),
      font: FONT,
      grid: {stroke: colour('--grid'), width: 1, ...(isLog ? {filter: powersOfTen} : {})},
      ticks: {show: false},
    });
    const isTime = settings.x === 'time';
    return {
      width,
      height: settings.height,
      padding: [10, settings.logX ? 26 : 24, 0, 0],
      legend: {show: false},
      cursor: {y: false, drag: {x: false, y: false}, points: {size: 7}},
      scales: {
        x: isTime
          ? {time: true, range: (_, min, max) => lastSeconds(min, max ?? Date.now() / 1000)}
          : {time: false, distr: settings.logX ? 3 : 1},
        y: settings.logY ? {distr: 3, range: decades} : {range: (_, __, max) => [0, max > 0 ? max * 1.12 : 1]},
      },
      axes: [
        {
          ...axis(settings.logX),
          size: 28,
          space: isTime ? 70 : 50,
          ...(isTime ? {values: timesOfDay, incrs: SECONDS} : {values: (_, marks) => marks.map(mark(settings.x))}),
        },
        {...axis(settings.logY), size: 66, gap: 6, space: 36, values: (_, marks) => marks.map(mark(settings.format))},
      ],
      series: [{}, ...settings.series.map(series => this.seriesOptions(series, isTime))],
      hooks: {setCursor: [plot => this.values(plot.cursor.idx)], draw: [plot => this.drawMarks(plot)]},
    };
  }

  seriesOptions(series, isTime) {
    const line = colour(series.colour);
    return {
      label: series.label,
      stroke: line,
      width: series.width ?? 1.6,
      fill: series.fill ? line.replace('rgb(', 'rgba(').replace(')', ', 0.16)') : undefined,
      points: {show: false},
      ...(this.settings.stepped ? {paths: window.uPlot.paths.stepped({align: -1})} : {}),
      ...(isTime ? {gaps: gapsOf(this.settings.gapSeconds ?? GAP_SECONDS)} : {}),
    };
  }

  /** Lines at values of x, with their names: percentiles in a distribution. */
  drawMarks(plot) {
    const marks = this.settings.marks ?? [];
    const {ctx, bbox} = plot;
    const ratio = window.devicePixelRatio || 1;
    ctx.save();
    ctx.font = FONT.replace('11', String(11 * ratio));
    ctx.textAlign = 'left';
    ctx.textBaseline = 'alphabetic';
    ctx.fillStyle = colour('--muted');
    ctx.strokeStyle = colour('--accent');
    ctx.setLineDash([3 * ratio, 3 * ratio]);
    let free = -Infinity;
    for (const {value, label} of marks) {
      const x = Math.round(plot.valToPos(value, 'x', true));
      if (!(x >= bbox.left && x <= bbox.left + bbox.width)) {
        continue;
      }
      ctx.beginPath();
      ctx.moveTo(x, bbox.top);
      ctx.lineTo(x, bbox.top + bbox.height);
      ctx.stroke();
      if (x > free) {
        const wide = ctx.measureText(label).width;
        const left = Math.min(x + 4 * ratio, bbox.left + bbox.width - wide);
        ctx.fillText(label, left, bbox.top + 10 * ratio);
        free = left + wide + 6 * ratio;
      }
    }
    ctx.restore();
  }

  /** Shows the values at a position in the legend, the newest where the pointer is elsewhere. */
  values(position) {
    const at = position ?? this.data[0].length - 1;
    this.figures.forEach((figure, i) => {
      const value = this.settings.stepped && position === null ? null : this.data[i + 1]?.[at];
      setText(
        figure,
        value === null || value === undefined ? (this.settings.stepped ? '' : NONE) : this.settings.format(value),
      );
    });
  }
}

function timesOfDay(_, seconds) {
  return seconds.map(second => new Date(second * 1000).toISOString().slice(11, 19));
}

// A logarithmic scale offers more marks than have space and leaves nulls where it thins them out. Marks are round.
function mark(format) {
  return value =>
    value === null || value === undefined
      ? ''
      : format(value).replace(/(\.\d*?)0+(?=\D|$)/, (_, rest) => (rest === '.' ? '' : rest));
}

function decades(_, min, max) {
  return [10 ** Math.floor(Math.log10(min ?? 1)), 10 ** Math.ceil(Math.log10((max ?? 10) * 1.01))];
}

function powersOfTen(_, values) {
  return values.map(value => (Math.abs(Math.log10(value) % 1) < 1e-9 ? value : null));
}

// No line where the connection was lost.
function gapsOf(longest) {
  return (plot, _, first, last, found) => {
    const seconds = plot.data[0];
    for (let i = first + 1; i <= last; i++) {
      if (seconds[i] - seconds[i - 1] > longest) {
        found.push([plot.valToPos(seconds[i - 1], 'x', true), plot.valToPos(seconds[i], 'x', true)]);
      }
    }
    return found;
  };
}

customElements.define('mr-chart', Chart);
