// The content of one message: its text, the same as a tree, its bytes, and the files of it.

import {h, setText, setShown} from './dom.js';
import {bytes, count} from './format.js';
import {Requests, address} from './api.js';

const MAX_NODES = 2_000;
const MAX_HEX = 4_096;
const PER_LINE = 16;
const NUMBER = '\u0001';

/** An element for a message; show(message) begins. */
class Body extends HTMLElement {
  show({channel, index, bytes: size}, text) {
    this.message = {channel, index};
    this.size = size;
    this.textView = text;
    this.said = h('p', {class: 'note', role: 'status'});
    this.other = h('div', {class: 'message-text', tabindex: 0, role: 'region', 'aria-label': 'Content of the message', hidden: true});
    this.requests = new Requests(error => setText(this.said, error.message));
    const view = (value, name) =>
      h('label', {}, h('input', {type: 'radio', name: 'view', value, checked: value === 'text', onchange: () => this.choose(value)}), name);
    const file = (as, name) => h('a', {class: 'button', href: address('download', {channel, index, as}), download: ''}, name);
    this.replaceChildren(
      h(
        'div',
        {class: 'measure-line'},
        h('div', {class: 'segmented', role: 'group', 'aria-label': 'How it is shown'}, view('text', 'Text'), view('tree', 'Tree'), view('hex', 'Hex')),
        h('span', {class: 'detail-buttons', role: 'group', 'aria-label': 'Download'}, file('yaml', 'YAML'), file('json', 'JSON'), file('bytes', 'Bytes')),
      ),
      this.said,
      text,
      this.other,
    );
  }

  disconnectedCallback() {
    this.requests?.close();
  }

  choose(view) {
    this.requests.close();
    setText(this.said, '');
    setShown(this.textView, view === 'text');
    setShown(this.other, view !== 'text');
    this.other.replaceChildren();
    if (view === 'tree') {
      this.requests.get('tree', 'message', {...this.message, format: 'json'}, answer => this.showTree(answer));
    } else if (view === 'hex') {
      this.showHex();
    }
  }

  showTree({text, shortened, readable}) {
    if (shortened || readable === false) {
      setText(this.said, readable === false ? 'The message is encrypted.' : 'The message is too long for a tree; its files have all of it.');
      return;
    }
    const budget = {left: MAX_NODES};
    this.other.replaceChildren(h('ul', {class: 'tree'}, node(null, parse(text), budget, 0)));
    setText(this.said, budget.left <= 0 ? `The first ${count(MAX_NODES)} values.` : '');
  }

  async showHex() {
    try {
      const response = await fetch(address('download', {...this.message, as: 'bytes'}));
      if (!response.ok) {
        throw new Error((await response.json()).error);
      }
      const content = new Uint8Array(await response.arrayBuffer());
      this.other.replaceChildren(h('pre', {}, hex(content.subarray(0, MAX_HEX))));
      setText(this.said, content.length > MAX_HEX ? `The first ${count(MAX_HEX)} of ${bytes(content.length)}; the file has all.` : '');
    } catch (error) {
      setText(this.said, error.message);
    }
  }
}

/** Parses JSON and keeps numbers as they are written: a browser would round those that are large. */
export function parse(text) {
  return JSON.parse(text.replace(/"(?:[^"\\]|\\.)*"|-?\d[\d.eE+-]*/g, part => (part.startsWith('"') ? part : `"\\u0001${part}"`)));
}

function node(name, value, budget, depth) {
  budget.left--;
  const label = name === null ? null : h('span', {class: 'tree-name'}, name + ': ');
  if (value !== null && typeof value === 'object') {
    const isList = Array.isArray(value);
    const entries = Object.entries(value);
    const size = isList ? `${count(entries.length)} items` : `${count(entries.length)} fields`;
    const list = h('ul', {});
    for (const [key, each] of entries) {
      if (budget.left <= 0) {
        list.append(h('li', {class: 'note'}, 'more is not shown'));
        break;
      }
      list.append(node(key, each, budget, depth + 1));
    }
    return h('li', {}, h('details', {open: depth < 3}, h('summary', {}, label, h('span', {class: 'note'}, size)), list));
  }
  const isText = typeof value === 'string' && !value.startsWith(NUMBER);
  const shown = isText ? JSON.stringify(value) : String(value).replace(NUMBER, '');
  return h('li', {}, label, h('span', {class: isText ? 'tree-text' : 'tree-value'}, shown));
}

/** Returns bytes as lines of an offset, their values and their characters. */
export function hex(content) {
  const lines = [];
  for (let at = 0; at < content.length; at += PER_LINE) {
    const line = [...content.subarray(at, at + PER_LINE)];
    const values = line.map(value => value.toString(16).padStart(2, '0')).join(' ');
    const characters = line.map(value => (value >= 32 && value < 127 ? String.fromCharCode(value) : '.')).join('');
    lines.push(`${at.toString(16).padStart(6, '0')}  ${values.padEnd(3 * PER_LINE)} ${characters}`);
  }
  return lines.join('\n');
}

customElements.define('mr-body', Body);
