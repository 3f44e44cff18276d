// What the views of FIX share: tables of the server as objects, states of sessions, and the tabs.

import {h} from './dom.js';
import {word} from './format.js';
import {href, fixLogHref} from './routes.js';

/** Returns the rows of a table of the server as objects, by the names of its columns in lower case. */
export function objects(tables, title) {
  const found = tables.find(each => each.title === title);
  if (!found) {
    return [];
  }
  const names = found.columns.map(({name}) => name.toLowerCase());
  return found.rows.map(row => Object.fromEntries(names.map((name, i) => [name, row[i]])));
}

/** Returns whether a session is what its schedule says; one that comes by a template comes when it likes. */
export function isAsScheduled(row) {
  if (row.schedule === null || row.state === null) {
    return true;
  }
  const isOn = row.state === 'LOGGED_ON';
  return row.schedule === 'open' ? isOn || row.state === 'STOPPED' || row.dynamic === 'yes' : !isOn;
}

/** Returns the state of a session in words. */
export const stateText = row => word(row.state);

/** Returns the state by which a session is coloured. */
export function stateColour(row) {
  if (row.state === 'LOGGED_ON') {
    return isAsScheduled(row) ? (row.missing > 0 ? 'slow' : 'ok') : 'slow';
  }
  return row.state === 'CONNECTED' ? 'starting' : isAsScheduled(row) ? 'unknown' : 'failed';
}

/** Returns what the schedule of a session says now. */
export function scheduleText(row, now = Date.now()) {
  if (row.schedule === null) {
    return null;
  }
  const changes = row.changes === null ? null : Date.parse(row.changes);
  if (changes === null || Number.isNaN(changes)) {
    return row.schedule === 'open' ? 'always open' : 'closed';
  }
  const at = new Date(changes).toISOString();
  const day = changes - now < 20 * 3600e3 ? '' : at.slice(5, 10) + ' ';
  return `${row.schedule === 'open' ? 'open until' : 'closed until'} ${day}${at.slice(11, 16)} UTC`;
}

/** Returns a moment as people read it: the time, with the date if it is another day. */
export function moment(iso) {
  if (!iso) {
    return null;
  }
  const today = new Date().toISOString().slice(0, 10);
  return iso.slice(0, 10) === today ? iso.slice(11, 19) : `${iso.slice(0, 10)} ${iso.slice(11, 19)}`;
}

/** Returns the tabs of the views of FIX. */
export function fixTabs(current) {
  return h(
    'nav',
    {class: 'tabs', 'aria-label': 'Views of FIX'},
    [
      ['Sessions', href(['fix'])],
      ['Messages', fixLogHref({})],
    ].map(([name, address]) =>
      h('a', {href: address, 'aria-current': name === current ? 'page' : null}, name),
    ),
  );
}

/** Indents by a property, since the page allows no style attributes. */
function indented(element, depth) {
  element.style.paddingLeft = `${depth * 16}px`;
  return element;
}

/** Returns the fields of a message as a table, one a line; entries of groups are moved to the right. */
export function fieldTable(fields, orderHref = null) {
  return h(
    'table',
    {class: 'fix-fields'},
    h(
      'tbody',
      {},
      fields.map(field =>
        h(
          'tr',
          {},
          h('td', {class: 'number mono'}, String(field.tag)),
          indented(h('th', {scope: 'row'}, field.name || '(unknown)'), field.depth),
          h('td', {class: 'wide mono'}, fieldValue(field, orderHref)),
        ),
      ),
    ),
  );
}

const ORDER_TAGS = new Set([11, 37, 41, 198]);

function fieldValue(field, orderHref) {
  const value = ORDER_TAGS.has(field.tag) && orderHref ? h('a', {href: orderHref(field.value)}, field.value) : field.value;
  return field.meaning ? [value, h('span', {class: 'note'}, ` ${field.meaning}`)] : value;
}
