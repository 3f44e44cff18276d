// The messages of a channel: from an end, an index or a time, filtered on the server, following or not.

import {h, setText, setAttribute, setShown, Rows} from './dom.js';
import {bytes, count, shellWord, short, time} from './format.js';
import {View, heading, panel} from './parts.js';
import {messagesHref} from './routes.js';
import {session} from './session.js';
import {channelTabs} from './channel.js';
import './detail.js';

const ROWS = 50;
const PREVIEW = 240;
const MAX_CALLS = 24;
/** What follows the names of parameters of each condition. */
const SUFFIXES = ['', '2', '3', '4'];
const FROM = [
  ['end', 'Newest'],
  ['start', 'Oldest'],
  ['index', 'Index'],
  ['time', 'Time'],
];
const OPERATORS = [
  ['eq', 'is'],
  ['contains', 'contains'],
  ['lt', 'is less than'],
  ['gt', 'is greater than'],
];

class Messages extends View {
  route({parts, parameters}) {
    if (parts[1] !== this.name) {
      this.name = parts[1];
      this.buildFor(this.name);
      this.loadCalls();
    }
    this.setQuery(parameters);
    this.search();
  }

  build() {
    this.onFrame = event => this.takeTail(event.detail);
    session.live.addEventListener('frame', this.onFrame);
  }

  disconnectedCallback() {
    super.disconnectedCallback();
    session.live.removeEventListener('frame', this.onFrame);
    session.live.setFollow(null);
  }

  buildFor(name) {
    this.list = [];
    this.detail = h('mr-detail', {class: 'detail', role: 'region', 'aria-label': 'Selected message'});
    this.detail.addEventListener('closed', () => this.closed());
    this.command = h('mr-command');
    this.buildForm();
    this.buildList();
    this.replaceChildren(
      heading(name, [['Channels', '#/channels']]),
      channelTabs(name, 'Messages'),
      this.problem,
      this.form,
      h('div', {class: 'message-columns'}, panel('Messages', this.bar, this.box, this.more), this.detail),
      this.command,
    );
  }

  buildForm() {
    this.from = FROM.map(([value, text]) => radio('from', value, text, () => this.fromChanged()));
    this.start = h('input', {
      name: 'start',
      class: 'mono',
      autocomplete: 'off',
      spellcheck: 'false',
      'aria-label': 'Index or time',
    });
    this.calls = h('div', {class: 'chips'});
    this.callField = h('fieldset', {hidden: true}, h('legend', {}, 'Calls'), this.calls);
    this.text = h('input', {
      name: 'text',
      autocomplete: 'off',
      spellcheck: 'false',
      maxlength: 1000,
      placeholder: 'in the whole text',
    });
    this.fields = h('datalist', {id: 'fields'});
    this.conditions = SUFFIXES.map(suffix => new Condition(suffix));
    this.addButton = h('button', {type: 'button', class: 'button', onclick: () => this.addCondition()}, 'And');
    this.format = h(
      'select',
      {name: 'format'},
      h('option', {value: 'yaml'}, 'YAML'),
      h('option', {value: 'json'}, 'JSON'),
    );
    this.format.addEventListener('change', () => this.submit());
    this.follow = h(
      'button',
      {type: 'button', class: 'button toggle', 'aria-pressed': 'false', onclick: () => this.toggleFollow()},
      'Follow',
    );
    this.form = h(
      'form',
      {
        class: 'panel filter',
        'aria-label': 'Which messages',
        onsubmit: event => {
          event.preventDefault();
          this.submit();
        },
      },
      h(
        'fieldset',
        {},
        h('legend', {}, 'From'),
        h('div', {class: 'joined'}, h('div', {class: 'segmented'}, this.from), this.start),
      ),
      this.callField,
      label('Text', this.text),
      h(
        'fieldset',
        {},
        h('legend', {}, 'Fields'),
        this.conditions.map(condition => condition.element),
        this.addButton,
        this.fields,
      ),
      label('Format', this.format),
      h('div', {class: 'filter-buttons'}, h('button', {class: 'button primary'}, 'Search'), this.follow),
    );
  }

