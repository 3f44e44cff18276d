// One channel: its figures, its rate, its segments, who reads it and from where a restart begins.

import {h, setText, setAttribute, setShown} from './dom.js';
import {bytes, bytesRate, count, dateTime, duration, percent, rate, unreadText, word, NONE} from './format.js';
import {View, heading, panel, tile, table, facts, bar} from './parts.js';
import {channelHref, messagesHref} from './routes.js';
import {session, slowest} from './session.js';
import './chart.js';

const REFRESH_SECONDS = 5;
const MAX_ROWS = 50;

/** The links between the two views of a channel. */
export function channelTabs(name, current) {
  const link = (text, address) => h('a', {href: address, 'aria-current': text === current ? 'page' : null}, text);
  return h(
    'nav',
    {class: 'tabs', 'aria-label': 'Parts of the channel'},
    link('Summary', channelHref(name)),
    link('Messages', messagesHref(name)),
  );
}

class Channel extends View {
  route({parts}) {
    const name = parts[1];
    if (name === this.name) {
      return;
    }
    this.name = name;
    if (session.run?.live !== false) {
      session.loadRates(name).catch(() => {}); // the chart then begins now
    }
    this.info = null;
    this.buildFor(session.channel(name) ?? {name, kind: 'journal'});
    clearInterval(this.timer);
    this.load();
    this.every(REFRESH_SECONDS, () => this.load());
  }

  buildFor(channel) {
    this.state = h('span', {class: 'pill', hidden: true});
    this.alarm = h('div', {class: 'alarm', role: 'alert', hidden: true});
    this.tiles = {
      messages: tile('Messages'),
      rate: tile('Rate'),
      bytes: tile('Bytes'),
      unread: tile('Most unread'),
      synced: tile('Durability'),
    };
    this.chart = h('mr-chart');
    this.facts = facts();
    this.retention = facts();
    this.fill = bar();
    this.command = h('mr-command');
    this.buildTables();
    const isJournal = channel.kind === 'journal';
    this.isJournal = isJournal;
    this.replaceChildren(
      heading(channel.name, [['Channels', '#/channels']], h('span', {class: 'kind'}, channel.kind), this.state),
      isJournal
        ? channelTabs(channel.name, 'Summary')
        : h('p', {class: 'description'}, 'Messages of this channel are in memory only.'),
      this.problem,
      this.alarm,
      h(
        'dl',
        {class: 'tiles'},
        Object.values(this.tiles).map(each => each.element),
      ),
      panel('Rate', this.chart),
      channel.kind === 'queue' ? panel('In the queue', this.fill.element) : '',
      isJournal ? this.journalPanels() : '',
      this.command,
    );
    this.drawnSecond = -1;
  }

  journalPanels() {
    return h(
      'div',
      {class: 'stack'},
      h('div', {class: 'columns'}, panel('Journal', this.facts.element), panel('Retention', this.retention.element)),
      panel('Named positions', this.positions.element),
      panel('Segments', this.segmentsNote, this.segments.element),
      panel('Snapshots', this.snapshots.element),
    );
  }

  buildTables() {
    this.positions = table(
      'Named positions',
      [
        {name: 'Name', text: row => row.name},
        {
          name: 'Index',
          text: row => row.index,
          href: row => (/^\d+(\.\d+)?:\d+$/.test(row.index) ? messagesHref(this.name, {from: row.index}) : null),
        },
        {name: 'Unread', type: 'number', text: row => (row.restart ? null : count(row.unread))},
        {name: 'What it is', text: row => (row.restart ? 'kept for a restart' : 'a reader')},
      ],
      'There is no named position here.',
    );
    this.segmentsNote = h('p', {class: 'empty', hidden: true});
    this.segments = table(
      'Segments',
      [
        {name: 'Segment', text: row => String(row.number)},
        {name: 'State', text: row => word(row.state), state: row => row.state?.toLowerCase()},
        {name: 'Messages', type: 'number', text: row => count(row.messages)},
        {name: 'Bytes', type: 'number', text: row => bytes(row.bytes)},
        {name: 'First message', low: true, text: row => dateTime(row.firstTime)},
        {name: 'Last message', low: true, text: row => dateTime(row.lastTime)},
      ],
      'There is no segment yet.',
    );
    this.snapshots = table(
      'Snapshots',
      [
        {name: 'Index', text: row => row.index},
        {name: 'Time', text: row => dateTime(row.time)},
        {name: 'Messages', type: 'number', text: row => count(row.calls)},
        {name: 'Of', text: row => row.of},
      ],
      'No snapshots.',
    );
  }

  load() {
    if (this.isJournal && !this.requests.isRunning('channel')) {
      this.requests.get('channel', 'channel/' + encodeURIComponent(this.name), {}, info => this.loaded(info));
    }
  }

