// The topology as a graph: a card for a component and the channel that it writes, a line for each channel that a
// component reads. Cards are links of HTML over lines of SVG, so that they are reached by the keyboard and read aloud.

import {h, s, icon, setText, setAttribute, setShown} from './dom.js';
import {count, rate, short, bytes, unreadText, word} from './format.js';
import {aggregate, filtered, grouped, words} from './group.js';
import {cardsOf, layout} from './layout.js';
import {channelHref, href, latencyHref} from './routes.js';
import {session, bottleneck} from './session.js';

const HALF = 54;
const NARROW = 640;
const MANY_CARDS = 40;

class Graph extends HTMLElement {
  connectedCallback() {
    this.lines = s('svg', {class: 'graph-lines', 'aria-hidden': 'true', focusable: 'false'});
    this.stage = h('div', {class: 'graph-stage'}, this.lines);
    this.append(this.stage);
    this.onRun = () => this.build();
    session.addEventListener('run', this.onRun);
    this.observer = new ResizeObserver(() => this.arrange());
    this.observer.observe(this);
    this.build();
  }

  disconnectedCallback() {
    session.removeEventListener('run', this.onRun);
    this.observer.disconnect();
  }

  build() {
    const whole = {components: session.components(), channels: session.channels()};
    this.graph = simplified(whole, this.filter);
    const {cards, edges} = cardsOf(this.graph);
    this.cards = cards;
    this.edges = edges;
    this.width = 0;
    this.views = cards.map(card => new Card(card));
    const text = this.filter ? 'Nothing has this name.' : 'There are no channels here.';
    const none = cards.length === 0 ? h('p', {class: 'empty'}, text) : '';
    this.stage.replaceChildren(this.lines, none, ...this.views.map(view => view.element));
    this.paths = edges.map(edge => {
      const line = s('path', {class: 'edge'});
      const head = s('path', {class: 'edge-head', d: 'M-9 -5 L0 0 L-9 5 Z'});
      return {edge, line, head};
    });
    this.lines.replaceChildren(...this.paths.flatMap(path => [path.line, path.head]));
    this.arrange();
    if (session.frame !== null) {
      this.draw(session.frame);
    }
  }

  /** Shows what has all words of a text in its name, and what reads and writes that. */
  setFilter(text) {
    this.filter = text;
    this.build();
  }

  arrange() {
    const width = this.clientWidth;
    if (width === 0 || Math.abs(width - this.width) < 2) {
      return;
    }
    this.width = width;
    const vertical = width < NARROW;
    const heightOf = card => (card.component === null || card.channel === null ? HALF : 2 * HALF);
    const sizes = {vertical, heightOf, width: 160, alongGap: 36, acrossGap: vertical ? 14 : 22};
    const first = layout(this.cards, this.edges, sizes);
    const columns = vertical ? widest(first.boxes) : first.layers;
    const free = width - first.spare;
    const gap = vertical
      ? sizes.acrossGap
      : Math.max(28, Math.min(56, (free - columns * 170) / Math.max(1, columns - 1)));
    sizes.width = Math.max(
      vertical ? 130 : 140,
      Math.min(vertical ? 230 : 196, (free - (columns - 1) * gap) / columns),
    );
    if (vertical) {
      sizes.across = width;
    } else {
      sizes.alongGap = gap;
    }
    const placed = layout(this.cards, this.edges, sizes);
    const shift = Math.max(0, (width - placed.width) / 2);
    this.stage.style.width = Math.max(width, placed.width) + 'px';
    this.stage.style.height = Math.max(32, placed.height) + 'px';
    setAttribute(this.lines, 'width', Math.max(width, Math.ceil(placed.width)));
    setAttribute(this.lines, 'height', Math.ceil(placed.height));
    this.views.forEach((view, i) => view.move(placed.boxes[i], shift));
    this.paths.forEach((path, i) => {
      const {d, x, y, angle} = placed.paths[i];
      setAttribute(path.line, 'd', d);
      setAttribute(path.line, 'transform', `translate(${shift} 0)`);
      setAttribute(path.head, 'transform', `translate(${x + shift} ${y}) rotate(${angle})`);
    });
    const scrolls = placed.width > width + 1;
    setAttribute(this, 'tabindex', scrolls ? 0 : null); // what scrolls must be reached by the keyboard
  }

  draw(all) {
    const slowest = bottleneck(session.run, all)?.name ?? null;
    const slow = this.graph.components.find(each => (each.members ?? [each.name]).includes(slowest))?.name ?? null;
    const frame = ofGroups(this.graph, all);
    this.views.forEach(view => view.draw(frame, slow));
    for (const {edge, line, head} of this.paths) {
      const channel = frame.channels?.[edge.channel];
      const state =
        frame.components?.[edge.reader]?.state === 'FAILED'
          ? 'failed'
          : edge.reader !== null && edge.reader === slow
            ? 'slow'
            : (channel?.rate ?? 0) > 0
              ? 'flows'
              : 'idle';
      setAttribute(line, 'data-state', state);
      setAttribute(head, 'data-state', state);
      setAttribute(line, 'stroke-width', (1.5 + Math.min(4, Math.log10((channel?.rate ?? 0) + 1) * 0.8)).toFixed(1));
    }
  }
}

/** Returns the part of a graph that a filter leaves, with groups where that has more cards than can be looked at. */
export function simplified(graph, filter) {
  const part = filtered(graph, words(filter ?? ''));
  return cardsOf(part).cards.length > MANY_CARDS ? grouped(part) : part;
}

