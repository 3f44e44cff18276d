// The seats of a ledger in this run: whether they commit, and if not, why; and the newest rounds of one as a graph.

import {h, s, setText, setAttribute, setShown} from './dom.js';
import {count, duration, word} from './format.js';
import {natural} from './group.js';
import {View, heading, panel, table, tile} from './parts.js';
import {href} from './routes.js';
import {objects} from './fix-parts.js';

const REFRESH_SECONDS = 1;
const LABEL = 74;
const STEP = 52;
const LANE = 46;
const HEAD = 26;
const RADIUS = 8;
const LEGEND = [
  ['commit', 'leader, committed'],
  ['skip', 'leader, skipped'],
  ['undecided', 'leader, undecided'],
  ['ordered', 'in the order'],
  ['open', 'not yet in the order'],
];

class Ledger extends View {
  build() {
    this.tiles = Object.fromEntries(
      ['Round', 'Commits', 'Voted for', 'Last commit', 'Missing seats'].map(name => [name, tile(name)]),
    );
    this.why = h('p', {class: 'ledger-why', role: 'status'});
    this.select = h('select', {id: 'ledger-seat', onchange: () => this.chosen()});
    this.drawing = s('svg', {class: 'ledger-graph', role: 'img'});
    this.box = h('div', {class: 'ledger-box', role: 'group', 'aria-label': 'Graph of blocks', tabindex: 0}, this.drawing);
    this.none = h('p', {class: 'empty'}, 'There are no blocks yet.');
    this.seats = seatTable();
    this.slots = slotTable();
    this.append(
      heading('Ledger'),
      this.problem,
      this.why,
      h('dl', {class: 'tiles'}, Object.values(this.tiles).map(each => each.element)),
      panel(
        'Newest rounds',
        h('div', {class: 'list-bar'}, h('label', {class: 'ledger-choice'}, h('span', {}, 'As seen by'), this.select)),
        this.box,
        this.none,
        h('div', {class: 'legend'}, LEGEND.map(([kind, text]) => h('span', {class: 'legend-item'}, key(kind), text))),
      ),
      panel('Seats in this run', this.seats.element),
      panel('Slots', this.slots.element),
    );
  }

  route({parameters}) {
    this.seat = (parameters.get('seat') ?? '').slice(0, 100);
    clearInterval(this.timer);
    this.load();
    this.every(REFRESH_SECONDS, () => this.load());
  }

  /** Keeps the seat in the address, without a step of its own in the history of the browser. */
  chosen() {
    this.seat = this.select.value;
    history.replaceState(null, '', href(['ledger'], {seat: this.seat}));
    this.load();
  }

  load() {
    if (!this.requests.isRunning('ledger')) {
      this.requests.get('ledger', 'view/ledger', {seat: this.seat}, answer => this.loaded(answer));
    }
  }

  loaded({tables}) {
    this.succeeded();
    const seats = objects(tables, 'Seats here').sort((one, other) => natural(one.seat, other.seat));
    const shown = seats.find(each => each.seat === this.seat) ?? seats[0];
    this.showChoice(seats, shown);
    this.showState(seats, shown);
    const slots = objects(tables, 'Slots');
    const blocks = objects(tables, 'Blocks');
    this.seats.show(seats);
    this.slots.show([...slots].reverse());
    setShown(this.box, slots.length > 0);
    setShown(this.none, slots.length === 0);
    this.drawBlocks(slots, blocks, objects(tables, 'Committee'), shown);
  }

  showChoice(seats, shown) {
    const names = seats.map(each => each.seat);
    if (this.names !== names.join()) {
      this.names = names.join();
      this.select.replaceChildren(...names.map(name => h('option', {value: name}, name)));
    }
    this.select.value = shown?.seat ?? '';
  }

  showState(seats, shown) {
    const stalled = seats.filter(each => each.state === 'failed');
    const about = stalled[0] ?? shown;
    setText(this.why, about ? `${about.seat}: ${about.says}` : 'No seat has started yet.');
    setAttribute(this.why, 'data-state', stalled.length > 0 ? 'failed' : shown?.missing ? 'slow' : 'ok');
    const {tiles} = this;
    const missing = shown?.missing ? shown.missing.split(', ') : [];
    tiles.Round.set(count(shown?.round));
    tiles.Commits.set(count(shown?.commits));
    tiles['Voted for'].set(count(shown?.['voted for']));
    tiles['Last commit'].set(shown ? `${duration(shown['last commit'])} ago` : '', '', shown?.state === 'failed' ? 'bad' : null);
    tiles['Missing seats'].set(count(missing.length), missing.join(', '), missing.length > 0 ? 'bad' : 'quiet');
  }

