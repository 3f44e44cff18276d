// A layered drawing of a graph: sources in the first layer, gateways in the last, few crossings, straight lines.
// Layers follow one another along the main axis; inside a layer nodes follow one another on the cross axis.

const SWEEPS = 12;

// How far the lines of cycles are from the cards, and how far they bow.
const OUTSIDE = 18;
const BOW = 26;

/**
 * Returns the cards of a graph, {id, component, channel}, and its edges, {from, to, channel, reader} by number of card.
 * A channel shares the card of the one component that writes it, and has a card of its own otherwise.
 */
export function cardsOf(graph) {
  const cards = [];
  const writers = new Map();
  for (const component of graph.components) {
    if (component.writes) {
      writers.set(component.writes, [...(writers.get(component.writes) ?? []), component.name]);
    }
  }
  const cardOfChannel = new Map();
  const cardOfComponent = new Map();
  const channels = new Map(graph.channels.map(channel => [channel.name, channel]));
  for (const component of graph.components) {
    const channel = writers.get(component.writes)?.length === 1 ? (channels.get(component.writes) ?? null) : null;
    cardOfComponent.set(component.name, cards.length);
    if (channel !== null) {
      cardOfChannel.set(channel.name, cards.length);
    }
    cards.push({id: 'component ' + component.name, component, channel});
  }
  for (const channel of graph.channels) {
    if (!cardOfChannel.has(channel.name)) {
      cardOfChannel.set(channel.name, cards.length);
      cards.push({id: 'channel ' + channel.name, component: null, channel});
    }
  }
  const edges = [];
  for (const component of graph.components) {
    const to = cardOfComponent.get(component.name);
    for (const name of component.reads ?? []) {
      if (cardOfChannel.has(name)) {
        edges.push({from: cardOfChannel.get(name), to, channel: name, reader: component.name});
      }
    }
    const output = cardOfChannel.get(component.writes);
    if (output !== undefined && output !== to) {
      edges.push({from: to, to: output, channel: component.writes, reader: null});
    }
  }
  return {cards, edges};
}

/** Marks the edges that close a cycle as "back"; without them the graph has an order. */
export function markCycles(count, edges) {
  const outgoing = Array.from({length: count}, () => []);
  edges.forEach(edge => outgoing[edge.from].push(edge));
  const state = new Uint8Array(count); // 0 not seen, 1 on the path, 2 done
  const visit = start => {
    const path = [{node: start, next: 0}];
    state[start] = 1;
    while (path.length > 0) {
      const top = path[path.length - 1];
      if (top.next === outgoing[top.node].length) {
        state[top.node] = 2;
        path.pop();
        continue;
      }
      const edge = outgoing[top.node][top.next++];
      edge.back = state[edge.to] === 1;
      if (state[edge.to] === 0) {
        state[edge.to] = 1;
        path.push({node: edge.to, next: 0});
      }
    }
  };
  const hasInput = new Uint8Array(count);
  edges.forEach(edge => (hasInput[edge.to] = 1));
  for (const pass of [0, 1]) {
    for (let node = 0; node < count; node++) {
      if (state[node] === 0 && hasInput[node] === pass) {
        visit(node);
      }
    }
  }
}

/** Returns the layer of each card: the longest path from a source, and the last one for gateways at an end. */
export function layersOf(cards, edges) {
  const layer = new Int32Array(cards.length);
  const forward = edges.filter(edge => !edge.back);
  for (let round = 0, changed = true; changed && round <= cards.length; round++) {
    changed = false;
    for (const edge of forward) {
      if (layer[edge.to] < layer[edge.from] + 1) {
        layer[edge.to] = layer[edge.from] + 1;
        changed = true;
      }
    }
  }
  const last = Math.max(0, ...layer);
  cards.forEach((card, i) => {
    if (card.component?.kind === 'gateway' && !forward.some(edge => edge.from === i)) {
      layer[i] = last;
    }
  });
  return layer;
}

/** Nodes of the drawing: the cards, and a bend for each layer that an edge crosses. */
function nodesOf(cards, edges, layer) {
  const nodes = cards.map((card, i) => ({card, layer: layer[i], before: [], after: [], centre: 0}));
  const routes = edges.map(edge => {
    if (edge.back) {
      return [];
    }
    const bends = [];
    let from = nodes[edge.from];
    for (let at = layer[edge.from] + 1; at < layer[edge.to]; at++) {
      const bend = {card: null, layer: at, before: [], after: [], centre: 0};
      nodes.push(bend);
      bends.push(bend);
      from.after.push(bend);
      bend.before.push(from);
      from = bend;
    }
    from.after.push(nodes[edge.to]);
    nodes[edge.to].before.push(from);
    return bends;
  });
  return {nodes, routes};
}

