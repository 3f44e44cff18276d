// The messages of FIX sessions: a search by session, type, fields and time, and the conversation of one order. The server
// reads a bounded part for each answer; the page asks for more until it has a page full, or the user cancels.

import {h, setText, setAttribute, setShown, Rows} from './dom.js';
import {count, time} from './format.js';
import {View, heading, panel} from './parts.js';
import {fixLogHref, fixSessionHref} from './routes.js';
import {get} from './api.js';
import {fieldTable, fixTabs, moment, objects} from './fix-parts.js';

const ROWS = 50;
const MAX_ROWS = 2000;
const MAX_PASSES = 4;
const FIELDS = ['field', 'field2', 'field3'];

class FixLog extends View {
  build() {
    const input = (name, placeholder, attributes = {}) =>
      h('input', {name, placeholder, autocomplete: 'off', spellcheck: 'false', maxlength: 200, ...attributes});
    this.session = input('session', 'part of its name');
    this.types = input('types', 'D, 8');
    this.fields = FIELDS.map((name, i) => input(name, i === 0 ? 'Symbol=IBM or 55=IBM' : 'and another', {class: 'mono', 'aria-label': `Field ${i + 1}`}));
    this.from = input('from', '2026-03-01T08:00:00Z', {class: 'mono'});
    this.to = input('to', '2026-03-01T17:00:00Z', {class: 'mono'});
    this.order = input('order', 'ClOrdID or OrderID');
    this.cancelButton = h('button', {type: 'button', class: 'button', hidden: true, onclick: () => this.cancel()}, 'Cancel');
    this.form = h(
      'form',
      {
        class: 'panel filter fix-filter',
        'aria-label': 'Which messages',
        onsubmit: event => {
          event.preventDefault();
          this.submit();
        },
      },
      label('Session', this.session),
      label('Types', this.types),
      h('fieldset', {}, h('legend', {}, 'Fields'), h('div', {class: 'fix-fieldset'}, this.fields)),
      label('From', this.from),
      label('To', this.to),
      label('Conversation of an order', this.order),
      h('div', {class: 'filter-buttons'}, this.cancelButton, h('button', {class: 'button primary'}, 'Search')),
    );
    this.said = h('span', {class: 'note', role: 'status'});
    this.body = h('tbody');
    this.rows = new Rows(this.body, () => this.row(), (row, item) => row.set(item));
    this.box = h(
      'div',
      {class: 'table-box', role: 'group', 'aria-label': 'Messages', tabindex: 0},
      h(
        'table',
        {class: 'messages fix-messages'},
        h('thead', {}, h('tr', {}, ['Time', 'Session', 'Way', 'Message'].map(name => h('th', {scope: 'col', class: name === 'Session' ? 'low' : null}, name)))),
        this.body,
      ),
    );
    this.moreButton = h('button', {type: 'button', class: 'button', onclick: () => this.more()}, 'More');
    this.moreBox = h('p', {class: 'more', hidden: true}, this.moreButton);
    this.detail = h('section', {class: 'detail', 'aria-label': 'Selected message', hidden: true});
    this.command = h('mr-command');
    this.columns = h(
      'div',
      {class: 'message-columns'},
      panel('Messages', h('p', {class: 'list-bar'}, this.said), this.box, this.moreBox),
      this.detail,
    );
    this.append(heading('Messages of FIX'), fixTabs('Messages'), this.problem, this.form, this.columns, this.command);
  }

  disconnectedCallback() {
    super.disconnectedCallback();
    this.cancel();
  }

  route({parameters}) {
    const value = name => (parameters.get(name) ?? '').slice(0, 200);
    this.session.value = value('session');
    this.types.value = value('types');
    this.fields.forEach((input, i) => (input.value = value(FIELDS[i])));
    this.from.value = value('from');
    this.to.value = value('to');
    this.order.value = value('order');
    this.search();
  }

  submit() {
    const parameters = {session: this.session.value, types: this.types.value.trim(), from: this.from.value.trim(), to: this.to.value.trim(), order: this.order.value.trim()};
    this.fields.forEach((input, i) => (parameters[FIELDS[i]] = input.value.trim()));
    const address = fixLogHref(parameters);
    if (address === location.hash) {
      this.search();
    } else {
      location.hash = address;
    }
  }

  question() {
    return {
      show: 'messages',
      session: this.session.value.trim(),
      types: this.types.value.trim(),
      fields: this.fields.map(input => input.value.trim()).filter(text => text !== '').join('\n'),
      from: this.from.value.trim(),
      to: this.to.value.trim(),
    };
  }

  cancel() {
    this.controller?.abort();
    this.controller = null;
    setShown(this.cancelButton, false);
  }

