// Latency for each hop: percentiles of all components, and of one over time and as a distribution.

import {h, setText, setShown} from './dom.js';
import {count, duration, percent} from './format.js';
import {View, heading, panel, table} from './parts.js';
import {href, latencyHref} from './routes.js';
import {session} from './session.js';
import './chart.js';

const REFRESH_SECONDS = 5;
const MEASURES = [
  ['endToEnd', 'End to end', 'From the intended start at the source until the output was written.'],
  ['waiting', 'Waiting', 'From the writing of the input until the component took it.'],
  ['service', 'Service', 'From the taking of the input until the output was written.'],
];
const LINES = [
  {key: 'max', label: 'max', colour: '--series-5', width: 1.2},
  {key: 'p999', label: '99.9 %', colour: '--series-4'},
  {key: 'p99', label: '99 %', colour: '--series-3'},
  {key: 'p90', label: '90 %', colour: '--series-2'},
  {key: 'p50', label: '50 %', colour: '--series-1', width: 2.2},
];

class Latency extends View {
  build() {
    this.head = h('h1', {tabindex: -1}, 'Latency');
    this.links = h('nav', {class: 'tabs wrap', 'aria-label': 'Components'});
    this.measures = h('div', {class: 'segmented', role: 'group', 'aria-label': 'What is measured'});
    this.meaning = h('p', {class: 'description'});
    const column = (name, measure, key, low) => ({
      name,
      type: 'number',
      low,
      text: row => duration(row[measure]?.[key]),
    });
    this.all = table(
      'Latency of all components',
      [
        {name: 'Component', text: row => row.name, href: row => latencyHref(row.name)},
        {name: 'Messages', type: 'number', low: true, text: row => count((row.endToEnd ?? row.service)?.count)},
        column('Waiting p50', 'waiting', 'p50', true),
        column('p99', 'waiting', 'p99'),
        column('max', 'waiting', 'max', true),
        column('Service p50', 'service', 'p50', true),
        column('p99', 'service', 'p99'),
        column('max', 'service', 'max', true),
        column('End to end p50', 'endToEnd', 'p50', true),
        column('p99', 'endToEnd', 'p99'),
        column('max', 'endToEnd', 'max', true),
      ],
      'No component has written anything with a history yet.',
    );
    this.totals = table('Percentiles', [
      {name: 'Measure', text: row => row.name},
      {name: 'Messages', type: 'number', low: true, text: row => count(row.count)},
      ...['p50', 'p90', 'p99', 'p999', 'max'].map(key => ({
        name: {p50: '50 %', p90: '90 %', p99: '99 %', p999: '99.9 %', max: 'max'}[key],
        type: 'number',
        low: key === 'p90' || key === 'p999',
        text: row => duration(row[key]),
      })),
    ]);
    this.overTime = h('mr-chart');
    this.distribution = h('mr-chart');
    this.none = h('p', {class: 'empty', hidden: true}, 'No messages with a history in the last hour.');
    this.command = h('mr-command');
    this.summary = panel('Now, all components', this.all.element);
    this.chartTitle = h('h2');
    this.distributionTitle = h('h2');
    this.one = h(
      'div',
      {class: 'stack'},
      panel('Since the start', this.totals.element),
      h('div', {class: 'measure-line'}, this.measures, this.meaning),
      h('section', {class: 'panel', 'aria-label': 'Over time'}, this.chartTitle, this.none, this.overTime),
      h('section', {class: 'panel', 'aria-label': 'Distribution'}, this.distributionTitle, this.distribution),
    );
    this.append(
      h('div', {class: 'heading'}, h('div', {class: 'heading-line'}, this.head)),
      this.links,
      this.problem,
      this.summary,
      this.one,
      this.command,
    );
    this.every(REFRESH_SECONDS, () => this.load());
  }