  loaded(info) {
    this.succeeded();
    this.info = info;
    this.command.set(info.command);
    this.positions.show(info.positions ?? []);
    const segments = [...(info.segments ?? [])].sort((a, b) => b.number - a.number);
    this.segments.show(segments.slice(0, MAX_ROWS));
    setShown(this.segmentsNote, segments.length > MAX_ROWS);
    setText(this.segmentsNote, `The newest ${MAX_ROWS} of ${count(segments.length)} segments.`);
    this.snapshots.show([...(info.snapshots ?? [])].slice(0, MAX_ROWS));
    const spec = session.channel(this.name) ?? {};
    this.facts.show([
      ['First index', info.firstIndex ?? NONE],
      ['Last index', info.lastIndex ?? NONE],
      ['Synced up to', info.syncedIndex ?? NONE],
      ['Durability', durabilityText(info.durability ?? spec.durability)],
      ['Ownership', ownership(spec.ownership)],
      ['Removed by retention', count(info.removedMessages)],
      ['Journal id', info.journalId ?? NONE],
    ]);
    this.retention.show(retentionFacts(info.retention));
    if (session.frame === null) {
      this.drawTiles({}, info);
    }
  }

  draw(frame) {
    const state = frame.channels?.[this.name];
    const bad = ['damaged', 'gone'].includes(state?.state);
    setShown(this.state, Boolean(state?.state));
    setText(this.state, word(state?.state));
    setAttribute(
      this.state,
      'data-state',
      bad ? 'failed' : state?.state === 'full' ? 'degraded' : state?.state === 'ok' ? 'running' : 'ended',
    );
    setShown(this.alarm, Boolean(state?.error));
    setText(this.alarm, state?.error ?? '');
    this.drawTiles(frame, {...this.info, ...state});
    if (session.history.second !== this.drawnSecond) {
      this.drawnSecond = session.history.second;
      this.chart.show(
        {
          label: `Messages a second in ${this.name}, in the last ten minutes`,
          series: [{label: 'messages a second', colour: '--series-1', fill: true}],
          format: rate,
          x: 'time',
          height: 180,
        },
        session.history.data(['rate ' + this.name]),
      );
    }
  }

  drawTiles(frame, state) {
    const slow = slowest(frame, this.name);
    this.tiles.messages.set(count(state.messages), state.lastIndex ? `last at ${state.lastIndex}` : '');
    this.tiles.rate.set(rate(state.rate), bytesRate(state.bytesRate));
    this.tiles.bytes.set(
      bytes(state.bytes ?? state.usedBytes),
      typeof state.segments === 'number'
        ? `in ${count(state.segments)} ${state.segments === 1 ? 'segment' : 'segments'}, ${bytes(state.diskBytes)} on disk`
        : '',
    );
    this.tiles.unread.set(
      unreadText(slow),
      slow === null ? 'no reader is known' : slow.unread === 0 ? 'all is read' : slow.name,
      slow?.unread > 0 ? null : 'quiet',
    );
    setShown(this.tiles.synced.element, this.isJournal);
    const durability = state.durability || session.channel(this.name)?.durability || null;
    this.tiles.synced.set(
      durability ?? NONE,
      {SYNCED: `${count(state.unsynced)} not forced yet`, MAPPED: 'survives the process'}[durability] ??
        (state.syncedIndex ? `not known at rest; synced up to ${state.syncedIndex}` : 'not known at rest'),
    );
    const capacity = session.channel(this.name)?.capacityBytes;
    if (typeof state.usedBytes === 'number' && capacity > 0) {
      const share = state.usedBytes / capacity;
      this.fill.show(
        share,
        `${count(state.depth)} calls, ${bytes(state.usedBytes)} of ${bytes(capacity)}, ${percent(share)}`,
        state.state === 'full' ? 'slow' : null,
      );
    }
  }
}

function durabilityText(text) {
  return (
    {MAPPED: 'MAPPED: messages survive the process', SYNCED: 'SYNCED: messages survive a loss of power'}[text] ??
    (text || NONE)
  );
}

function ownership(text) {
  return {SINGLE: 'SINGLE: one writer', SHARED: 'SHARED: several writers'}[text] ?? (text || NONE);
}

function retentionFacts(retention) {
  if (!retention) {
    return [['Retention', 'not known of data at rest; the topology says it']];
  }
  if (retention.keepsAll) {
    return [['Retention', 'none: nothing is deleted']];
  }
  return [
    ['Age', age(retention.maxAge)],
    ['Size', typeof retention.maxSizeBytes === 'number' ? bytes(retention.maxSizeBytes) : NONE],
    ['Readers', retention.readers],
    ['Periods', retention.periods],
  ];
}

/** A duration of ISO 8601 without days, PT36H, in the unit that people would use. */
function age(text) {
  const [, hours = 0, minutes = 0, seconds = 0] = /^PT(?:(\d+)H)?(?:(\d+)M)?(?:([\d.]+)S)?$/.exec(text ?? '') ?? [];
  const total = hours * 3600 + minutes * 60 + Number(seconds);
  return total > 0 ? duration(total * 1e9) : (text ?? NONE);
}

customElements.define('mr-channel', Channel);