  buildList() {
    this.said = h('span', {class: 'note', role: 'status'});
    this.notShown = h('span', {class: 'note'});
    this.stop = h(
      'button',
      {type: 'button', class: 'button', hidden: true, onclick: () => (this.stopped = true)},
      'Stop',
    );
    this.bar = h('p', {class: 'list-bar'}, this.said, this.notShown, this.stop);
    const body = h('tbody', {onkeydown: event => this.moved(event)});
    this.box = h(
      'div',
      {class: 'table-box messages', role: 'group', 'aria-label': 'List of messages', tabindex: 0},
      h(
        'table',
        {},
        h(
          'thead',
          {},
          h(
            'tr',
            {},
            ['Index', 'Time (UTC)', 'Call', 'Content', 'Size'].map((name, i) =>
              h('th', {scope: 'col', class: ['', 'low', '', 'wide', 'number low'][i] || null}, name),
            ),
          ),
        ),
        body,
      ),
    );
    this.rows = new Rows(
      body,
      () => this.createRow(),
      (row, message) => this.updateRow(row, message),
    );
    this.next = h('a', {class: 'button'});
    this.more = h('p', {class: 'more', hidden: true}, this.next);
  }

  createRow() {
    const row = {message: null};
    row.button = h('button', {type: 'button', class: 'row-button mono'});
    row.time = h('td', {class: 'mono low'});
    row.call = h('td');
    row.text = h('td', {class: 'wide preview'});
    row.size = h('td', {class: 'number low'});
    row.element = h(
      'tr',
      {onclick: () => this.select(row.message)},
      h('td', {}, row.button),
      row.time,
      row.call,
      row.text,
      row.size,
    );
    return row;
  }

  updateRow(row, message) {
    if (row.message !== message) {
      row.message = message;
      setText(row.button, message.index);
      setText(row.time, time(message.time));
      setText(row.call, message.call ?? '');
      setText(row.text, preview(message));
      setAttribute(row.text, 'data-state', message.readable === false ? 'unreadable' : null);
      setText(row.size, bytes(message.bytes));
    }
    const isSelected = this.detail.message?.index === message.index;
    setAttribute(row.element, 'data-selected', isSelected ? 'true' : null);
    setAttribute(row.button, 'aria-pressed', isSelected);
  }

  // The question

  setQuery(parameters) {
    const from = parameters.get('from') ?? 'end';
    const time = parameters.get('time') ?? '';
    const kind = time !== '' ? 'time' : ['end', 'start'].includes(from) ? from : 'index';
    this.query = {
      from,
      time,
      direction: parameters.get('direction') ?? (kind === 'end' ? 'backward' : 'forward'),
      call: parameters.get('call') ?? '',
      text: parameters.get('text') ?? '',
      conditions: SUFFIXES.map(suffix => ({
        field: parameters.get('field' + suffix) ?? '',
        op: parameters.get('op' + suffix) ?? 'eq',
        value: parameters.get('value' + suffix) ?? '',
      })),
      format: parameters.get('format') ?? 'yaml',
      follow: parameters.get('follow') === '1' && kind === 'end',
    };
    this.from.forEach(each => (each.querySelector('input').checked = each.querySelector('input').value === kind));
    this.start.value = kind === 'time' ? time : kind === 'index' ? from : '';
    this.fromChanged();
    this.text.value = this.query.text;
    this.format.value = this.query.format;
    this.conditions.forEach((condition, i) => condition.show(this.query.conditions[i], i === 0));
    this.updateAdd();
    this.markCalls();
    setAttribute(this.follow, 'aria-pressed', this.query.follow);
  }

  kind() {
    return this.from.map(each => each.querySelector('input')).find(input => input.checked)?.value ?? 'end';
  }