  route({parts, parameters}) {
    this.component = parts[1] ?? null;
    const wanted = parameters.get('measure');
    this.measure = MEASURES.find(([key]) => key === wanted) ?? MEASURES[0];
    const link = (text, address, isCurrent) => h('a', {href: address, 'aria-current': isCurrent ? 'page' : null}, text);
    this.links.replaceChildren(
      link('All', '#/latency', this.component === null),
      ...session.components().map(({name}) => link(name, latencyHref(name), name === this.component)),
    );
    setText(this.head, this.component === null ? 'Latency' : `Latency of ${this.component}`);
    this.measures.replaceChildren(
      ...MEASURES.map(measure =>
        link(
          measure[1],
          href(['latency', this.component ?? ''], {measure: measure[0] === 'endToEnd' ? '' : measure[0]}),
          measure === this.measure,
        ),
      ),
    );
    setText(this.meaning, this.measure[2]);
    setText(this.chartTitle, `${this.measure[1]}, percentiles over time`);
    setText(this.distributionTitle, `${this.measure[1]}, distribution since the start`);
    setShown(this.one, this.component !== null);
    setShown(this.summary, this.component === null);
    this.command.set(this.component === null ? session.run?.command : null);
    this.requests.cancel('latency');
    this.load();
  }

  load() {
    if (this.component !== null && !this.requests.isRunning('latency')) {
      const measure = this.measure[0];
      this.requests.get(
        'latency',
        'latency',
        {component: this.component, measure: measure === 'endToEnd' ? '' : measure},
        answer => this.loaded(answer),
      );
    }
  }

  loaded(answer) {
    this.succeeded();
    this.totals.show(MEASURES.map(([key, name]) => ({name, ...answer.total?.[key]})));
    this.command.set(answer.command ?? session.run?.command);
    this.drawWindows((answer.windows ?? []).filter(window => window.count > 0));
    this.drawDistribution(answer.distribution ?? [], answer.total?.[this.measure[0]] ?? {});
  }

  drawWindows(windows) {
    setShown(this.none, windows.length === 0);
    setShown(this.overTime, windows.length > 0);
    if (windows.length === 0) {
      return;
    }
    const seconds = Float64Array.from(windows, window => Date.parse(window.at) / 1000);
    const values = LINES.map(({key}) => Float64Array.from(windows, window => Math.max(1, window[key] ?? 1)));
    this.overTime.show(
      {
        label: `${this.measure[1]} of ${this.component}: percentiles over time`,
        series: LINES.map(({label, colour, width}) => ({label, colour, width})),
        format: duration,
        x: 'time',
        gapSeconds: 25,
        logY: true,
        height: 260,
      },
      [seconds, ...values],
    );
  }

  drawDistribution(buckets, total) {
    const used = trim(buckets);
    setShown(this.distribution, used.length > 0);
    if (used.length === 0) {
      return;
    }
    const all = used.reduce((sum, bucket) => sum + bucket.count, 0);
    this.distribution.show(
      {
        label: `${this.measure[1]} of ${this.component}: share of messages by latency`,
        series: [{label: 'share of messages', colour: '--series-1', fill: true}],
        format: percent,
        x: duration,
        logX: true,
        stepped: true,
        height: 220,
        marks: [
          ['p50', '50 %'],
          ['p99', '99 %'],
          ['p999', '99.9 %'],
        ]
          .filter(([key]) => total[key] > 0)
          .map(([key, label]) => ({value: total[key], label: `${label} ${duration(total[key])}`})),
      },
      [
        Float64Array.from(used, bucket => Math.max(1, bucket.upTo)),
        Float64Array.from(used, bucket => bucket.count / all),
      ],
    );
  }

  draw(frame) {
    if (this.component === null) {
      this.all.show(
        session
          .components()
          .filter(({name}) => frame.latency?.[name])
          .map(({name}) => ({name, ...frame.latency[name]})),
      );
    }
  }
}

/** Leaves out empty buckets at both ends, but one, so that the outline closes. */
function trim(buckets) {
  const first = buckets.findIndex(bucket => bucket.count > 0);
  const last = buckets.findLastIndex(bucket => bucket.count > 0);
  return first < 0 ? [] : buckets.slice(Math.max(0, first - 1), last + 2);
}

customElements.define('mr-latency', Latency);
