// The topology with a lane for each machine: the components and channels that it runs, lines for what is read, also
// across machines, and a bracket from the one that runs a host to the one that stands by. On a phone the lanes follow
// one another without lines.

import {h, s, setText, setAttribute} from './dom.js';
import {count, duration, time, word} from './format.js';
import {Card, ofGroups, simplified} from './graph.js';
import {cardsOf, layersOf, markCycles, route, loop} from './layout.js';
import {session} from './session.js';

const HALF = 54;
const HEAD = 40;
const MARGIN = 34;
const GAP = 14;
const NARROW = 640;

/** Returns when a host has answered last, for people. */
export function lastAnswer({state, at}, now) {
  if (state !== null) {
    return 'now';
  }
  return at === null ? 'never' : `${time(at).slice(0, 8)}, ${duration((Date.parse(now) - Date.parse(at)) * 1e6)} ago`;
}

/** Returns the machine that runs each host, by name; a host of which several machines say so is left out. */
function machines({hosts}) {
  const runs = new Map();
  for (const {runs: host, name} of hosts.filter(each => each.runs !== null)) {
    runs.set(host, runs.has(host) ? null : name);
  }
  return runs;
}

/** Returns the state of several links together. */
function stateOfAll(links) {
  if (links.length === 0 || links.some(link => link.state === null)) {
    return 'unknown';
  }
  return links.every(link => link.state === 'connected') ? 'flows' : 'failed';
}

class HostGraph extends HTMLElement {
  connectedCallback() {
    if (!this.stage) {
      this.lines = s('svg', {class: 'graph-lines', 'aria-hidden': 'true', focusable: 'false'});
      this.stage = h('div', {class: 'graph-stage'});
      this.append(this.stage);
      this.build();
    }
    this.observer = new ResizeObserver(() => this.arrange());
    this.observer.observe(this);
  }

  disconnectedCallback() {
    this.observer.disconnect();
  }

  build() {
    this.whole = session.run?.whole ?? {components: [], channels: []};
    this.graph = simplified(this.whole, this.filter);
    const {cards, edges} = cardsOf(this.graph);
    markCycles(cards.length, edges);
    this.cards = cards;
    this.edges = edges;
    this.layers = layersOf(cards, edges);
    this.views = cards.map(card => new Card(card, session.channel(card.channel?.name) !== null));
    this.paths = edges.map(() => ({
      line: s('path', {class: 'edge'}),
      head: s('path', {class: 'edge-head', d: 'M-9 -5 L0 0 L-9 5 Z'}),
      text: s('text', {class: 'edge-text', 'text-anchor': 'middle'}),
    }));
    this.lanes = new Map();
  }

  /** Shows what has all words of a text in its name, and what reads and writes that. */
  setFilter(text) {
    this.filter = text;
    this.build();
    this.placed = null;
    if (this.answer) {
      this.show(this.answer);
    }
  }

  /** Shows an answer of the server. */
  show(answer) {
    if (this.whole !== session.run?.whole) {
      this.build();
      this.placed = null;
    }
    this.answer = answer;
    const runs = machines(answer);
    const placed = this.cards.map(card => {
      const host = (card.component ?? card.channel).host;
      return runs.get(host) ?? host;
    });
    const pairs = answer.hosts
      .filter(({spareOf}) => spareOf !== null)
      .map(({name, spareOf}) => (runs.get(spareOf) === name ? [name, spareOf] : [spareOf, name]));
    const names = answer.hosts.map(host => host.name);
    const shape = JSON.stringify([names, placed, pairs]);
    if (shape !== this.placed) {
      this.placed = shape;
      this.machines = placed;
      this.fill(answer.hosts, pairs);
      this.width = 0;
    }
    this.arrange();
    this.draw();
  }