function renumber(rows) {
  rows.forEach(row => row.forEach((node, i) => (node.order = i)));
}

function crossings(rows) {
  let total = 0;
  for (const row of rows) {
    const ends = row.flatMap(node => node.after.map(next => next.order).sort((a, b) => a - b));
    for (let i = 0; i < ends.length; i++) {
      for (let j = i + 1; j < ends.length; j++) {
        total += ends[i] > ends[j] ? 1 : 0;
      }
    }
  }
  return total;
}

/** Orders the nodes of each layer by the mean of their neighbours, back and forth, and keeps the best order. */
function order(rows) {
  renumber(rows);
  let best = rows.map(row => [...row]);
  let fewest = crossings(rows);
  for (let sweep = 0; sweep < SWEEPS && fewest > 0; sweep++) {
    const down = sweep % 2 === 0;
    for (const row of down ? rows : [...rows].reverse()) {
      const mean = new Map(
        row.map(node => {
          const near = down ? node.before : node.after;
          return [node, near.length === 0 ? node.order : near.reduce((sum, each) => sum + each.order, 0) / near.length];
        }),
      );
      row.sort((a, b) => mean.get(a) - mean.get(b) || a.order - b.order);
      row.forEach((node, i) => (node.order = i));
    }
    const now = crossings(rows);
    if (now < fewest) {
      fewest = now;
      best = rows.map(row => [...row]);
    }
  }
  renumber(best);
  return best;
}

/**
 * Moves the nodes of a layer as near to their wishes as their order and distances allow: least squares by pooling
 * neighbours that would overlap.
 */
function place(row, wishes, sizeOf, gap) {
  const offsets = [];
  let offset = 0;
  row.forEach((node, i) => {
    if (i > 0) {
      offset += (sizeOf(row[i - 1]) + sizeOf(node)) / 2 + gap;
    }
    offsets.push(offset);
  });
  const pools = [];
  row.forEach((node, i) => {
    const weight = node.card === null ? 3 : 1;
    pools.push({sum: (wishes[i] - offsets[i]) * weight, weight, count: 1});
    while (pools.length > 1 && mean(pools.at(-1)) < mean(pools.at(-2))) {
      const last = pools.pop();
      const into = pools.at(-1);
      into.sum += last.sum;
      into.weight += last.weight;
      into.count += last.count;
    }
  });
  let i = 0;
  for (const pool of pools) {
    for (let n = 0; n < pool.count; n++, i++) {
      row[i].centre = mean(pool) + offsets[i];
    }
  }
}

function mean(pool) {
  return pool.sum / pool.weight;
}

function placeAll(rows, sizeOf, gap) {
  for (const row of rows) {
    place(
      row,
      row.map(() => 0),
      sizeOf,
      gap,
    );
  }
  for (let sweep = 0; sweep < SWEEPS; sweep++) {
    const down = sweep % 2 === 0;
    for (const row of down ? rows : [...rows].reverse()) {
      const wishes = row.map(node => {
        const near = down ? node.before : node.after;
        return near.length === 0 ? node.centre : near.reduce((sum, each) => sum + each.centre, 0) / near.length;
      });
      place(row, wishes, sizeOf, gap);
    }
  }
}

/** Moves the nodes of a layer between 0 and a limit, as far as they have space there. */
function fit(row, sizeOf, gap, limit) {
  let most = limit;
  for (const node of [...row].reverse()) {
    node.centre = Math.min(node.centre, most - sizeOf(node) / 2);
    most = node.centre - sizeOf(node) / 2 - gap;
  }
  let least = 0;
  for (const node of row) {
    node.centre = Math.max(node.centre, least + sizeOf(node) / 2);
    least = node.centre + sizeOf(node) / 2 + gap;
  }
}

/**
 * Lays the cards out. Sizes: {vertical, width, heightOf(card), alongGap, acrossGap, across}; "across" limits the cross
 * axis where the widest layer fits. Returns {width, height, boxes, paths, layers, spare}: a box {x, y, width, height} for
 * each card; for each edge {d, x, y, angle}, the line as SVG and its end, where an arrow is; the number of layers; and
 * the size that the lines of cycles need beside the cards.
 */
