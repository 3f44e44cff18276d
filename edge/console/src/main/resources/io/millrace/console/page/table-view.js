// A view that a module adds: tables whose columns say what their values are.

import {h} from './dom.js';
import {byType, word} from './format.js';
import {View, heading, panel, table} from './parts.js';

const REFRESH_SECONDS = 2;
const MAX_ROWS = 500;
const NUMBERS = new Set(['count', 'bytes', 'ns', 'rate']);

class TableView extends View {
  route({parts}) {
    if (parts[1] === this.view) {
      return;
    }
    this.view = parts[1];
    this.shape = null;
    this.heading = heading(this.view);
    this.body = h('div', {class: 'stack'});
    this.command = h('mr-command');
    this.replaceChildren(this.heading, this.problem, this.body, this.command);
    clearInterval(this.timer);
    this.load();
    this.every(REFRESH_SECONDS, () => this.load());
  }

  load() {
    if (!this.requests.isRunning('view')) {
      this.requests.get('view', 'view/' + encodeURIComponent(this.view), {}, answer => this.loaded(answer));
    }
  }

  loaded({title, tables, command}) {
    this.succeeded();
    this.heading.querySelector('h1').textContent = title ?? this.view;
    this.command.set(command);
    const shape = JSON.stringify(tables.map(each => [each.title, each.columns]));
    if (shape !== this.shape) {
      this.shape = shape;
      this.tables = tables.map(each => table(each.title, each.columns.map(column)));
      this.body.replaceChildren(...tables.map((each, i) => panel(each.title, this.tables[i].element)));
    }
    tables.forEach((each, i) => this.tables[i].show((each.rows ?? []).slice(0, MAX_ROWS)));
  }
}

function column({name, type}, i) {
  const text = byType(type);
  return type === 'state'
    ? {
        name,
        text: row => word(row[i] === null ? null : String(row[i])),
        state: row => (row[i] === null ? null : String(row[i]).toLowerCase()),
      }
    : {name, type: NUMBERS.has(type) ? 'number' : null, text: row => text(row[i])};
}

customElements.define('mr-table-view', TableView);