  fromChanged() {
    const kind = this.kind();
    const needsText = kind === 'index' || kind === 'time';
    setShown(this.start, needsText);
    setAttribute(this.start, 'placeholder', kind === 'time' ? '2026-03-02T08:00:00Z' : '0:4096');
    if (needsText && document.activeElement?.name === 'from') {
      const looksLikeTime = this.start.value.includes('T');
      this.start.value = looksLikeTime === (kind === 'time') ? this.start.value : '';
    }
  }

  submit(follow = this.query.follow) {
    const kind = this.kind();
    const text = this.start.value.trim();
    if ((kind === 'index' || kind === 'time') && text === '') {
      this.start.focus();
      return;
    }
    const chips = [...this.calls.querySelectorAll('input')];
    const names = this.query.call.split(',').filter(name => name !== '' && !chips.some(chip => chip.value === name));
    const calls = [...names, ...chips.filter(chip => chip.checked).map(chip => chip.value)]; // also those without a chip
    const nameless = this.conditions.find(condition => condition.isNameless());
    if (nameless) {
      nameless.field.focus();
      this.failed(new Error('A value is searched in a field: name the field.'));
      return;
    }
    const address = messagesHref(this.name, {
      from: kind === 'end' ? '' : kind === 'index' ? text : kind === 'time' ? '' : kind,
      time: kind === 'time' ? text : '',
      call: calls.join(','),
      text: this.text.value,
      ...Object.assign({}, ...this.conditions.map(condition => condition.parameters())),
      format: this.format.value === 'yaml' ? '' : this.format.value,
      follow: follow && kind === 'end' ? '1' : '',
    });
    if (address === location.hash) {
      this.search();
    } else {
      location.hash = address;
    }
  }

  addCondition() {
    const next = this.conditions.find(condition => condition.element.hidden);
    setShown(next.element, true);
    next.field.focus();
    this.updateAdd();
  }

  updateAdd() {
    setShown(this.addButton, this.conditions.some(condition => condition.element.hidden));
  }

  toggleFollow() {
    if (!this.query.follow) {
      this.from[0].querySelector('input').checked = true;
      this.fromChanged();
    }
    this.submit(!this.query.follow);
  }

  loadCalls() {
    this.requests.get('calls', 'channel/' + encodeURIComponent(this.name), {}, info => {
      const calls = info.calls ?? [];
      const names = [...new Set(calls.map(call => call.name.split('.').at(-1)))].slice(0, MAX_CALLS);
      this.calls.replaceChildren(
        ...names.map(name =>
          h('label', {class: 'chip'}, h('input', {type: 'checkbox', value: name, onchange: () => this.submit()}), name),
        ),
      );
      setShown(this.callField, names.length > 1 || this.query?.call !== '');
      const fields = new Set(calls.flatMap(call => fieldPaths(call.schema ?? [])));
      this.fields.replaceChildren(...[...fields].slice(0, 200).map(value => h('option', {value})));
      this.markCalls();
    });
  }

  markCalls() {
    const wanted = (this.query?.call ?? '').split(',');
    this.calls.querySelectorAll('input').forEach(input => (input.checked = wanted.includes(input.value)));
  }

  // The answer

  filter() {
    const {call, text, conditions, format} = this.query;
    const named = conditions.map(({field, op, value}, i) =>
      field === '' ? {} : {['field' + SUFFIXES[i]]: field, ['op' + SUFFIXES[i]]: op, ['value' + SUFFIXES[i]]: value},
    );
    return Object.assign({call, text, format}, ...named);
  }

  hasCondition() {
    return this.query.text !== '' || this.query.conditions.some(({field}) => field !== '');
  }

