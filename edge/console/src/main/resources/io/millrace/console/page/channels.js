// All channels as a table: what the graph shows, for reading and comparing.

import {bytes, bytesRate, count, rate, unreadText, word} from './format.js';
import {View, heading, nameFilter, panel, table} from './parts.js';
import {channelHref, href} from './routes.js';
import {h, setAttribute, setShown, setText} from './dom.js';
import {aggregate, groupsOf, matches, words} from './group.js';
import {session, slowest} from './session.js';

const MANY_CHANNELS = 40;

class Channels extends View {
  build() {
    this.rows = table(
      'Channels',
      [
        {name: 'Channel', node: () => this.nameCell()},
        {name: 'Kind', low: true, text: row => row.kind},
        {name: 'State', text: row => word(row.state), state: row => row.state},
        {name: 'Messages', type: 'number', text: row => count(row.messages)},
        {name: 'Rate', type: 'number', text: row => rate(row.rate)},
        {name: 'Bytes', type: 'number', low: true, text: row => bytes(row.bytes ?? row.usedBytes)},
        {name: 'Bytes a second', type: 'number', low: true, text: row => bytesRate(row.bytesRate)},
        {name: 'Most unread', type: 'number', text: row => unreadText(row.slowest)},
        {name: 'Slowest reader', low: true, text: row => (row.slowest?.unread > 0 ? row.slowest.name : null)},
        {
          name: 'Not synced',
          type: 'number',
          low: true,
          text: row => (row.durability === 'SYNCED' ? count(row.unsynced) : null),
        },
      ],
      'There are no channels here.',
    );
    this.command = h('mr-command');
    this.filter = nameFilter(() => this.changed());
    this.group = h('input', {type: 'checkbox', name: 'group', onchange: () => this.changed()});
    this.said = h('span', {class: 'note', role: 'status'});
    this.open = new Set();
    this.append(
      heading('Channels'),
      this.problem,
      panel(
        'All channels',
        h('p', {class: 'list-bar'}, this.filter, h('label', {class: 'chip'}, this.group, 'Groups'), this.said),
        this.rows.element,
      ),
      this.command,
    );
  }

  /** The name of a channel as a link, or that of a group as a button that opens it. */
  nameCell() {
    const link = h('a');
    const button = h('button', {type: 'button', class: 'row-button', onclick: () => this.toggle(button.dataset.group)});
    return {
      element: h('span', {}, link, button),
      set: row => {
        setShown(link, !row.members);
        setShown(button, Boolean(row.members));
        setText(link, row.members ? '' : row.name);
        setAttribute(link, 'href', row.members ? null : channelHref(row.name));
        setAttribute(link, 'class', row.isInGroup ? 'in-group' : null);
        setText(button, row.members ? `${this.open.has(row.name) ? '▾' : '▸'} ${row.name}, ${row.members.length} channels` : '');
        setAttribute(button, 'aria-expanded', row.members ? this.open.has(row.name) : null);
        button.dataset.group = row.members ? row.name : '';
      },
    };
  }

  toggle(group) {
    if (!this.open.delete(group)) {
      this.open.add(group);
    }
    this.draw(session.frame ?? {});
  }

  /** Keeps what is asked for in the address, without a step of its own in the history of the browser. */
  changed() {
    const parameters = {filter: this.filter.value, group: this.group.checked === this.isMany() ? '' : this.group.checked ? '1' : '0'};
    history.replaceState(null, '', href(['channels'], parameters));
    this.draw(session.frame ?? {});
  }

  isMany() {
    return session.channels().length > MANY_CHANNELS;
  }

  route({parameters}) {
    this.filter.value = (parameters.get('filter') ?? '').slice(0, 200);
    this.group.checked = parameters.has('group') ? parameters.get('group') === '1' : this.isMany();
    this.command.set(session.run?.directory ? `millrace top ${session.run.directory}` : null);
    this.draw(session.frame ?? {});
  }

  draw(frame) {
    const wanted = words(this.filter.value);
    const found = session.channels().filter(({name}) => matches(name, wanted));
    const row = channel => ({
      ...channel,
      ...frame.channels?.[channel.name],
      slowest: slowest(frame, channel.name),
    });
    const groups = this.group.checked ? groupsOf(found.map(({name}) => name)) : new Map();
    const rows = [];
    const seen = new Set();
    for (const channel of found) {
      const group = groups.get(channel.name);
      if (group === undefined) {
        rows.push(row(channel));
      } else if (!seen.has(group)) {
        seen.add(group);
        const members = found.filter(({name}) => groups.get(name) === group);
        const names = members.map(({name}) => name);
        const all = members.map(row);
        rows.push({
          ...aggregate(frame.channels ?? {}, names),
          name: group,
          members: names,
          kind: new Set(members.map(({kind}) => kind)).size === 1 ? channel.kind : null,
          slowest: all.reduce((most, each) => ((each.slowest?.unread ?? -1) > (most?.unread ?? -1) ? each.slowest : most), null),
        });
        if (this.open.has(group)) {
          rows.push(...all.map(each => ({...each, isInGroup: true})));
        }
      }
    }
    this.rows.show(rows);
    const total = session.channels().length;
    setText(this.said, found.length === total ? `${total} channels` : `${found.length} of ${total} channels`);
  }
}

customElements.define('mr-channels', Channels);
