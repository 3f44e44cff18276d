// All channels as a table: what the graph shows, for reading and comparing.

import {bytes, bytesRate, count, rate, unreadText, word} from './format.js';
import {View, heading, panel, table} from './parts.js';
import {channelHref} from './routes.js';
import {h} from './dom.js';
import {session, slowest} from './session.js';

class Channels extends View {
  build() {
    this.rows = table(
      'Channels',
      [
        {name: 'Channel', text: row => row.name, href: row => channelHref(row.name)},
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
    this.append(heading('Channels'), this.problem, panel('All channels', this.rows.element), this.command);
  }

  route() {
    this.command.set(session.run?.directory ? `millrace top ${session.run.directory}` : null);
    this.draw(session.frame ?? {});
  }

  draw(frame) {
    this.rows.show(
      session.channels().map(channel => ({
        ...channel,
        ...frame.channels?.[channel.name],
        slowest: slowest(frame, channel.name),
      })),
    );
  }
}

customElements.define('mr-channels', Channels);
