// Who reads what and how far, and what a loss of power would lose.

import {h} from './dom.js';
import {bytes, count, duration, unreadText, word} from './format.js';
import {View, heading, panel, table} from './parts.js';
import {channelHref, latencyHref} from './routes.js';
import {session, bottleneck, readersOf} from './session.js';

class Readers extends View {
  build() {
    this.readers = table(
      'Readers',
      [
        {name: 'Reader', text: row => row.name, href: row => (row.isComponent ? latencyHref(row.name) : null)},
        {name: 'Channel', text: row => row.channel, href: row => channelHref(row.channel)},
        {name: 'Unread', type: 'number', text: row => unreadText(row)},
        {name: 'Oldest unread', type: 'number', text: row => (row.unread > 0 ? duration(row.oldestUnreadNs) : null)},
        {
          name: 'State',
          text: row => (row.isSlow ? 'Bottleneck' : word(row.state)),
          state: row => (row.isSlow ? 'slow' : row.state?.toLowerCase()),
        },
        {
          name: 'Takes a second',
          type: 'number',
          low: true,
          text: row => (typeof row.inRate === 'number' ? count(row.inRate) : null),
        },
      ],
      'No reader of a channel is known here.',
    );
    this.durability = table(
      'Durability',
      [
        {name: 'Channel', text: row => row.name, href: row => channelHref(row.name)},
        {name: 'Durability', text: row => row.durability || null},
        {name: 'Last index', text: row => row.lastIndex},
        {name: 'Synced up to', text: row => row.syncedIndex, low: true},
        {name: 'Not synced', type: 'number', text: row => (row.durability === 'SYNCED' ? count(row.unsynced) : null)},
        {name: 'Bytes', type: 'number', low: true, text: row => bytes(row.bytes)},
      ],
      'There is no journal here.',
    );
    this.command = h('mr-command');
    this.append(
      heading('Readers and durability'),
      this.problem,
      panel('Readers, the slowest first', this.readers.element),
      panel('Durability of journals', this.durability.element),
      this.command,
    );
  }

  route() {
    this.command.set(session.run?.directory ? `millrace top ${session.run.directory}` : null);
  }

  draw(frame) {
    const slow = bottleneck(session.run, frame)?.name;
    const rows = session.channels().flatMap(({name: channel}) =>
      readersOf(frame, channel).map(reader => ({
        ...reader,
        channel,
        isSlow: reader.name === slow && reader.unread > 0,
      })),
    );
    rows.sort(
      (a, b) =>
        (b.unread ?? b.unreadAtMost ?? -1) - (a.unread ?? a.unreadAtMost ?? -1) || a.name.localeCompare(b.name) || a.channel.localeCompare(b.channel),
    );
    this.readers.show(rows.slice(0, 200));
    this.durability.show(
      session
        .channels()
        .filter(channel => channel.kind === 'journal')
        .map(channel => ({...channel, ...frame.channels?.[channel.name]})),
    );
  }
}

customElements.define('mr-readers', Readers);