  search() {
    this.succeeded();
    this.list = [];
    this.scanned = 0;
    this.tooLong = 0;
    this.missing = null;
    this.stopped = false;
    this.passed = 0;
    this.isNews = false;
    this.isContinued = false;
    this.isStale = session.live.follow !== null;
    session.live.setFollow(this.query.follow ? {channel: this.name, ...this.filter()} : null);
    setText(this.notShown, '');
    setShown(this.more, false);
    setText(this.said, 'Searching');
    if (this.query.follow) {
      const calls = this.query.call === '' ? '' : ` --grep ${shellWord(`^(${this.query.call.replaceAll(',', '|')}):`)}`;
      this.command.set(!this.hasCondition() ? `millrace tail -f ${this.directory()}${calls}` : null);
    }
    const {from, time, direction} = this.query;
    this.continueFrom(time === '' ? {from} : {time}, direction);
  }

  directory() {
    const {directory} = session.run ?? {};
    return shellWord((directory ? directory.replace(/\/$/, '') + '/' : '') + this.name);
  }

  continueFrom(start, direction) {
    const parameters = {channel: this.name, ...start, direction, limit: ROWS - this.list.length, ...this.filter()};
    this.requests.get('messages', 'messages', parameters, page => this.received(page, direction));
  }

  failed(error) {
    super.failed(error);
    setText(this.said, '');
    setShown(this.stop, false);
  }

  received(page, direction) {
    this.scanned += page.scanned ?? 0;
    this.tooLong += page.tooLong ?? 0;
    const missing = page.missingFields ?? [];
    this.missing = this.missing === null ? missing : this.missing.filter(field => missing.includes(field));
    this.list = merge(this.list, page.messages ?? [], false);
    if (!this.query.follow && !this.isContinued) {
      this.isContinued = true;
      this.command.set(page.command);
    }
    const isSearching =
      this.list.length < ROWS && page.next !== null && page.next !== undefined && !page.atEnd && !this.stopped;
    this.showList();
    setShown(this.stop, isSearching);
    if (isSearching) {
      setText(this.said, `Searched ${count(this.scanned)} messages, found ${count(this.list.length)}`);
      this.continueFrom({from: page.next}, direction);
      return;
    }
    this.sayResult(page, direction);
  }

  sayResult(page, direction) {
    const order = direction === 'backward' ? 'newest first' : 'oldest first';
    const found = this.list.length;
    const tooLong = this.tooLong > 0 ? ` (${count(this.tooLong)} are too long to search)` : '';
    const searched = this.scanned > found ? ` of ${count(this.scanned)} searched${tooLong}` : '';
    const noField = this.missing.length > 0 && this.scanned > 0;
    const nothing = noField
      ? `No message here has the field ${this.missing.join(', ')}.`
      : this.query.call !== '' || this.hasCondition() ? 'No message matches.' : 'There are no messages here.';
    setText(
      this.said,
      found === 0
        ? nothing + (searched ? ` ${count(this.scanned)} were searched.` : '')
        : `${count(found)} ${found === 1 ? 'message' : 'messages'}${searched}, ${order}`,
    );
    const hasMore = page.next !== null && page.next !== undefined && !this.query.follow;
    setShown(this.more, hasMore);
    if (hasMore) {
      const filter = this.filter();
      setText(this.next, direction === 'backward' ? 'Older messages' : 'Later messages');
      setAttribute(
        this.next,
        'href',
        messagesHref(this.name, {
          from: page.next,
          direction: direction === 'backward' ? direction : '',
          ...filter,
          format: filter.format === 'yaml' ? '' : filter.format,
        }),
      );
    }
  }

  // Each frame has what is new since the last one, also one that comes while the page is hidden and is not drawn.
  takeTail({tail}) {
    if (!this.query?.follow || !tail) {
      return;
    }
    if (this.isStale) {
      this.isStale = false; // of what was followed before
      return;
    }
    if (tail.error) {
      this.failed(new Error(tail.error));
      return;
    }
    if (tail.channel === this.name) {
      const before = this.list;
      this.list = merge([...tail.messages].reverse(), before, true);
      this.passed += tail.notShown;
      this.isNews ||= tail.messages.length > 0 || tail.notShown > 0;
    }
  }

