// Small parts that several views are made of.

import {h, icon, setText, setAttribute, setShown, Rows} from './dom.js';
import {NONE} from './format.js';
import {Requests} from './api.js';

/** A view: an element that shows a route. Subclasses build once, then draw each frame and follow the route. */
export class View extends HTMLElement {
  constructor() {
    super();
    this.problem = h('p', {class: 'problem', role: 'alert', hidden: true});
    this.requests = new Requests(error => this.failed(error));
  }

  connectedCallback() {
    if (!this.built) {
      this.built = true;
      this.build();
    }
  }

  disconnectedCallback() {
    this.requests.close();
    clearInterval(this.timer);
  }

  /** Calls a function now and then, while the page is seen. */
  every(seconds, task) {
    this.timer = setInterval(() => {
      if (!document.hidden) {
        task();
      }
    }, seconds * 1000);
  }

  failed(error) {
    setText(this.problem, error.message);
    setShown(this.problem, true);
  }

  succeeded() {
    setShown(this.problem, false);
  }

  build() {}

  /** Shows another route of the same view. */
  route() {}

  draw() {}
}

/** The head of a view: where it is, its name, and marks beside it. */
export function heading(title, path = [], ...beside) {
  const trail =
    path.length === 0
      ? null
      : h(
          'nav',
          {class: 'trail', 'aria-label': 'Path'},
          path.map(([text, address]) => [h('a', {href: address}, text), ' / ']),
        );
  return h('div', {class: 'heading'}, trail, h('div', {class: 'heading-line'}, h('h1', {tabindex: -1}, title), beside));
}

/** A surface with a title. */
export function panel(title, ...content) {
  return h('section', {class: 'panel', 'aria-label': title}, h('h2', {}, title), content);
}

/** A field whose words must be in the names that are shown; calls changed with its text. */
export function nameFilter(changed) {
  const field = h('input', {
    class: 'name-filter',
    'aria-label': 'Names that have',
    placeholder: 'Filter by name',
    maxlength: 200,
    autocomplete: 'off',
    spellcheck: 'false',
    oninput: () => changed(field.value),
  });
  return field;
}

/** A figure with its name. set(text, detail, state) changes it. */
export function tile(name) {
  const value = h('dd', {class: 'tile-value'});
  const detail = h('dd', {class: 'tile-detail'});
  const element = h('div', {class: 'tile'}, h('dt', {}, name), value, detail);
  return {
    element,
    set(text, more = '', state = null) {
      setText(value, text);
      setText(detail, more);
      setAttribute(element, 'data-state', state);
    },
  };
}

/**
 * A table whose rows keep their nodes. Columns: {name, text(item), href(item), state(item), type, low, node}. "low"
 * columns give way on a narrow screen; "node" makes an object {element, set(item)} for a cell that is more than text.
 */
export function table(label, columns, empty = 'Nothing yet.') {
  const cellClass = column =>
    [column.type === 'number' ? 'number' : '', column.low ? 'low' : '', column.wide ? 'wide' : ''].join(' ').trim() ||
    null;
  const body = h('tbody');
  const none = h('p', {class: 'empty'}, empty);
  const element = h(
    'div',
    {class: 'table-box', role: 'group', 'aria-label': label, tabindex: 0},
    h(
      'table',
      {},
      h(
        'thead',
        {},
        h(
          'tr',
          {},
          columns.map(column => h('th', {scope: 'col', class: cellClass(column)}, column.name)),
        ),
      ),
      body,
    ),
    none,
  );
  const rows = new Rows(
    body,
    () => {
      const cells = columns.map(column => cell(column));
      return {
        element: h(
          'tr',
          {},
          cells.map((each, i) => h('td', {class: cellClass(columns[i])}, each.element)),
        ),
        cells,
      };
    },
    (row, item) => row.cells.forEach(each => each.set(item)),
  );
  return {
    element,
    show(items) {
      rows.show(items);
      setShown(none, items.length === 0);
      setShown(element.firstChild, items.length > 0);
    },
  };
}

function cell(column) {
  if (column.node) {
    return column.node();
  }
  const element = column.href ? h('a') : h('span');
  return {
    element,
    set(item) {
      setText(element, column.text(item) || NONE);
      if (column.href) {
        setAttribute(element, 'href', column.href(item));
      }
      if (column.state) {
        setAttribute(element, 'data-state', column.state(item));
        setAttribute(element, 'class', 'state');
      }
    },
  };
}

/** A bar with its share in words. */
export function bar() {
  const full = h('span', {class: 'bar-full'});
  const text = h('span', {class: 'figure'});
  return {
    element: h('span', {class: 'bar-line'}, h('span', {class: 'bar', 'aria-hidden': 'true'}, full), text),
    show(share, words, state = null) {
      full.style.width = (Math.max(0, Math.min(1, share ?? 0)) * 100).toFixed(1) + '%';
      setAttribute(full, 'data-state', state);
      setText(text, words);
    },
  };
}

/** Names and values. */
export function facts() {
  const element = h('dl', {class: 'facts'});
  const rows = new Rows(
    element,
    () => {
      const name = h('dt');
      const value = h('dd');
      return {element: h('div', {}, name, value), name, value};
    },
    (row, [name, value]) => {
      setText(row.name, name);
      setText(row.value, value);
    },
  );
  return {element, show: pairs => rows.show(pairs)};
}

/** The command that does the same as a view, and a button that copies it. */
export class Command extends HTMLElement {
  connectedCallback() {
    if (this.code) {
      return;
    }
    this.code = h('code', {tabindex: 0});
    this.said = h('span', {class: 'visually-hidden', role: 'status'});
    this.button = h(
      'button',
      {type: 'button', class: 'icon-button', 'aria-label': 'Copy the command', onclick: () => this.copy()},
      icon('copy'),
    );
    this.append(h('span', {class: 'prompt', 'aria-hidden': 'true'}, '$'), this.code, this.button, this.said);
    this.set(this.text);
  }

  set(text) {
    this.text = text;
    setShown(this, Boolean(text));
    if (this.code) {
      setText(this.code, text ?? '');
    }
  }

  async copy() {
    try {
      await navigator.clipboard.writeText(this.text);
      this.tell('Copied');
    } catch {
      getSelection().selectAllChildren(this.code); // no clipboard without HTTPS: the user copies what is selected
      this.tell('Selected');
    }
  }

  tell(text) {
    setText(this.said, text);
    setAttribute(this.button, 'data-done', text);
    clearTimeout(this.timer);
    this.timer = setTimeout(() => {
      setText(this.said, '');
      setAttribute(this.button, 'data-done', null);
    }, 1500);
  }
}

customElements.define('mr-command', Command);