  /** Makes the lanes anew, with their cards and brackets. */
  fill(hosts, pairs) {
    this.lanes = new Map();
    for (const host of hosts) {
      const name = h('h3', {class: 'lane-name'});
      const state = h('span', {class: 'state'});
      const role = h('span', {class: 'note'});
      const box = h('div', {class: 'lane-cards'});
      const element = h('section', {class: 'lane', 'aria-label': host.name}, h('div', {class: 'lane-head'}, name, state, role), box);
      setText(name, host.name);
      this.lanes.set(host.name, {element, box, state, role});
    }
    this.brackets = pairs.map(([from, to]) => ({
      from,
      to,
      line: s('path', {class: 'edge bracket'}),
      head: s('path', {class: 'edge-head', d: 'M-9 -5 L0 0 L-9 5 Z'}),
    }));
    this.views.forEach((view, i) => this.lanes.get(this.machines[i])?.box.append(view.element));
    this.lines.replaceChildren(
      ...this.brackets.flatMap(bracket => [bracket.line, bracket.head]),
      ...this.paths.flatMap(path => [path.line, path.head, path.text]),
    );
    this.stage.replaceChildren(...[...this.lanes.values()].map(lane => lane.element), this.lines);
  }

  arrange() {
    const width = this.clientWidth;
    if (!this.answer || width === 0 || Math.abs(width - this.width) < 2) {
      return;
    }
    this.width = width;
    const isNarrow = width < NARROW;
    this.classList.toggle('is-flow', isNarrow);
    if (isNarrow) {
      this.stage.style.width = this.stage.style.height = '';
      this.lanes.forEach(lane => (lane.element.style.cssText = ''));
      this.views.forEach(view => (view.element.style.cssText = ''));
      setAttribute(this, 'tabindex', null);
      return;
    }
    this.place(width);
  }

  place(width) {
    const columns = Math.max(1, ...this.layers.map(layer => layer + 1));
    const across = Math.max(130, Math.min(196, (width - MARGIN - 2 * GAP) / columns - 34));
    const along = across + Math.max(34, Math.min(70, (width - MARGIN - 2 * GAP - columns * across) / columns));
    const total = Math.max(width, MARGIN + 2 * GAP + columns * along);
    let top = 0;
    const boxes = new Array(this.cards.length);
    for (const [name, lane] of this.lanes) {
      const heights = new Array(columns).fill(HEAD);
      this.cards.forEach((card, i) => {
        if (this.machines[i] !== name) {
          return;
        }
        const height = card.component === null || card.channel === null ? HALF : 2 * HALF;
        const column = this.layers[i];
        boxes[i] = {x: MARGIN + GAP + column * along, y: top + heights[column], width: across, height};
        this.views[i].move({...boxes[i], x: boxes[i].x - MARGIN, y: heights[column]}, 0);
        heights[column] += height + GAP;
      });
      const height = Math.max(...heights, HEAD + 4);
      lane.top = top;
      lane.height = height;
      Object.assign(lane.element.style, {left: MARGIN + 'px', top: top + 'px', width: total - MARGIN + 'px', height: height + 'px'});
      top += height + GAP;
    }
    this.stage.style.width = total + 'px';
    this.stage.style.height = top + 'px';
    setAttribute(this.lines, 'width', total);
    setAttribute(this.lines, 'height', top);
    this.drawLines(boxes, top);
    setAttribute(this, 'tabindex', total > width + 1 ? 0 : null);
  }

  drawLines(boxes, bottom) {
    this.edges.forEach((edge, i) => {
      const [from, to] = [boxes[edge.from], boxes[edge.to]];
      const {line, head, text} = this.paths[i];
      if (!from || !to) {
        return;
      }
      const lane = this.lanes.get(this.machines[edge.from]);
      const path = edge.back ? loop(from, to, Math.min(bottom, lane.top + lane.height), false) : route(from, to, [], false);
      setAttribute(line, 'd', path.d);
      setAttribute(head, 'transform', `translate(${path.x} ${path.y}) rotate(${path.angle})`);
      setAttribute(text, 'x', (from.x + from.width + to.x) / 2);
      setAttribute(text, 'y', (from.y + from.height / 2 + to.y + to.height / 2) / 2 - 6);
    });
    this.brackets.forEach((bracket, i) => {
      const {line, head} = bracket;
      const [from, to] = [this.lanes.get(bracket.from), this.lanes.get(bracket.to)];
      const x = MARGIN - 12 - 5 * (i % 4);
      const [a, b] = [from.top + from.height / 2, to.top + to.height / 2];
      setAttribute(line, 'd', `M${MARGIN} ${a} H${x} V${b} H${MARGIN - 5}`);
      setAttribute(head, 'transform', `translate(${MARGIN - 1} ${b})`);
    });
  }

