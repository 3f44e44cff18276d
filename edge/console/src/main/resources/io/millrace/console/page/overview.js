// The first view: the graph of the topology, the state of the run, its threads and its errors.

import {h, setText, setAttribute, setShown, Rows} from './dom.js';
import {bytes, count, duration, percent, rate, short, time, unreadText, word, NONE} from './format.js';
import {View, heading, nameFilter, panel, tile, table, bar} from './parts.js';
import {href, latencyHref} from './routes.js';
import {session, bottleneck} from './session.js';
import './chart.js';
import './graph.js';

const CHART_LINES = 5;
const MANY_CHANNELS = 12;
const RANGES = [
  ['10m', '10 min'],
  ['1h', '1 h'],
  ['6h', '6 h'],
];
const RANGE_SECONDS = 10;

class Overview extends View {
  build() {
    this.alarm = h('div', {class: 'alarm', role: 'alert', hidden: true});
    this.hint = h('p', {class: 'hint', hidden: true});
    this.hintText = h('span');
    this.hintLink = h('a');
    this.hint.append(this.hintLink, this.hintText);
    this.hosts = h('p', {class: 'host-strip', hidden: true});
    this.hostRows = new Rows(
      this.hosts,
      () => ({element: h('a', {class: 'pill', href: href(['hosts'])})}),
      ({element}, {name, state}) => {
        setText(element, `${name}: ${state === null ? 'unknown' : word(state)}`);
        setAttribute(element, 'data-state', (state ?? 'unknown').toLowerCase());
      },
    );
    this.tiles = {
      rate: tile('Messages a second'),
      messages: tile('Messages'),
      unread: tile('Most unread'),
      disk: tile('On disk'),
      latency: tile('End to end, p99'),
      errors: tile('Errors'),
    };
    this.graph = h('mr-graph', {role: 'group', 'aria-label': 'Graph of the topology'});
    this.filter = nameFilter(text => this.graph.setFilter(text));
    setShown(this.filter, session.channels().length >= MANY_CHANNELS);
    this.chart = h('mr-chart');
    this.command = h('mr-command');
    this.threads = this.threadTable();
    this.buildErrors();
    this.description = h('p', {class: 'description'});
    this.range = '10m';
    this.ranges = h(
      'div',
      {class: 'segmented', role: 'group', 'aria-label': 'Time that is shown'},
      RANGES.map(([value, text]) =>
        h(
          'label',
          {},
          h('input', {type: 'radio', name: 'range', value, checked: value === '10m', onchange: () => this.setRange(value)}),
          text,
        ),
      ),
    );
    this.chartPanel = panel('Messages a second, the busiest channels', this.ranges, this.chart);
    this.threadPanel = panel('Threads', this.threads.element);
    setShown(this.threadPanel, false); // until a frame says what there is
    this.append(
      heading('Overview', [], this.description),
      this.problem,
      this.alarm,
      this.hosts,
      this.hint,
      h(
        'dl',
        {class: 'tiles'},
        Object.values(this.tiles).map(each => each.element),
      ),
      panel('Topology', this.filter, this.graph),
      this.chartPanel,
      h('div', {class: 'columns'}, this.threadPanel, panel('Errors', this.errorList, this.noErrors)),
      this.command,
    );
    this.drawnSecond = -1;
  }

  threadTable() {
    return table(
      'Threads',
      [
        {name: 'Thread', text: thread => thread.name},
        {name: 'State', text: thread => word(thread.state), state: thread => thread.state?.toLowerCase()},
        {name: 'Idle strategy', text: thread => thread.idle?.toLowerCase()},
        {name: 'Processor', low: true, text: thread => thread.cpu ?? 'any'},
        {
          name: 'Busy',
          node: () => {
            const busy = bar();
            return {
              element: busy.element,
              set: ({busy: share}) => busy.show(share, percent(share), share > 0.9 ? 'slow' : null),
            };
          },
        },
        {name: 'Runs', low: true, wide: true, text: thread => (thread.components ?? []).join(', ')},
      ],
      'No thread of this process runs the topology.',
    );
  }