export function layout(cards, edges, sizes) {
  markCycles(cards.length, edges);
  const layer = layersOf(cards, edges);
  const {nodes, routes} = nodesOf(cards, edges, layer);
  const rows = Array.from({length: Math.max(0, ...layer) + 1}, () => []);
  nodes.forEach(node => rows[node.layer].push(node));
  const ordered = order(rows);
  const across = node => (node.card === null ? 8 : sizes.vertical ? sizes.width : sizes.heightOf(node.card));
  placeAll(ordered, across, sizes.acrossGap);
  const hasBack = edges.some(edge => edge.back);
  const limit = sizes.across ? sizes.across - (hasBack ? OUTSIDE + BOW : 0) : null;
  const least = Math.min(0, ...nodes.map(node => node.centre - across(node) / 2));
  const most = Math.max(0, ...nodes.map(node => node.centre + across(node) / 2 - least));
  const surplus = limit ? Math.max(0, most - limit) / 2 : 0;
  nodes.forEach(node => (node.centre -= least + surplus));
  if (limit) {
    ordered.forEach(row => fit(row, across, sizes.acrossGap, limit));
  }
  const depth = ordered.map(row =>
    Math.max(
      0,
      ...row.map(node => (node.card === null ? 0 : sizes.vertical ? sizes.heightOf(node.card) : sizes.width)),
    ),
  );
  const starts = [];
  let along = hasBack && !sizes.vertical ? BOW : 0;
  depth.forEach(size => {
    starts.push(along);
    along += size + sizes.alongGap;
  });
  const extent = Math.max(0, ...nodes.map(node => node.centre + across(node) / 2));
  const boxes = nodes.slice(0, cards.length).map(node => {
    const height = sizes.heightOf(node.card);
    return sizes.vertical
      ? {x: node.centre - sizes.width / 2, y: starts[node.layer], width: sizes.width, height}
      : {x: starts[node.layer], y: node.centre - height / 2, width: sizes.width, height};
  });
  const outside = extent + (hasBack ? OUTSIDE : 0);
  const total = Math.max(0, along - sizes.alongGap + (hasBack && !sizes.vertical ? BOW : 0));
  const paths = edges.map((edge, i) =>
    edge.back
      ? loop(boxes[edge.from], boxes[edge.to], outside, sizes.vertical)
      : route(
          boxes[edge.from],
          boxes[edge.to],
          routes[i].map(bend => ({
            start: starts[bend.layer],
            end: starts[bend.layer] + depth[bend.layer],
            centre: bend.centre,
          })),
          sizes.vertical,
        ),
  );
  return sizes.vertical
    ? {
        width: outside + (hasBack ? BOW : 0),
        height: total,
        boxes,
        paths,
        layers: ordered.length,
        spare: hasBack ? OUTSIDE + BOW : 0,
      }
    : {
        width: total,
        height: outside + (hasBack ? 8 : 0),
        boxes,
        paths,
        layers: ordered.length,
        spare: hasBack ? 2 * BOW : 0,
      };
}

// Points are pairs of along and across; "point" turns them into x and y.
export function route(from, to, bends, vertical) {
  const point = (along, across) => (vertical ? [across, along] : [along, across]).map(n => n.toFixed(1)).join(' ');
  const arrow = 5;
  let at = vertical ? [from.y + from.height, from.x + from.width / 2] : [from.x + from.width, from.y + from.height / 2];
  const end = vertical ? [to.y - arrow, to.x + to.width / 2] : [to.x - arrow, to.y + to.height / 2];
  let d = 'M' + point(...at);
  const curve = target => {
    const half = (target[0] - at[0]) / 2;
    d += ` C${point(at[0] + half, at[1])} ${point(target[0] - half, target[1])} ${point(...target)}`;
    at = target;
  };
  for (const bend of bends) {
    curve([bend.start, bend.centre]);
    d += ' L' + point(bend.end, bend.centre);
    at = [bend.end, bend.centre];
  }
  curve(end);
  end[0] += arrow - 1;
  return {d, x: vertical ? end[1] : end[0], y: vertical ? end[0] : end[1], angle: vertical ? 90 : 0};
}

// A cycle returns outside of all cards.
export function loop(from, to, outside, vertical) {
  if (vertical) {
    const [a, b] = [from.y + from.height / 2, to.y + to.height / 2];
    const [right, end] = [from.x + from.width, to.x + to.width];
    return {
      d: `M${right} ${a} C${outside + BOW} ${a} ${outside} ${a} ${outside} ${(a + b) / 2} S${outside + BOW} ${b} ${end} ${b}`,
      x: end,
      y: b,
      angle: 180,
    };
  }
  const [a, b] = [from.x + from.width, to.x];
  const [y, end] = [from.y + from.height / 2, to.y + to.height / 2];
  return {
    d:
      `M${a} ${y} C${a + BOW} ${y} ${a + BOW} ${outside} ${a} ${outside} L${b} ${outside}` +
      ` C${b - BOW} ${outside} ${b - BOW} ${end} ${b} ${end}`,
    x: b,
    y: end,
    angle: 0,
  };
}