  draw() {
    const {answer} = this;
    for (const host of answer.hosts) {
      const lane = this.lanes.get(host.name);
      const state = host.state === null ? 'unknown' : word(host.state);
      setText(lane.state, state);
      setAttribute(lane.state, 'data-state', (host.state ?? 'unknown').toLowerCase());
      setAttribute(lane.element, 'data-state', host.state === null ? 'unknown' : null);
      setText(lane.role, this.roleText(host));
    }
    const frame = ofGroups(this.graph, {components: answer.components, channels: answer.channels});
    this.states = frame.channels;
    this.views.forEach(view => view.draw(frame, null));
    this.edges.forEach((edge, i) => this.drawEdge(edge, this.paths[i]));
    for (const {from, to, line, head} of this.brackets) {
      const state = stateOfAll(answer.links.filter(link => link.from === from && link.to === to));
      setAttribute(line, 'data-state', state);
      setAttribute(head, 'data-state', state);
    }
  }

  drawEdge(edge, {line, head, text}) {
    const [from, to] = [this.machines[edge.from], this.machines[edge.to]];
    const channel = this.states[edge.channel];
    const link = from === to ? null : this.linkOf(edge.channel, from, to);
    const flows = (channel?.rate ?? 0) > 0 ? 'flows' : 'idle';
    const state =
      from === to ? flows : !link || link.state === null ? 'unknown' : link.state === 'connected' ? flows : 'failed';
    setAttribute(line, 'data-state', state);
    setAttribute(head, 'data-state', state);
    setAttribute(line, 'stroke-width', from === to ? 1.5 : 2.5);
    setText(text, link && link.lag > 0 ? `lacks ${count(link.lag)}` : '');
  }

  /** Returns the state of a link: of one of a group, the worst, and what all together lack. */
  linkOf(name, from, to) {
    const members = this.graph.channels.find(each => each.name === name)?.members ?? [name];
    const links = this.answer.links.filter(each => each.from === from && each.to === to && members.includes(each.channel));
    const worst = links.find(each => each.state !== 'connected') ?? links[0];
    const isKnown = links.every(each => typeof each.lag === 'number');
    return worst && {...worst, lag: isKnown ? links.reduce((sum, each) => sum + each.lag, 0) : null};
  }

  roleText(host) {
    const lacks = this.answer.links.filter(link => link.to === host.name);
    const known = lacks.length > 0 && lacks.every(link => typeof link.lag === 'number');
    const sum = lacks.reduce((total, link) => total + (link.lag ?? 0), 0);
    const lag = lacks.length === 0 ? '' : `, lacks ${!known ? 'unknown' : sum === 0 ? 'nothing' : count(sum)}`;
    if (host.state === null) {
      const role = host.spareOf === null ? '' : `spare of ${host.spareOf}, `;
      return `${role}last answer ${lastAnswer(host, this.answer.at)}`;
    }
    if (host.runs === null) {
      return `stands by for ${host.spareOf ?? host.name}: ${host.spare}${lag}`;
    }
    const spare = host.spare === '' ? '' : `, its spare is ${host.spare}`;
    return (host.runs === host.name ? '' : `runs ${host.runs}`) + (lag + spare).replace(/^, /, host.runs === host.name ? '' : ', ');
  }
}

customElements.define('mr-host-graph', HostGraph);