  search() {
    this.list = [];
    this.next = null;
    this.read = 0;
    this.select(null);
    this.rows.show([]);
    const order = this.order.value.trim();
    this.command.set(null);
    return this.run(signal => (order === '' ? this.page(signal) : this.conversation(order, signal)));
  }

  more() {
    return this.run(signal => this.page(signal));
  }

  async run(task) {
    this.cancel();
    const controller = new AbortController();
    this.controller = controller;
    setShown(this.cancelButton, true);
    setShown(this.moreBox, false);
    try {
      await task(controller.signal);
      this.succeeded();
    } catch (error) {
      if (!controller.signal.aborted) {
        this.failed(error);
      }
    }
    if (this.controller === controller || this.controller === null) {
      const isCanceled = controller.signal.aborted;
      this.cancel();
      const isOver = this.next === null;
      const what = this.list.length === 1 ? '1 message or event' : `${count(this.list.length)} messages and events`;
      setText(this.said, `${what}, ${count(this.read)} calls searched${isCanceled ? ', canceled' : ''}`);
      setShown(this.moreBox, !isOver && this.order.value.trim() === '');
    }
  }

  /** Reads backward until there are as many rows more as a page has. */
  async page(signal) {
    const wanted = this.list.length + ROWS;
    do {
      const answer = await get('view/fix', {...this.question(), direction: 'backward', at: this.next, limit: wanted - this.list.length}, signal);
      this.take(answer);
    } while (this.next !== null && this.list.length < wanted && this.list.length < MAX_ROWS);
  }

  /** Reads forward; a message may name ids of earlier ones, so it reads again while it learns of more. */
  async conversation(order, signal) {
    let orders = order;
    for (let pass = 0; pass < MAX_PASSES; pass++) {
      const before = orders;
      this.list = [];
      this.next = null;
      do {
        const answer = await get('view/fix', {...this.question(), orders, at: this.next, limit: 500}, signal);
        this.take(answer);
        const [{orders: known}] = objects(answer.tables, 'Search');
        orders = known || orders;
      } while (this.next !== null && this.list.length < MAX_ROWS);
      if (orders === before) {
        return;
      }
    }
  }

  take({tables}) {
    const [scan] = objects(tables, 'Search');
    this.list.push(...objects(tables, 'Messages'));
    this.next = scan.next;
    this.read += scan.read;
    this.rows.show(this.list.slice(0, MAX_ROWS));
    setText(this.said, `${count(this.list.length)} found, ${count(this.read)} calls searched`);
  }

  row() {
    const button = h('button', {type: 'button', class: 'row-button mono'});
    const link = h('a');
    const way = h('span');
    const preview = h('td', {class: 'preview'});
    const element = h('tr', {}, h('td', {}, button), h('td', {class: 'low'}, link), h('td', {}, way), preview);
    const row = {
      element,
      set: item => {
        row.item = item;
        setText(button, `${moment(item.time)?.replace(/\d\d:\d\d:\d\d$/, '') ?? ''}${time(item.time)}`);
        setText(link, item.session);
        setAttribute(link, 'href', item.session ? fixSessionHref(item.session) : null);
        setText(way, {IN: '← in', OUT: '→ out'}[item.direction] ?? '');
        setText(preview, item.message);
        setAttribute(element, 'data-selected', this.selected === item.index ? '' : null);
      },
    };
    element.addEventListener('click', event => {
      if (event.target.closest('a') === null) {
        this.select(row.item);
      }
    });
    return row;
  }

  select(item) {
    this.selected = item?.index ?? null;
    this.classList.toggle('has-detail', item !== null);
    setShown(this.detail, item !== null);
    this.rows?.show(this.list.slice(0, MAX_ROWS));
    if (item === null) {
      return;
    }
    const head = h(
      'div',
      {class: 'detail-head'},
      h('h2', {}, `${item.direction === 'EVENT' ? 'Event' : 'Message'} ${item.index}`),
      h('button', {type: 'button', class: 'button', onclick: () => this.select(null)}, 'Close'),
    );
    this.detail.replaceChildren(head, h('p', {class: 'note'}, `${item.session}, ${item.time}`));
    this.requests.get('message', 'view/fix', {show: 'message', at: item.index}, ({tables}) => {
      const fields = objects(tables, 'Fields');
      const [about] = objects(tables, 'Message');
      this.detail.append(h('p', {class: 'strong'}, about.message));
      if (fields.length > 0) {
        this.detail.append(h('div', {class: 'fix-message'}, fieldTable(fields, id => fixLogHref({order: id}))));
      }
    });
  }
}

function label(text, input) {
  return h('label', {class: 'labelled'}, h('span', {}, text), input);
}

customElements.define('mr-fix-log', FixLog);
