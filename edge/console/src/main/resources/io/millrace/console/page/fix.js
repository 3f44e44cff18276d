// The sessions of an engine of FIX: whether each is what its schedule says, its numbers, gaps, rates and last messages.

import {h, setText, setAttribute, setShown} from './dom.js';
import {count, rate} from './format.js';
import {matches, natural, words} from './group.js';
import {View, heading, nameFilter, panel, table, tile} from './parts.js';
import {href, fixSessionHref} from './routes.js';
import {fixTabs, isAsScheduled, moment, objects, scheduleText, stateColour, stateText} from './fix-parts.js';

const REFRESH_SECONDS = 2;
const MAX_ROWS = 1000;
const SHOWN = [
  ['', 'All'],
  ['on', 'Logged on'],
  ['gap', 'With gaps'],
  ['wrong', 'Not as scheduled'],
];

/** Rates from the counts of two answers. */
export class Rates {
  before = new Map();
  atMs = 0;

  add(rows) {
    const now = performance.now();
    const seconds = (now - this.atMs) / 1000;
    for (const row of rows) {
      const old = this.before.get(row.session);
      const known = old !== undefined && row.received !== null && seconds > 0.2;
      row.inRate = known ? Math.max(0, row.received - old.received) / seconds : null;
      row.outRate = known ? Math.max(0, row.sent - old.sent) / seconds : null;
    }
    this.before = new Map(rows.map(row => [row.session, row]));
    this.atMs = now;
    return rows;
  }
}

class Fix extends View {
  build() {
    this.rates = new Rates();
    this.rows = [];
    this.tiles = Object.fromEntries(
      ['Sessions', 'Logged on', 'Not as scheduled', 'Missing messages', 'Received', 'Sent'].map(name => [name, tile(name)]),
    );
    this.filter = nameFilter(() => this.changed());
    this.shown = SHOWN.map(([value, text]) => {
      const input = h('input', {type: 'radio', name: 'shown', value, onchange: () => this.changed()});
      return {input, element: h('label', {}, input, text)};
    });
    this.said = h('span', {class: 'note', role: 'status'});
    this.table = sessionTable();
    this.engine = h('p', {class: 'description'});
    this.command = h('mr-command');
    this.append(
      heading('FIX sessions'),
      fixTabs('Sessions'),
      this.problem,
      this.engine,
      h('dl', {class: 'tiles'}, Object.values(this.tiles).map(each => each.element)),
      panel(
        'Sessions',
        h(
          'div',
          {class: 'list-bar'},
          this.filter,
          h('div', {class: 'segmented', role: 'group', 'aria-label': 'Which sessions'}, this.shown.map(each => each.element)),
          this.said,
        ),
        this.table.element,
      ),
      this.command,
    );
  }

  route({parameters}) {
    this.filter.value = (parameters.get('filter') ?? '').slice(0, 200);
    const shown = parameters.get('shown') ?? '';
    this.shown.forEach(({input}) => (input.checked = input.value === shown));
    clearInterval(this.timer);
    this.load();
    this.every(REFRESH_SECONDS, () => this.load());
  }

  load() {
    if (!this.requests.isRunning('sessions')) {
      this.requests.get('sessions', 'view/fix', {}, answer => this.loaded(answer));
    }
  }

  loaded({tables}) {
    this.succeeded();
    const [engine] = objects(tables, 'Engine');
    setText(this.engine, engine.ports ? `Listens at ${engine.ports}` : '');
    setShown(this.engine, Boolean(engine.ports));
    this.command.set(`millrace fix log ${engine.directory}`);
    this.rows = this.rates
      .add(objects(tables, 'Sessions'))
      .sort((one, other) => natural(one.session, other.session));
    this.show();
  }

  /** Keeps what is asked for in the address, without a step of its own in the history of the browser. */
  changed() {
    const shown = this.shown.find(({input}) => input.checked)?.input.value ?? '';
    history.replaceState(null, '', href(['fix'], {filter: this.filter.value, shown}));
    this.show();
  }

  show() {
    const {rows, tiles} = this;
    const wrong = rows.filter(row => !isAsScheduled(row)).length;
    const sum = name => (rows.some(row => row[name] !== null) ? rows.reduce((all, row) => all + (row[name] ?? 0), 0) : null);
    tiles.Sessions.set(count(rows.length));
    tiles['Logged on'].set(count(rows.filter(row => row.state === 'LOGGED_ON').length));
    tiles['Not as scheduled'].set(count(wrong), '', wrong > 0 ? 'bad' : 'quiet');
    tiles['Missing messages'].set(count(sum('missing')), '', sum('missing') > 0 ? 'bad' : 'quiet');
    tiles.Received.set(rate(sum('inRate')), `${count(sum('received'))} in this run`);
    tiles.Sent.set(rate(sum('outRate')), `${count(sum('sent'))} in this run`);
    const wanted = words(this.filter.value);
    const shown = this.shown.find(({input}) => input.checked)?.input.value ?? '';
    const found = rows.filter(
      row =>
        matches(`${row.session} ${row.name ?? ''}`, wanted) &&
        (shown !== 'on' || row.state === 'LOGGED_ON') &&
        (shown !== 'gap' || row.missing > 0) &&
        (shown !== 'wrong' || !isAsScheduled(row)),
    );
    this.table.show(found.slice(0, MAX_ROWS));
    const more = found.length > MAX_ROWS ? `, the first ${MAX_ROWS} are shown` : '';
    setText(
      this.said,
      (found.length === rows.length ? `${count(rows.length)} sessions` : `${count(found.length)} of ${count(rows.length)} sessions`) + more,
    );
  }
}

function sessionTable() {
  const pair = (one, other) => (one === null && other === null ? null : `${count(one)} / ${count(other)}`);
  return table(
    'Sessions',
    [
      {name: 'Session', node: sessionCell},
      {name: 'State', text: stateText, state: stateColour},
      {name: 'Schedule', low: true, text: row => scheduleText(row)},
      {name: 'Next in', type: 'number', text: row => count(row.expects)},
      {name: 'Next out', type: 'number', text: row => count(row.sends)},
      {name: 'Missing', type: 'number', low: true, text: row => (row.missing > 0 ? count(row.missing) : null)},
      {name: 'In', type: 'number', low: true, text: row => rate(row.inRate)},
      {name: 'Out', type: 'number', low: true, text: row => rate(row.outRate)},
      {name: 'Last in', low: true, text: row => moment(row.last_in)},
      {name: 'Last out', low: true, text: row => moment(row.last_out)},
      {name: 'Rejects in / out', type: 'number', low: true, text: row => pair(row.rejects_in, row.rejects_out)},
      {name: 'Resends in / out', type: 'number', low: true, text: row => pair(row.resends_in, row.resends_out)},
    ],
    'No session fits.',
  );
}

/** The name of a session as a link; why it is not connected is below it. */
function sessionCell() {
  const link = h('a');
  const why = h('span', {class: 'note fix-why'});
  return {
    element: h('span', {class: 'fix-session'}, link, why),
    set(row) {
      setText(link, row.session);
      setAttribute(link, 'href', fixSessionHref(row.session));
      const text = row.state === 'LOGGED_ON' ? '' : row.reason;
      setText(why, text);
      setShown(why, Boolean(text));
    },
  };
}

customElements.define('mr-fix', Fix);
