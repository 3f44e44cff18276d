// One session of FIX: what it is, its newest messages by name, and what an administrator may order.

import {h, setText, setAttribute, setShown} from './dom.js';
import {count, rate} from './format.js';
import {View, facts, heading, panel} from './parts.js';
import {href, fixLogHref} from './routes.js';
import {post} from './api.js';
import {session} from './session.js';
import {administrator, confirmation} from './order.js';
import {fieldTable, moment, objects, scheduleText, stateColour, stateText} from './fix-parts.js';
import {Rates} from './fix.js';

const REFRESH_SECONDS = 2;

class FixSession extends View {
  route({parts}) {
    const [, , name] = parts;
    if (name !== this.name) {
      this.name = name;
      this.row = null;
      this.rates = new Rates();
      this.show();
    }
    clearInterval(this.timer);
    this.load();
    this.every(REFRESH_SECONDS, () => this.load());
  }

  show() {
    this.state = h('span', {class: 'state'});
    this.facts = facts();
    this.newest = {in: new Newest('Last message in', this.name), out: new Newest('Last message out', this.name)};
    this.orders = h('div', {class: 'fix-orders'});
    this.ordersPanel = panel('Orders of an administrator', this.orders);
    this.shape = null;
    this.command = h('mr-command');
    this.replaceChildren(
      heading(this.name, [['FIX sessions', href(['fix'])]], this.state),
      this.problem,
      h(
        'div',
        {class: 'columns'},
        panel('Session', this.facts.element, h('p', {class: 'more'}, h('a', {class: 'button', href: fixLogHref({session: this.name})}, 'Its messages'))),
        this.ordersPanel,
      ),
      h('div', {class: 'columns'}, this.newest.in.element, this.newest.out.element),
      this.command,
    );
  }

  load() {
    if (!this.requests.isRunning('session')) {
      this.requests.get('session', 'view/fix', {}, answer => this.loaded(answer));
    }
  }

  loaded({tables}) {
    const rows = objects(tables, 'Sessions').filter(each => each.session === this.name);
    const [engine] = objects(tables, 'Engine');
    if (rows.length === 0) {
      this.failed(new Error(`no session has this name session=${this.name}`));
      return;
    }
    this.succeeded();
    const [row] = this.rates.add(rows);
    this.row = row;
    setText(this.state, stateText(row));
    setAttribute(this.state, 'data-state', stateColour(row));
    this.facts.show(factsOf(row));
    this.newest.in.load(this.requests, row.last_in_at);
    this.newest.out.load(this.requests, row.last_out_at);
    this.command.set(`millrace fix log ${engine.directory} --session '${this.name}'`);
    this.showOrders(engine.operations ?? null);
  }

  showOrders(channel) {
    const shape = `${session.run?.admin} ${channel}`;
    if (shape === this.shape) {
      return;
    }
    this.shape = shape;
    if (!session.run?.admin || channel === null) {
      const why =
        channel === null
          ? session.run?.live === false
            ? 'A data directory takes no orders; the console of the run does.'
            : 'The topology names no channel of operations (fix operations), so nothing can be ordered here.'
          : 'An administrator may order here, where the console was started with admin and a token.';
      this.orders.replaceChildren(h('p', {class: 'note'}, why));
      return;
    }
    this.said = h('p', {class: 'note result', role: 'status'});
    this.confirmation = confirmation({asksToken: true});
    const button = (text, call, warning, danger = false) =>
      h(
        'button',
        {type: 'button', class: danger ? 'button fix-danger' : 'button', onclick: () => this.order(channel, call, [], warning)},
        text,
      );
    this.orders.replaceChildren(
      h(
        'p',
        {class: 'fix-buttons'},
        button('Start', 'start', 'The session may be connected again.'),
        button('Stop', 'stop', 'The session logs out, and stays disconnected until it is started. Messages of the application wait.'),
        button('Disconnect', 'disconnect', 'The connection is closed at once, without a Logout. No message is lost; the sides ask for what they lack.'),
        button('Reset', 'reset', 'Messages can be lost: the connection is closed and both numbers begin at 1, so what one side lacks is never sent again. The counterparty must begin at 1 too.', true),
      ),
      this.number(channel, 'Next number in', 'setNextIncoming', 'Set', row => row.expects, warnIncoming),
      this.number(channel, 'Next number out', 'setNextOutgoing', 'Set', row => row.sends, warnOutgoing),
      this.number(channel, 'Ask again from number', 'requestResend', 'Ask', row => Math.max(1, row.expects - 1), warnResend),
      this.said,
      this.confirmation.element,
    );
  }

