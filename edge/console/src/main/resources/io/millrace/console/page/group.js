// Many channels: natural order, a filter by name, and groups of those whose names differ in a number or after a prefix.

const MAX_FILTER = 200;
const LEAST_MEMBERS = 3;
const collator = new Intl.Collator('en', {numeric: true});

/** Orders names as people do: channel-2 before channel-10. */
export const natural = (one, other) => collator.compare(one, other);

/** Returns the words of a filter: a name that is shown has all of them. */
export function words(text) {
  return text.slice(0, MAX_FILTER).toLowerCase().split(/\s+/).filter(word => word !== '');
}

/** Returns whether a name has all words. */
export function matches(name, wanted) {
  const lower = name.toLowerCase();
  return wanted.every(word => lower.includes(word));
}

/** Returns the group of a name: what is before its number, or before its first separator; null where it has neither. */
function keyOf(name) {
  const numbered = /^(.*?)[-._ ]?\d+$/.exec(name)?.[1];
  return numbered || /^([^-._]+)[-._]/.exec(name)?.[1] || null;
}

function add(lists, key, item) {
  if (!lists.has(key)) {
    lists.set(key, []);
  }
  lists.get(key).push(item);
}

/** Returns the group of each name, of three members or more; names that are alone are missing. */
export function groupsOf(names) {
  const members = new Map();
  for (const name of names) {
    const key = keyOf(name);
    if (key !== null) {
      add(members, key, name);
    }
  }
  const groups = new Map();
  members.forEach((all, key) => all.length >= LEAST_MEMBERS && all.forEach(name => groups.set(name, key)));
  return groups;
}

/** Returns the part of a graph whose channels or components match, with what reads and writes those channels. */
export function filtered(graph, wanted) {
  if (wanted.length === 0) {
    return graph;
  }
  const channels = new Set(graph.channels.map(({name}) => name).filter(name => matches(name, wanted)));
  const components = graph.components.filter(
    each => matches(each.name, wanted) || channels.has(each.writes) || (each.reads ?? []).some(name => channels.has(name)),
  );
  components
    .filter(each => matches(each.name, wanted))
    .forEach(each => [each.writes, ...(each.reads ?? [])].forEach(name => channels.add(name)));
  return {components, channels: graph.channels.filter(({name}) => channels.has(name))};
}

/** Tells groups of one name apart, such as those of two hosts. */
function unique(items) {
  const used = new Map();
  for (const each of items) {
    const count = (used.get(each.name) ?? 0) + 1;
    used.set(each.name, count);
    each.name += count > 1 ? ` (${count})` : '';
  }
}

/**
 * Returns a graph in which components that belong to one group, and read and write channels of the same groups, are one,
 * and so are channels of one group. A member of it that stands for several has their names as "members".
 */
export function grouped(graph) {
  const channelGroups = groupsOf(graph.channels.map(({name}) => name));
  const componentGroups = groupsOf(graph.components.map(({name}) => name));
  const channelOf = name => channelGroups.get(name) ?? name;
  const join = (items, keyOfItem, make) => {
    const joined = new Map();
    items.forEach(item => add(joined, keyOfItem(item), item));
    return [...joined.values()].map(all => make(all[0], all.map(each => each.name)));
  };
  const channels = join(
    graph.channels,
    ({name, kind, host}) => JSON.stringify([channelOf(name), kind, host]),
    (first, members) => ({...first, name: members.length > 1 ? `${channelOf(first.name)} × ${members.length}` : first.name, members}),
  );
  unique(channels);
  const nameOf = new Map(channels.flatMap(channel => channel.members.map(member => [member, channel.name])));
  const components = join(
    graph.components,
    ({name, kind, host, reads = [], writes}) =>
      JSON.stringify([
        componentGroups.get(name) ?? name,
        kind,
        host,
        [...new Set(reads.map(each => nameOf.get(each) ?? each))].sort(),
        nameOf.get(writes) ?? writes,
      ]),
    (first, members) => ({
      ...first,
      name: members.length > 1 ? `${componentGroups.get(first.name) ?? first.name} × ${members.length}` : first.name,
      members,
      reads: [...new Set((first.reads ?? []).map(each => nameOf.get(each) ?? each))],
      writes: nameOf.get(first.writes) ?? first.writes,
    }),
  );
  unique(components);
  return {components, channels};
}

const WORST = ['FAILED', 'damaged', 'gone', 'full', 'AWAY', 'DEGRADED', 'RESTARTING'];

/** Returns what is known of the members of a group: sums where all are known, and the worst state. */
export function aggregate(states, members) {
  if (members.length === 1) {
    return states[members[0]];
  }
  const all = members.map(name => states[name] ?? {});
  const total = {};
  for (const field of ['messages', 'rate', 'bytes', 'bytesRate', 'inRate', 'outRate', 'unread', 'recordedErrors', 'refused']) {
    const known = all.filter(each => typeof each[field] === 'number');
    if (known.length === all.length) {
      total[field] = known.reduce((sum, each) => sum + each[field], 0);
    }
  }
  const worst = all.find(each => WORST.includes(each.state)) && all.reduce((most, each) => (rank(each) < rank(most) ? each : most));
  total.state = (worst || all.find(each => !each.state) || all[0])?.state ?? null;
  total.lastError = all.find(each => each.lastError)?.lastError;
  return total;
}

function rank({state}) {
  return WORST.includes(state) ? WORST.indexOf(state) : WORST.length;
}