  buildErrors() {
    this.errorList = h('ol', {class: 'errors', 'aria-live': 'polite', 'aria-relevant': 'additions'});
    this.noErrors = h('p', {class: 'empty'}, 'Not known yet.');
    this.errorRows = new Rows(
      this.errorList,
      () => {
        const at = h('span', {class: 'time'});
        const severity = h('span', {class: 'state'});
        const origin = h('span', {class: 'origin'});
        const text = h('span', {class: 'error-text'});
        return {
          element: h('li', {}, h('span', {class: 'error-head'}, at, severity, origin), text),
          at,
          severity,
          origin,
          text,
        };
      },
      (row, error) => {
        setText(row.at, time(error.at).slice(0, 8));
        setText(row.severity, word(error.severity));
        setAttribute(row.severity, 'data-state', error.severity?.toLowerCase());
        setText(row.origin, error.origin);
        setText(row.text, error.text);
      },
    );
  }

  route() {
    this.command.set(session.run?.command);
    setText(this.description, session.run?.description ?? '');
  }

  draw(frame) {
    this.graph.draw(frame);
    this.drawAlarm(frame);
    this.hostRows.show(frame.hosts ?? []);
    setShown(this.hosts, Boolean(frame.hosts));
    this.drawTiles(frame);
    const threads = Object.entries(frame.threads ?? {}).map(([name, thread]) => ({name, ...thread}));
    this.threads.show(threads);
    setShown(this.threadPanel, session.run?.live !== false);
    setShown(this.chartPanel, session.run?.live !== false);
    const errors = [...(frame.errors ?? [])].sort((a, b) => (a.at < b.at ? 1 : -1));
    this.errorRows.show(errors.slice(0, 20));
    setText(
      this.noErrors,
      session.run?.live === false ? 'Errors are known while a run is shown, and not of data at rest.' : 'No errors.',
    );
    setShown(this.noErrors, errors.length === 0);
    if (session.history.second !== this.drawnSecond) {
      this.drawnSecond = session.history.second;
      this.drawChart();
    }
  }

  drawAlarm(frame) {
    setShown(this.alarm, Boolean(frame.failure));
    setText(this.alarm, frame.failure ?? '');
    const slow = bottleneck(session.run, frame);
    setShown(this.hint, slow !== null);
    if (slow !== null) {
      const state = frame.components?.[slow.name] ?? {};
      setText(this.hintLink, slow.name);
      setAttribute(this.hintLink, 'href', latencyHref(slow.name));
      setText(
        this.hintText,
        ` holds the others up: ${count(state.unread)} unread` +
          (state.oldestUnreadNs ? `, the oldest for ${duration(state.oldestUnreadNs)}.` : '.'),
      );
    }
  }

  drawTiles(frame) {
    const channels = Object.entries(frame.channels ?? {});
    const sum = field => channels.reduce((total, [, channel]) => total + (channel[field] ?? 0), 0);
    this.tiles.rate.set(short(sum('rate')), `${rate(inputRate(frame))} from sources`);
    const known = channels.filter(([, channel]) => typeof channel.messages === 'number').length;
    this.tiles.messages.set(
      known > 0 ? count(sum('messages')) : NONE,
      known === channels.length ? `in ${known} channels` : `in ${known} of ${channels.length} channels`,
    );
    const unsynced = channels.reduce(
      (total, [name, channel]) =>
        total + (session.channel(name)?.durability === 'SYNCED' ? (channel.unsynced ?? 0) : 0),
      0,
    );
    this.tiles.disk.set(
      bytes(sum('diskBytes')),
      `${bytes(sum('bytes'))} used` + (unsynced > 0 ? `, ${short(unsynced)} not synced` : ''),
    );
    const most = mostUnread(frame);
    this.tiles.unread.set(unreadText(most.state), most.text, most.state?.unread > 0 ? null : 'quiet');
    const [slowest, p99] = slowestComponent(frame);
    this.tiles.latency.set(duration(p99), slowest ? `slowest: ${slowest}` : 'no figures yet', p99 === null ? 'quiet' : null);
    if (session.run?.live === false) {
      this.tiles.errors.set(NONE, 'not known at rest', 'quiet');
      return;
    }
    const total = key => Object.values(frame.components ?? {}).reduce((sum, each) => sum + (each[key] ?? 0), 0);
    const recorded = total('recordedErrors');
    const refused = total('refused');
    const bad = (frame.errors ?? []).filter(error => !['NOTE', 'INFO'].includes(error.severity)).length;
    this.tiles.errors.set(
      count(bad),
      [refused > 0 && `${count(refused)} refused`, recorded > 0 && `${count(recorded)} recorded in outputs`]
        .filter(Boolean)
        .join(', ') || 'reported lately',
      bad > 0 || refused > 0 ? 'bad' : 'quiet',
    );
  }

