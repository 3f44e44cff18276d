// All hosts of the topology: what runs where, how the links between them are, and what spares hold. Of a host that does
// not answer nothing is shown but when it spoke last.

import {h, setText, setShown} from './dom.js';
import {count, duration, rate, word, NONE} from './format.js';
import {matches, natural, words} from './group.js';
import {View, heading, nameFilter, panel, table} from './parts.js';
import {session} from './session.js';
import {lastAnswer} from './host-graph.js';

const REFRESH_SECONDS = 1;
const OLD_MS = 3000;
const MAX_ROWS = 500;
const MANY_CHANNELS = 12;

class Hosts extends View {
  build() {
    this.alarm = h('div', {class: 'alarm', role: 'alert', hidden: true});
    this.graph = h('mr-host-graph', {role: 'group', 'aria-label': 'Graph of all hosts'});
    this.hosts = hostTable();
    this.links = linkTable();
    this.copies = copyTable();
    this.channels = channelTable();
    this.fix = fixTable();
    this.fixPanel = panel('FIX sessions', this.fix.element);
    this.copiesPanel = panel('What spares hold', this.copies.element);
    this.command = h('mr-command');
    this.filter = nameFilter(text => {
      this.graph.setFilter(text);
      this.showTables();
    });
    setShown(this.filter, (session.run?.whole?.channels ?? []).length >= MANY_CHANNELS);
    this.append(
      heading('Hosts'),
      this.problem,
      this.alarm,
      panel('Topology by host', this.filter, this.graph),
      panel('Hosts', this.hosts.element),
      this.fixPanel,
      panel('Links', this.links.element),
      this.copiesPanel,
      panel('Channels', this.channels.element),
      this.command,
    );
  }

  route() {
    clearInterval(this.timer);
    this.load();
    this.every(REFRESH_SECONDS, () => this.load());
  }

  load() {
    if (this.answer && performance.now() - this.loadedMs > OLD_MS) {
      this.show(nothingOf(this.answer));
    }
    if (!this.requests.isRunning('hosts')) {
      this.requests.get('hosts', 'hosts', {}, answer => this.loaded(answer), OLD_MS);
    }
  }

  loaded(answer) {
    this.succeeded();
    this.loadedMs = performance.now();
    this.show(answer);
  }

  show(answer) {
    this.command.set(answer.command);
    const troubles = answer.hosts.flatMap(host => host.troubles.map(trouble => `${host.name}: ${trouble}`));
    setShown(this.alarm, troubles.length > 0);
    setText(this.alarm, troubles.join('\n'));
    this.graph.show(answer);
    this.answer = answer;
    this.showTables();
  }

  showTables() {
    const {answer} = this;
    if (!answer) {
      return;
    }
    const wanted = words(this.filter.value);
    this.hosts.show(answer.hosts.map(host => ({...host, now: answer.at})));
    const order = (one, other) => natural(one.channel, other.channel) || natural(one.from + one.to, other.from + other.to);
    this.links.show(
      answer.links
        .filter(({channel}) => matches(channel, wanted))
        .sort(order)
        .slice(0, MAX_ROWS),
    );
    const copies = answer.hosts.flatMap(host =>
      host.copies.map(copy => ({
        ...copy,
        host: host.name,
        lag: answer.links.find(link => link.channel === copy.channel && link.to === host.name)?.lag,
      })),
    );
    this.copies.show(copies.filter(({channel}) => matches(channel, wanted)).slice(0, MAX_ROWS));
    const fix = answer.hosts.filter(({sections}) => sections.some(({key}) => key === 'fix'));
    this.fix.show(fix.flatMap(fixSessions).slice(0, MAX_ROWS));
    setShown(this.fixPanel, fix.length > 0);
    setShown(this.copiesPanel, answer.hosts.some(host => host.spareOf !== null));
    this.channels.show(
      (session.run?.whole?.channels ?? [])
        .filter(({name}) => matches(name, wanted))
        .sort((one, other) => natural(one.name, other.name))
        .slice(0, MAX_ROWS)
        .map(channel => ({...channel, ...answer.channels[channel.name]})),
    );
  }
}

/** Returns an answer as if no host had given one: what was told once is not known any more. */
function nothingOf(answer) {
  const host = {runs: null, state: null, waits: '', spare: '', troubles: [], sections: [], copies: []};
  return {
    ...answer,
    at: new Date().toISOString(),
    hosts: answer.hosts.map(each => ({...each, ...host, silence: 'the server of this page does not answer'})),
    links: answer.links.map(link => ({...link, state: null, lag: null, clockAheadUs: null})),
    channels: {},
    components: {},
  };
}

