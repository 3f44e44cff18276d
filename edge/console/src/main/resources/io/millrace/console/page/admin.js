// What changes data, only where the server was started for it: append a call, reset a position, skip an input. The
// token is asked for once and kept in memory; every order is written to the audit channel by the server.

import {h, setText, setAttribute} from './dom.js';
import {View, heading, panel} from './parts.js';
import {get, post} from './api.js';
import {callForm} from './call-form.js';
import {administrator, confirmation} from './order.js';
import {session} from './session.js';

class Admin extends View {
  build() {
    if (!session.run?.admin) {
      this.append(
        heading('Administration'),
        h(
          'p',
          {class: 'description'},
          session.run?.principal
            ? `You are ${session.run.principal}, and may look and not act.`
            : 'This console changes nothing. An administrator starts it with a token to append calls, reset positions and skip inputs.',
        ),
      );
      return;
    }
    this.token = h('input', {type: 'password', name: 'token', autocomplete: 'off'});
    this.token.value = administrator.token;
    this.token.addEventListener('input', () => (administrator.token = this.token.value));
    this.confirmation = confirmation();
    this.append(
      heading('Administration'),
      this.problem,
      h('p', {class: 'description'}, 'Every order is written to the audit channel, with its time, the name of its user and its result.'),
      panel(
        'Token',
        h(
          'form',
          {class: 'token', onsubmit: event => event.preventDefault()},
          label('Token of the administrator, kept in memory until the page is closed', this.token),
        ),
      ),
      this.appendPanel(),
      this.positionPanel(),
      this.skipPanel(),
      this.confirmation.element,
    );
  }

  route() {}

  appendPanel() {
    const shared = session.channels().filter(channel => channel.appendable && channel.kind === 'journal');
    if (shared.length === 0) {
      return panel(
        'Append a call',
        h('p', {class: 'empty'}, session.run?.live === false
            ? 'Each channel here is written by a component, which alone may append.'
            : 'No channel is SHARED, so only its own writer may append.'),
      );
    }
    const channel = select(
      'channel',
      shared.map(each => each.name),
    );
    const call = select('call', []);
    const fields = h('div', {class: 'form-grid'});
    let calls = [];
    let form = callForm([]);
    const showFields = () => {
      const schema = calls.find(each => each.name === call.value)?.schema ?? [];
      form = callForm(schema);
      fields.replaceChildren(form.element);
    };
    const load = () =>
      this.requests.get('calls', 'channel/' + encodeURIComponent(channel.value), {}, info => {
        calls = info.calls ?? [];
        options(call, [...new Set(calls.map(each => each.name))]);
        showFields();
      });
    channel.addEventListener('change', load);
    call.addEventListener('change', showFields);
    load();
    return this.order('Append a call', 'append', [label('Channel', channel), label('Call', call), fields], () => {
      const [name, method] = [channel.value, call.value].map(text => JSON.stringify(text));
      return `{"channel":${name},"call":${method},"arguments":${form.json()}}`;
    });
  }

  positionPanel() {
    const channel = select(
      'channel',
      session
        .channels()
        .filter(each => each.kind === 'journal')
        .map(each => each.name),
    );
    const position = select('position', []);
    const index = h('input', {
      name: 'index',
      class: 'mono',
      required: true,
      placeholder: '0:4096',
      spellcheck: 'false',
      autocomplete: 'off',
    });
    const hint = h('p', {class: 'note', role: 'status'});
    const load = async () => {
      try {
        const info = await get('channel/' + encodeURIComponent(channel.value));
        const free = (info.positions ?? []).filter(each => !each.restart).map(each => each.name);
        options(position, free);
        setText(
          hint,
          free.length === 0
            ? 'This channel has no position that may be reset: those that a restart needs may not.'
            : '',
        );
      } catch (error) {
        this.failed(error);
      }
    };
    channel.addEventListener('change', load);
    load();
    return this.order(
      'Reset a position',
      'position',
      [label('Channel', channel), label('Position', position), label('Index', index), hint],
      () => JSON.stringify({channel: channel.value, position: position.value, index: index.value.trim()}),
    );
  }

  skipPanel() {
    const readers = session.components().filter(each => (each.reads ?? []).length > 0);
    const component = select(
      'component',
      readers.map(each => each.name),
    );
    const channel = select('channel', []);
    const index = h('input', {
      name: 'index',
      class: 'mono',
      required: true,
      placeholder: '0:4096',
      spellcheck: 'false',
      autocomplete: 'off',
    });
    const reason = h('input', {name: 'reason', required: true, maxlength: 200, autocomplete: 'off'});
    const load = () => options(channel, readers.find(each => each.name === component.value)?.reads ?? []);
    component.addEventListener('change', load);
    load();
    return this.order(
      'Skip an input',
      'skip',
      [label('Component', component), label('Channel', channel), label('Index', index), label('Reason', reason)],
      () =>
        JSON.stringify({
          component: component.value,
          channel: channel.value,
          index: index.value.trim(),
          reason: reason.value.trim(),
        }),
    );
  }

  /** A form that asks, sends an order, and says what came of it. */
  order(title, path, content, json) {
    const said = h('p', {class: 'note result', role: 'status'});
    const form = h(
      'form',
      {
        class: 'form',
        onsubmit: async event => {
          event.preventDefault();
          setAttribute(said, 'data-state', null);
          try {
            const body = json();
            if (administrator.token === '') {
              this.token.focus();
              throw new Error('the token is missing');
            }
            if (!(await this.confirmation.ask(`${title}: this changes data and cannot be undone.`, body))) {
              return;
            }
            setText(said, 'Sending');
            const answer = await post('admin/' + path, body, administrator.token);
            setAttribute(said, 'data-state', 'ok');
            setText(said, answer?.outcome ?? 'Done.');
          } catch (error) {
            setAttribute(said, 'data-state', 'failed');
            setText(said, error.message);
          }
        },
      },
      content,
      h('div', {class: 'form-end'}, h('button', {class: 'button primary'}, title), said),
    );
    return panel(title, form);
  }
}

function label(text, input) {
  return h('label', {class: 'labelled'}, h('span', {}, text), input);
}

function select(name, values) {
  const element = h('select', {name, required: true});
  options(element, values);
  return element;
}

function options(element, values) {
  element.replaceChildren(...values.map(value => h('option', {value}, value)));
}

customElements.define('mr-admin', Admin);