  drawBlocks(slots, blocks, committee, shown) {
    const lanes = new Map(committee.map(({seat}, i) => [seat, i]));
    const first = slots[0]?.round ?? 0;
    const x = round => LABEL + (round - first) * STEP + STEP / 2;
    const y = seat => HEAD + (lanes.get(seat) ?? 0) * LANE + LANE / 2;
    const width = LABEL + slots.length * STEP + 10;
    const height = HEAD + lanes.size * LANE + 6;
    const places = placed(blocks, x, y);
    const leaders = new Map(slots.map(slot => [slot.round, slot]));
    const committed = slots.filter(slot => slot.outcome === 'commit').length;
    const skipped = slots.filter(slot => slot.outcome === 'skip').length;
    setAttribute(this.drawing, 'width', width);
    setAttribute(this.drawing, 'height', height);
    setAttribute(
      this.drawing,
      'aria-label',
      `Rounds ${count(first)} to ${count(first + slots.length - 1)} as ${shown?.seat} sees them: ` +
        `${committed} leaders committed, ${skipped} skipped, ${slots.length - committed - skipped} undecided`,
    );
    this.drawing.replaceChildren(
      ...committee.map(({seat}) => lane(seat, y(seat), width, shown?.missing.split(', ').includes(seat))),
      ...slots.map(slot => s('text', {class: 'ledger-round', x: x(slot.round), y: 16}, String(slot.round))),
      ...blocks.flatMap(block => references(block, places)),
      ...slots
        .filter(slot => !blocks.some(block => block.round === slot.round && block.seat === slot.leader))
        .map(slot => absent(slot, x(slot.round), y(slot.leader))),
      ...blocks.map(block => node(block, places.get(block.block), leaders.get(block.round))),
    );
    if (!this.isScrolled && slots.length > 0) {
      this.isScrolled = true;
      this.box.scrollLeft = this.box.scrollWidth; // the newest rounds are at the right
    }
  }
}

/** Returns where each block is; the second one of a seat in a round is below the first. */
function placed(blocks, x, y) {
  const places = new Map();
  const seen = new Map();
  for (const {round, seat, block} of blocks) {
    const place = `${round} ${seat}`;
    const before = seen.get(place) ?? 0;
    seen.set(place, before + 1);
    places.set(block, {x: x(round) + before * 7, y: y(seat) + before * 7});
  }
  return places;
}

function lane(seat, y, width, isMissing) {
  return s(
    'g',
    {class: 'ledger-lane', 'data-state': isMissing ? 'missing' : null},
    s('line', {x1: LABEL - 6, x2: width, y1: y, y2: y}),
    s('text', {x: 0, y: y + 4}, seat),
  );
}

function references(block, places) {
  const to = places.get(block.block);
  return block.parents
    .split(' ')
    .map(parent => places.get(parent))
    .filter(Boolean)
    .map(from => s('line', {class: 'ledger-reference', x1: from.x, y1: from.y, x2: to.x, y2: to.y}));
}

function node(block, {x, y}, slot) {
  const isLeader = slot?.leader === block.seat;
  const kind = isLeader ? slot.outcome : block.ordered === 'yes' ? 'ordered' : 'open';
  const leader = isLeader ? `, leader: ${slot.outcome}${slot.by ? ` by ${slot.by}` : ''}` : '';
  const what = `${block.seat}, round ${block.round}, ${count(block.transactions)} transactions, `;
  return s(
    'g',
    {class: 'ledger-block', 'data-kind': kind},
    s('title', {}, what + (block.ordered === 'yes' ? 'in the order' : 'not yet in the order') + leader),
    isLeader
      ? s('rect', {x: x - RADIUS, y: y - RADIUS, width: 2 * RADIUS, height: 2 * RADIUS, rx: 3})
      : s('circle', {cx: x, cy: y, r: RADIUS - 2}),
  );
}

/** A leader without a block here: a cross where it would be. */
function absent(slot, x, y) {
  return s(
    'g',
    {class: 'ledger-absent', 'data-kind': slot.outcome},
    s('title', {}, `${slot.leader}, round ${slot.round}, leader without a block: ${slot.outcome}`),
    s('path', {d: `M${x - 5} ${y - 5}l10 10M${x + 5} ${y - 5}l-10 10`}),
  );
}

/** Returns the key of the legend for a kind of block. */
function key(kind) {
  const isLeader = ['commit', 'skip', 'undecided'].includes(kind);
  return s(
    'svg',
    {class: 'ledger-key', viewBox: '0 0 16 16', 'aria-hidden': 'true', focusable: 'false'},
    s(
      'g',
      {class: 'ledger-block', 'data-kind': kind},
      isLeader ? s('rect', {x: 2, y: 2, width: 12, height: 12, rx: 3}) : s('circle', {cx: 8, cy: 8, r: 5}),
    ),
  );
}

function seatTable() {
  return table(
    'Seats',
    [
      {name: 'Seat', text: row => row.seat},
      {name: 'State', text: row => (row.state === 'failed' ? 'Stalled' : word(row.state)), state: row => row.state},
      {name: 'Round', type: 'number', text: row => count(row.round)},
      {name: 'Commits', type: 'number', text: row => count(row.commits)},
      {name: 'Last commit', type: 'number', low: true, text: row => duration(row['last commit'])},
      {name: 'Why', wide: true, text: row => row.says},
    ],
    'No seat has started yet.',
  );
}

function slotTable() {
  const state = {commit: 'ok', skip: 'failed', undecided: 'slow'};
  return table('Slots', [
    {name: 'Round', type: 'number', text: row => count(row.round)},
    {name: 'Leader', text: row => row.leader},
    {name: 'Outcome', text: row => word(row.outcome), state: row => state[row.outcome]},
    {name: 'Decided by', text: row => row.by},
  ]);
}

customElements.define('mr-ledger', Ledger);
