// One message beside the list: its text, its history, and its difference from another one.

import {h, icon, setText, setAttribute, setShown} from './dom.js';
import {betweenNs, bytes, dateTime, duration, time, NONE} from './format.js';
import {facts} from './parts.js';
import {messageHref} from './routes.js';
import {session} from './session.js';
import {Requests} from './api.js';
import {difference} from './diff.js';

class Detail extends HTMLElement {
  connectedCallback() {
    if (this.text) {
      return;
    }
    this.requests = new Requests(error => this.tell(error.message));
    this.index = h('h2', {class: 'mono'});
    this.trace = h('a', {class: 'button'}, 'Trace');
    this.trace.title = 'The history of this message, back to its source, and what it led to';
    this.compare = h('button', {type: 'button', class: 'button', onclick: () => this.toggleCompare()}, 'Compare');
    this.close = h(
      'button',
      {type: 'button', class: 'icon-button', 'aria-label': 'Close the message', onclick: () => this.clear()},
      icon('close'),
    );
    this.facts = facts();
    this.text = h('pre', {class: 'message-text', tabindex: 0, 'aria-label': 'Text of the message'});
    this.full = h(
      'button',
      {type: 'button', class: 'button', hidden: true, onclick: () => this.showFull()},
      'Show in full',
    );
    this.hops = h('ul', {class: 'hops'});
    this.hopsTitle = h('h3', {}, 'Made from');
    this.said = h('p', {class: 'note', role: 'status'});
    this.append(
      h(
        'div',
        {class: 'detail-head'},
        this.index,
        h('span', {class: 'detail-buttons'}, this.trace, this.compare, this.close),
      ),
      this.facts.element,
      this.said,
      this.text,
      this.full,
      this.hopsTitle,
      this.hops,
    );
    this.hidden = true;
  }

  disconnectedCallback() {
    this.requests?.close();
  }

  /** Shows a message of a channel in a format. */
  show(channel, message, format) {
    this.channel = channel;
    this.format = format;
    this.message = message;
    this.requests.close();
    this.hidden = false;
    setText(this.index, message.index);
    setAttribute(this.trace, 'href', messageHref(channel, message.index));
    this.facts.show([
      ['Time', `${dateTime(message.time).slice(0, 10)} ${time(message.time)} UTC`],
      ['Call', message.call ?? NONE],
      ['Size', bytes(message.bytes)],
    ]);
    const hops = message.hops ?? [];
    setShown(this.hopsTitle, hops.length > 0);
    this.hops.replaceChildren(...hops.map(hop => this.hop(hop)));
    setText(this.compare, this.other && this.other !== message ? 'Stop comparing' : 'Compare');
    this.tell('');
    if (this.other && this.other.index !== message.index) {
      this.showDifference();
    } else {
      this.showText();
    }
  }

  hop({source, index, timeIn, timeOut}) {
    const isMessage = session.channel(source) !== null && /^\d+(\.\d+)?:\d+$/.test(index);
    return h(
      'li',
      {},
      isMessage
        ? h('a', {class: 'mono', href: messageHref(source, index)}, `${source}@${index}`)
        : h('span', {}, `item ${index} of ${source}`),
      h('span', {class: 'note'}, ` taken at ${time(timeIn)}, output after ${duration(betweenNs(timeIn, timeOut))}`),
    );
  }

  showText() {
    const {message} = this;
    this.text.replaceChildren(message.text ?? '');
    setAttribute(this.text, 'data-state', message.readable === false ? 'unreadable' : null);
    setShown(this.full, message.shortened === true);
    setText(this.full, `Show in full, ${bytes(message.bytes)}`);
  }

  async showFull() {
    const {message} = this;
    this.tell('Loading');
    await this.fetchFull(message);
    if (this.message === message) {
      this.showText();
      this.tell(message.shortened ? 'Even this is shortened: the command dump shows all of it.' : '');
      setShown(this.full, false);
    }
  }

  async fetchFull(message) {
    await this.requests.get(
      message.index,
      'message',
      {channel: this.channel, index: message.index, format: this.format},
      full => {
        message.text = full.text;
        message.shortened = full.shortened;
      },
    );
  }

  toggleCompare() {
    if (this.other) {
      this.other = null;
      this.show(this.channel, this.message, this.format);
    } else {
      this.other = this.message;
      setText(this.compare, 'Stop comparing');
      this.tell('Select the message to compare with.');
    }
  }

  async showDifference() {
    const [old, now] = [this.other, this.message];
    for (const message of [old, now]) {
      if (message.shortened) {
        await this.fetchFull(message);
      }
    }
    if (this.message !== now || this.other !== old) {
      return;
    }
    const lines = difference(old.text ?? '', now.text ?? '');
    const changed = lines.filter(line => line.kind !== 'same').length;
    this.tell(
      changed === 0
        ? `The same text as ${old.index}.`
        : `Compared with ${old.index}: lines with − are there only, with + here only.`,
    );
    const sign = {same: '  ', old: '− ', new: '+ '};
    this.text.replaceChildren(
      ...lines.map(({kind, text}) => h('span', {class: 'diff-line', 'data-kind': kind}, sign[kind] + text + '\n')),
    );
    setShown(this.full, false);
  }

  tell(text) {
    setText(this.said, text);
    setShown(this.said, text !== '');
  }

  clear() {
    this.other = null;
    this.message = null;
    this.hidden = true;
    this.dispatchEvent(new Event('closed'));
  }
}

customElements.define('mr-detail', Detail);