  setRange(range) {
    this.range = range;
    clearInterval(this.timer);
    this.requests.cancel('rates');
    if (range === '10m') {
      this.drawChart();
      return;
    }
    const load = () => {
      if (!this.requests.isRunning('rates')) {
        this.requests.get('rates', 'rates', {range}, answer => this.showRates(answer));
      }
    };
    load();
    this.every(RANGE_SECONDS, load);
  }

  /** Shows rates that the server has kept. */
  showRates({seconds, rates, stepSeconds}) {
    this.succeeded();
    const names = Object.keys(rates).slice(0, CHART_LINES);
    this.chart.show(
      {...this.chartSettings(names, this.range), gapSeconds: 2.5 * stepSeconds},
      [seconds, ...names.map(name => rates[name].map(value => (value === null ? null : Math.max(1, value))))],
    );
  }

  chartSettings(names, range) {
    return {
      label: `Messages a second of the busiest channels, in the last ${RANGES.find(each => each[0] === range)[1]}`,
      series: names.map((label, i) => ({label, colour: `--series-${i + 1}`})),
      format: rate,
      logY: true,
      x: 'time',
      height: 180,
    };
  }

  drawChart() {
    if (this.range !== '10m') {
      return;
    }
    const {history} = session;
    const busiest = session
      .channels()
      .map(channel => channel.name)
      .sort((a, b) => history.recent('rate ' + b, 60) - history.recent('rate ' + a, 60))
      .slice(0, CHART_LINES);
    // Colours stay with their channels while the same ones are busy.
    const same = this.lines?.length === busiest.length && busiest.every(name => this.lines.includes(name));
    this.lines = same ? this.lines : busiest;
    this.chart.show(
      this.chartSettings(this.lines, '10m'),
      history.logData(this.lines.map(name => 'rate ' + name)),
    );
  }
}

function inputRate(frame) {
  const sources = session.components().filter(component => component.kind === 'source');
  return sources.reduce((total, source) => total + (frame.components?.[source.name]?.outRate ?? 0), 0);
}

/** Returns the component with most unread messages, with words beside the figure; all must be known for none. */
function mostUnread(frame) {
  const readers = session.components().filter(component => (component.reads ?? []).length > 0);
  const states = readers.map(({name}) => ({...frame.components?.[name], name}));
  const figure = state => state.unread ?? state.unreadAtMost ?? -1;
  const worst = states.reduce((most, each) => (most === null || figure(each) > figure(most) ? each : most), null);
  if (worst === null) {
    return {state: null, text: 'no component reads here'};
  }
  const isKnown = states.every(state => typeof state.unread === 'number');
  if (figure(worst) > 0) {
    return {state: worst, text: worst.name + (isKnown ? '' : '; not all are known')};
  }
  return isKnown ? {state: worst, text: 'all is read'} : {state: null, text: 'not known at rest'};
}

function slowestComponent(frame) {
  let worst = [null, null];
  for (const [name, latency] of Object.entries(frame.latency ?? {})) {
    const p99 = latency.endToEnd?.p99;
    if (typeof p99 === 'number' && p99 > (worst[1] ?? -1)) {
      worst = [name, p99];
    }
  }
  return worst;
}

customElements.define('mr-overview', Overview);