/** Returns a frame with the states of groups, too. */
export function ofGroups(graph, frame) {
  const states = (items, all) =>
    items.some(item => item.members?.length > 1)
      ? {...all, ...Object.fromEntries(items.map(item => [item.name, aggregate(all, item.members)]))}
      : all;
  return {
    ...frame,
    components: states(graph.components, frame.components ?? {}),
    channels: states(graph.channels, frame.channels ?? {}),
  };
}

function widest(boxes) {
  const rows = new Map();
  boxes.forEach(box => rows.set(box.y, (rows.get(box.y) ?? 0) + 1));
  return Math.max(1, ...rows.values());
}

/** A component and the channel that it writes, or either alone. */
export class Card {
  /** @param isLocal whether this server has views of it */
  constructor(card, isLocal = true) {
    this.isLocal = isLocal;
    this.component = card.component;
    this.channel = card.channel;
    this.element = h('div', {class: 'card-node'});
    this.badge = h('span', {class: 'badge-over', hidden: true}, 'bottleneck');
    if (this.component !== null) {
      this.componentParts();
      this.element.append(this.badge, this.componentLink);
    }
    if (this.channel !== null) {
      this.channelParts();
      this.element.append(this.channelLink);
    }
  }

  componentParts() {
    this.inRate = h('span', {class: 'figure'});
    this.note = h('span', {class: 'note'});
    this.dot = h('span', {class: 'dot'});
    this.componentLink = h(
      'a',
      {class: 'half component-half', href: this.isLocal ? this.componentHref() : null},
      h('span', {class: 'row'}, icon(this.component.kind), h('span', {class: 'name'}, this.component.name), this.dot),
      h('span', {class: 'row small'}, this.inRate, this.note),
    );
    this.componentLink.title = this.title();
  }

  channelParts() {
    this.rate = h('span', {class: 'figure strong'});
    this.messages = h('span', {class: 'figure'});
    this.size = h('span', {class: 'note'});
    this.channelLink = h(
      'a',
      {class: 'half channel-half', href: this.isLocal ? this.channelHref() : null},
      h('span', {class: 'row'}, icon(this.channel.kind), h('span', {class: 'name'}, this.channel.name), this.rate),
      h('span', {class: 'row small'}, this.messages, this.size),
    );
    this.channelLink.title = `${word(this.channel.kind)} ${this.channel.name}`;
  }

  componentHref() {
    return this.component.members?.length > 1 ? href(['latency']) : latencyHref(this.component.name);
  }

  channelHref() {
    const {name, members = []} = this.channel;
    return members.length > 1 ? href(['channels'], {filter: name.replace(/ × \d+.*$/, ''), group: '0'}) : channelHref(name);
  }

  move(box, shift) {
    const style = this.element.style;
    style.left = box.x + shift + 'px';
    style.top = box.y + 'px';
    style.width = box.width + 'px';
    style.height = box.height + 'px';
  }

  draw(frame, slow) {
    if (this.component !== null) {
      this.drawComponent(frame.components?.[this.component.name] ?? {}, this.component.name === slow);
    }
    if (this.channel !== null) {
      this.drawChannel(frame.channels?.[this.channel.name] ?? {});
    }
  }

  title() {
    return `${word(this.component.kind)} ${this.component.name}`;
  }

  drawComponent(state, isSlow) {
    const isFailed = state.state === 'FAILED';
    setAttribute(this.element, 'data-state', isFailed ? 'failed' : isSlow ? 'slow' : null);
    setShown(this.badge, isSlow && !isFailed);
    setAttribute(this.dot, 'data-state', (state.state ?? 'unknown').toLowerCase());
    if (isFailed) {
      setText(this.inRate, state.lastError || 'failed');
      setText(this.note, '');
      setAttribute(this.componentLink, 'title', state.lastError);
      return;
    }
    const isSource = this.component.kind === 'source';
    const figure = isSource ? state.outRate : state.inRate;
    const away = state.state && state.state !== 'LIVE' ? word(state.state) : null;
    setText(
      this.inRate,
      away ?? (typeof figure === 'number' ? rate(figure) + (isSource ? ' out' : ' in') : word(this.component.kind)),
    );
    const errors =
      state.refused > 0
        ? `${short(state.refused)} refused`
        : state.recordedErrors > 0
          ? `${count(state.recordedErrors)} errors`
          : '';
    this.componentLink.title = errors !== '' && state.lastError ? state.lastError : this.title();
    const unread =
      state.unread > 0
        ? `${short(state.unread)} unread`
        : state.unreadAtMost > 0
          ? `${unreadText(state)} unread`
          : '';
    setText(this.note, state.refused > 0 && unread !== '' ? `${errors}, ${unread}` : unread || errors);
    setAttribute(this.note, 'data-state', errors !== '' ? 'warn' : null);
  }

  drawChannel(state) {
    const bad = ['damaged', 'gone'].includes(state.state);
    setAttribute(this.channelLink, 'data-state', bad ? 'failed' : state.state === 'full' ? 'slow' : null);
    setText(this.rate, typeof state.rate === 'number' && session.run.live !== false ? rate(state.rate) : '');
    if (bad || state.state === 'full') {
      setText(this.messages, state.error || word(state.state));
      setText(this.size, '');
    } else {
      setText(this.messages, typeof state.messages === 'number' ? count(state.messages) : word(this.channel.kind));
      setText(
        this.size,
        typeof state.bytes === 'number'
          ? bytes(state.bytes)
          : typeof state.depth === 'number'
            ? `${short(state.depth)} in it`
            : '',
      );
    }
  }
}

customElements.define('mr-graph', Graph);