  draw() {
    if (this.query?.follow && this.isNews) {
      this.isNews = false;
      this.showList();
      setShown(this.stop, false);
      setText(this.said, `Following, the newest ${ROWS}, newest first`);
      setText(this.notShown, this.passed > 0 ? `${short(this.passed)} not shown` : '');
    }
  }

  showList() {
    this.rows.show(this.list);
    setShown(this.box, this.list.length > 0);
  }

  // The selected message

  select(message) {
    if (message === null) {
      return;
    }
    this.detail.show(this.name, message, this.query.format);
    this.classList.add('has-detail');
    this.showList();
  }

  closed() {
    this.classList.remove('has-detail');
    this.showList();
  }

  moved(event) {
    const step = {ArrowDown: 1, ArrowUp: -1}[event.key];
    const at = this.rows.rows.findIndex(row => row.button === event.target);
    if (step === undefined || at < 0) {
      return;
    }
    const next = this.rows.rows[at + step];
    if (next?.element.isConnected) {
      event.preventDefault();
      next.button.focus();
      this.select(next.message);
    }
  }
}

/** A field that is compared. */
class Condition {
  constructor(suffix) {
    this.suffix = suffix;
    const input = (name, more) => h('input', {name, autocomplete: 'off', spellcheck: 'false', maxlength: 1000, ...more});
    this.field = input('field' + suffix, {list: 'fields', placeholder: 'symbol, order.price'});
    this.op = h(
      'select',
      {name: 'op' + suffix, 'aria-label': 'How the field is compared'},
      OPERATORS.map(([value, text]) => h('option', {value}, text)),
    );
    this.value = input('value' + suffix, {'aria-label': 'Value of the field'});
    this.element = h('div', {class: 'joined condition'}, label('Name', this.field), this.op, this.value);
  }

  show({field, op, value}, isFirst) {
    this.field.value = field;
    this.op.value = op;
    this.value.value = value;
    setShown(this.element, isFirst || field !== '');
  }

  isNameless() {
    return this.field.value.trim() === '' && this.value.value !== '';
  }

  parameters() {
    const field = this.field.value.trim();
    return {
      ['field' + this.suffix]: field,
      ['op' + this.suffix]: field !== '' && this.op.value !== 'eq' ? this.op.value : '',
      ['value' + this.suffix]: field !== '' ? this.value.value : '',
    };
  }
}

/** Returns the fields that a filter may name, order.price; those of the only parameter without its name. */
function fieldPaths(parameters) {
  const paths = (fields, prefix) =>
    fields.flatMap(field =>
      field.fields ? paths(field.fields, `${prefix}${field.name}.`) : field.of ? [] : [prefix + field.name],
    );
  const only = parameters.length === 1 ? parameters[0] : null;
  return paths(only?.fields ?? parameters, '');
}

/** Joins two lists in their order, each index once, up to the rows that are shown; keeps the objects of the known. */
function merge(first, second, knownIsSecond) {
  const known = new Map((knownIsSecond ? second : first).map(message => [message.index, message]));
  const seen = new Set();
  const joined = [];
  for (const message of [...first, ...second]) {
    if (!seen.has(message.index) && joined.length < ROWS) {
      seen.add(message.index);
      joined.push(known.get(message.index) ?? message);
    }
  }
  return joined;
}

/** The beginning of a message on one line, without the name of its call. */
function preview(message) {
  const text = (message.text ?? '').slice(0, 4 * PREVIEW);
  const start = `${message.call}:`;
  return (text.startsWith(start) ? text.slice(start.length) : text).replace(/\s+/g, ' ').trim().slice(0, PREVIEW);
}

function label(text, input) {
  return h('label', {class: 'labelled'}, h('span', {}, text), input);
}

function radio(name, value, text, changed) {
  return h('label', {}, h('input', {type: 'radio', name, value, onchange: changed}), h('span', {}, text));
}

customElements.define('mr-messages', Messages);
