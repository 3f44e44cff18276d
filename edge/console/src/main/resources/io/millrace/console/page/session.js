// What all views share: the run, the newest frame and the history of its figures.

import {get} from './api.js';
import {natural} from './group.js';
import {History} from './history.js';

class Session extends EventTarget {
  run = null;
  frame = null;
  history = new History();
  live = null;

  channel(name) {
    return this.run?.graph?.channels?.find(channel => channel.name === name) ?? null;
  }

  component(name) {
    return this.run?.graph?.components?.find(component => component.name === name) ?? null;
  }

  channels() {
    return this.run?.graph?.channels ?? [];
  }

  components() {
    return this.run?.graph?.components ?? [];
  }

  /** Asks for the rates of the last ten minutes that this page has not seen: of one channel, or of the busiest. */
  async loadRates(channel) {
    const {seconds, rates} = await get('rates', {range: '10m', channel});
    this.history.fill(seconds, Object.fromEntries(Object.entries(rates).map(([name, all]) => ['rate ' + name, all])));
  }

  setRun(run) {
    run.graph?.channels?.sort((one, other) => natural(one.name, other.name));
    this.run = run;
    this.dispatchEvent(new Event('run'));
  }

  take(frame) {
    this.frame = frame;
    const figures = [];
    for (const [name, channel] of Object.entries(frame.channels ?? {})) {
      figures.push(['rate ' + name, channel.rate], ['bytes ' + name, channel.bytesRate]);
    }
    for (const [name, component] of Object.entries(frame.components ?? {})) {
      figures.push(['unread ' + name, component.unread]);
    }
    const at = Date.parse(frame.at);
    this.history.add(Number.isNaN(at) ? Date.now() : at, figures);
  }
}

export const session = new Session();

/**
 * Returns who reads a channel, {name, unread, unreadAtMost, isComponent, state, inRate, oldestUnreadNs}: the components
 * that read it, and the named positions of others. What is not known of a reader is missing.
 */
export function readersOf(frame, channel) {
  const readers = session
    .components()
    .filter(component => component.reads?.includes(channel))
    .map(({name}) => ({...frame?.components?.[name], name, isComponent: true}));
  const others = (frame?.readers?.[channel] ?? []).map(({name, unread}) => ({name, unread, isComponent: false}));
  return [...readers, ...others];
}

/** Returns what is known of how many messages a reader has not taken, to compare readers. */
function mostly(reader) {
  return reader.unread ?? reader.unreadAtMost ?? -1;
}

/** Returns the reader of a channel that has most unread, or null. */
export function slowest(frame, channel) {
  return readersOf(frame, channel).reduce(
    (most, each) => (most === null || mostly(each) > mostly(most) ? each : most),
    null,
  );
}

const LEAST_UNREAD = 100;
const LEAST_AGE_NS = 100e6;

/**
 * Returns the component that holds the others up, or null: the one whose oldest unread message is oldest, unless its
 * output is a queue that is full. Then it waits itself, and the slowest reader of that queue is asked.
 */
export function bottleneck(run, frame) {
  const states = frame?.components ?? {};
  let worst = null;
  for (const component of run?.graph?.components ?? []) {
    const state = states[component.name];
    const late = (state?.unread ?? 0) >= LEAST_UNREAD && (state.oldestUnreadNs ?? Infinity) >= LEAST_AGE_NS;
    if (late && (worst === null || age(state) > age(states[worst.name]))) {
      worst = component;
    }
  }
  const seen = new Set();
  while (worst !== null && !seen.has(worst.name)) {
    seen.add(worst.name);
    const output = frame.channels?.[worst.writes];
    const next = output?.state === 'full' ? slowestReader(run, frame, worst.writes) : null;
    if (!next) {
      return worst;
    }
    worst = next;
  }
  return worst;
}

function slowestReader(run, frame, channel) {
  const readers = run.graph.components.filter(component => component.reads?.includes(channel));
  const unread = component => frame.components?.[component.name]?.unread ?? 0;
  return readers.reduce((worst, each) => (worst === null || unread(each) > unread(worst) ? each : worst), null);
}

function age(state) {
  return state.oldestUnreadNs ?? state.unread;
}