  number(channel, text, call, does, value, warning) {
    const input = h('input', {
      name: call,
      class: 'mono',
      inputmode: 'numeric',
      autocomplete: 'off',
      required: true,
      pattern: '[1-9][0-9]{0,14}',
      title: 'a number from 1 on',
      placeholder: String(value(this.row)),
    });
    return h(
      'form',
      {
        class: 'fix-number',
        onsubmit: event => {
          event.preventDefault();
          this.order(channel, call, [input.value], warning(this.row, Number(input.value)));
        },
      },
      h('label', {class: 'labelled'}, h('span', {}, text), input),
      h('button', {class: 'button'}, does),
    );
  }

  async order(channel, call, numbers, warning) {
    setAttribute(this.said, 'data-state', null);
    setText(this.said, '');
    const values = [JSON.stringify(this.name), ...numbers];
    const body = `{"channel":${JSON.stringify(channel)},"call":${JSON.stringify(call)},"arguments":${
      values.length === 1 ? values[0] : `[${values}]`
    }}`;
    if (!(await this.confirmation.ask(warning, body))) {
      return;
    }
    try {
      const answer = await post('admin/append', body, administrator.token);
      setAttribute(this.said, 'data-state', 'ok');
      setText(this.said, `${call}: ${answer?.outcome ?? 'ordered'}. What came of it is in the messages of the session.`);
    } catch (error) {
      if (error.status === 401) {
        administrator.token = '';
      }
      setAttribute(this.said, 'data-state', 'failed');
      setText(this.said, error.message);
    }
    this.load();
  }
}

function warnIncoming(row, number) {
  return number > row.expects
    ? `Messages can be lost: numbers ${row.expects} to ${number - 1} of the counterparty will never be asked for.`
    : `The session will expect ${number} instead of ${row.expects}; what comes from there on comes to the application again.`;
}

function warnOutgoing(row, number) {
  return number < row.sends
    ? `Messages can be lost: what was sent from number ${number} on is not sent again, and a counterparty that expects more ends the session.`
    : `Numbers ${row.sends} to ${number - 1} are passed over; the counterparty asks for them and gets a gap fill.`;
}

function warnResend(row, number) {
  return `The counterparty is asked for messages ${number} to ${row.expects - 1} again. The application gets them a second time.`;
}

function factsOf(row) {
  const known = (name, value) => (value === null || value === '' ? null : [name, value]);
  return [
    known('Name in the topology', row.name),
    known('Role', row.role?.toLowerCase() ?? null),
    known('Schedule', scheduleText(row)),
    ['Next number in', count(row.expects)],
    ['Next number out', count(row.sends)],
    row.missing === null ? null : ['Missing messages', count(row.missing)],
    row.received === null ? null : ['Received in this run', `${count(row.received)}, ${rate(row.inRate)}`],
    row.sent === null ? null : ['Sent in this run', `${count(row.sent)}, ${rate(row.outRate)}`],
    row.rejects_in === null ? null : ['Rejects', `${count(row.rejects_in)} received, ${count(row.rejects_out)} sent`],
    row.resends_in === null ? null : ['Resend requests', `${count(row.resends_in)} received, ${count(row.resends_out)} sent`],
    known('Last logon', moment(row.logged_on)),
    known('Last disconnect', moment(row.disconnected)),
    known('Its reason', row.reason),
    known('Counterparty at', row.peer?.replace(/^\//, '') ?? null),
  ].filter(each => each !== null);
}

/** The newest message in one direction. */
class Newest {
  constructor(title, name) {
    this.key = title;
    this.name = name;
    this.at = null;
    this.about = h('p', {class: 'note'}, 'There is none yet.');
    this.fields = h('div', {class: 'fix-message'});
    this.element = panel(title, this.about, this.fields);
  }

  load(requests, at) {
    if (at === null || at === this.at || requests.isRunning(this.key)) {
      return;
    }
    requests.get(this.key, 'view/fix', {show: 'message', at}, ({tables}) => {
      this.at = at;
      const [about] = objects(tables, 'Message');
      setText(this.about, `${about.message}, ${moment(about.time)}`);
      const order = id => fixLogHref({order: id});
      this.fields.replaceChildren(fieldTable(objects(tables, 'Fields'), order));
    });
  }
}

customElements.define('mr-fix-session', FixSession);