/** Returns how a host is in a word: unknown where it does not answer. */
export function stateOf(host) {
  return host.state === null ? 'unknown' : word(host.state);
}

/** Returns what a machine does: it runs a host, its own or another one, or stands by for one. */
export function roleOf(host) {
  if (host.state === null) {
    return host.spareOf === null ? 'host' : `spare of ${host.spareOf}`;
  }
  if (host.runs === null) {
    return `stands by for ${host.spareOf ?? host.name}`;
  }
  return host.runs === host.name ? 'host' : `runs ${host.runs}`;
}

/** Returns a detail of the sections of a host, such as the number of clients. */
function detail(host, key, name) {
  return host.sections.find(each => each.key === key)?.details.find(each => each.name === name)?.value;
}

function serves({sections}) {
  return sections
    .map(({key, details}) => {
      const address = details.find(each => each.name === 'address')?.value;
      return address ? `${key} at ${address}` : key;
    })
    .join(', ');
}

function hostTable() {
  return table('Hosts', [
    {name: 'Host', text: host => host.name + (host.isOwn ? ' (this page)' : '')},
    {name: 'State', text: stateOf, state: host => (host.state ?? 'unknown').toLowerCase()},
    {name: 'Role', low: true, text: roleOf},
    {name: 'Last answer', text: host => lastAnswer(host, host.now)},
    {
      name: 'Clients',
      type: 'number',
      text: host => (host.state === null ? NONE : detail(host, 'clients', 'clients')),
    },
    {name: 'Its spare', low: true, text: host => (host.runs === null ? null : host.spare)},
    {name: 'Serves', low: true, wide: true, text: serves},
    {name: 'Address', low: true, text: host => host.address},
    {name: 'Says', low: true, wide: true, text: host => host.silence || host.waits},
  ]);
}

/** Returns the sessions of FIX that a host names. */
function fixSessions(host) {
  const named = host.sections.find(({key}) => key === 'fix').details.filter(({name}) => name.startsWith('session '));
  return named.map(({name, value}) => {
    const [state, ...numbers] = value.split(' ');
    const figures = Object.fromEntries(numbers.map(each => each.split('=')));
    return {host: host.name, session: name.slice('session '.length), state, missing: 0, ...figures};
  });
}

function fixTable() {
  return table(
    'FIX sessions',
    [
      {name: 'Session', text: row => row.session},
      {name: 'Host', text: row => row.host},
      {name: 'State', text: row => word(row.state), state: row => (row.state === 'LOGGED_ON' ? 'ok' : 'unknown')},
      {name: 'Next in', type: 'number', text: row => count(Number(row.nextIn))},
      {name: 'Next out', type: 'number', text: row => count(Number(row.nextOut))},
      {name: 'Missing', type: 'number', text: row => (Number(row.missing) > 0 ? count(Number(row.missing)) : null)},
    ],
    'No host names a session.',
  );
}

function linkTable() {
  return table(
    'Links',
    [
      {name: 'Channel', text: link => link.channel},
      {name: 'Way', text: link => `${link.from} → ${link.to}`},
      {name: 'State', text: link => link.state ?? 'unknown', state: linkState},
      {name: 'Lacks', type: 'number', text: link => (link.lag === null ? 'unknown' : count(link.lag))},
      {
        name: 'Clock',
        type: 'number',
        low: true,
        text: link => (link.clockAheadUs === null ? null : duration(link.clockAheadUs * 1e3)),
      },
    ],
    'No channel crosses hosts.',
  );
}

/** Returns the state of a link by which it is coloured. */
export function linkState({state}) {
  return state === 'connected' ? 'ok' : state === null ? 'unknown' : state === 'missing' ? 'away' : 'failed';
}

function copyTable() {
  return table(
    'What spares hold',
    [
      {name: 'Channel', text: copy => copy.channel},
      {name: 'Spare', text: copy => copy.host},
      {name: 'Messages', type: 'number', text: copy => count(copy.messages)},
      {name: 'Lacks', type: 'number', text: copy => (typeof copy.lag === 'number' ? count(copy.lag) : 'unknown')},
      {name: 'Stored cut', low: true, text: copy => copy.cut},
      {name: 'Epoch', text: copy => copy.epoch},
    ],
    'No spare answers.',
  );
}

function channelTable() {
  return table('Channels', [
    {name: 'Channel', text: channel => channel.name},
    {name: 'Host', text: channel => channel.host},
    {name: 'Messages', type: 'number', text: channel => count(channel.messages)},
    {name: 'Rate', type: 'number', text: channel => rate(channel.rate)},
    {name: 'Epoch', low: true, text: channel => channel.epoch},
  ]);
}

customElements.define('mr-hosts', Hosts);
