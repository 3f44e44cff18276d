// Starts the page: connects, shows the route, and keeps the frame around the views true.

import {h, iconPath, icon, setText, setAttribute, setShown} from './dom.js';
import {rate, word} from './format.js';
import {get} from './api.js';
import {Live} from './live.js';
import {session} from './session.js';
import {parse, href, channelHref} from './routes.js';
import {matches, words} from './group.js';
import {nameFilter} from './parts.js';
import './missing.js';

// Views are loaded when they are first shown.
const MODULES = {
  'mr-overview': './overview.js',
  'mr-hosts': './hosts.js',
  'mr-channels': './channels.js',
  'mr-channel': './channel.js',
  'mr-messages': './messages.js',
  'mr-message': './message.js',
  'mr-latency': './latency.js',
  'mr-readers': './readers.js',
  'mr-table-view': './table-view.js',
  'mr-admin': './admin.js',
  'mr-fix': './fix.js',
  'mr-fix-session': './fix-session.js',
  'mr-fix-log': './fix-log.js',
  'mr-ledger': './ledger.js',
};
/** Views of modules that have pages of their own. */
const OWN_VIEWS = ['fix', 'ledger'];
const MANY_CHANNELS = 12;
const THEMES = {system: 'dark', dark: 'light', light: 'system'};
const byId = id => document.getElementById(id);
const main = byId('main');
let view = null;
let shownTitle = 'Overview';

/** Returns the element and the title of a route. */
function viewOf({parts}) {
  const [first = 'overview', second, third] = parts;
  if (first === 'channel' && second) {
    return third === 'messages' ? ['mr-messages', `Messages of ${second}`] : ['mr-channel', second];
  }
  if (first === 'message' && parts.length === 3) {
    return ['mr-message', `${second}@${third}`];
  }
  if (first === 'fix' && second === 'session' && third) {
    return ['mr-fix-session', third];
  }
  if (first === 'fix' && second === 'messages') {
    return ['mr-fix-log', 'Messages of FIX'];
  }
  const views = {
    fix: ['mr-fix', 'FIX sessions'],
    ledger: ['mr-ledger', 'Ledger'],
    overview: ['mr-overview', 'Overview'],
    hosts: ['mr-hosts', 'Hosts'],
    channels: ['mr-channels', 'Channels'],
    latency: ['mr-latency', second ? `Latency of ${second}` : 'Latency'],
    readers: ['mr-readers', 'Readers and durability'],
    view: ['mr-table-view', session.run?.views?.find(each => each.name === second)?.title ?? second],
    admin: ['mr-admin', 'Administration'],
  };
  return views[first] ?? ['mr-missing', 'Not found'];
}

async function show(isFirst = false) {
  const {hash} = location;
  if (session.run === null) {
    return;
  }
  const route = parse(hash);
  const [tag, title] = viewOf(route);
  try {
    await (MODULES[tag] && import(MODULES[tag]));
  } catch {
    loadFailed(hash);
    return;
  }
  if (hash !== location.hash) {
    return; // the user has gone elsewhere meanwhile
  }
  const isNew = view?.localName !== tag || view.isFixed;
  if (isNew) {
    view = document.createElement(tag);
    main.replaceChildren(view);
  }
  view.route(route);
  if (session.frame !== null) {
    view.draw(session.frame);
  }
  setTitle(title);
  markCurrent();
  if (isNew && !isFirst) {
    scrollTo(0, 0);
    main.querySelector('h1')?.focus({preventScroll: true});
  }
}

// A browser does not try a module again that it could not load, so the page begins anew once the server is there.
function loadFailed(hash) {
  showMissing({status: 0, message: 'this view could not be loaded'});
  live.addEventListener('open', () => hash === location.hash && location.reload(), {once: true});
}

function showMissing(error) {
  view = document.createElement('mr-missing');
  view.isFixed = true;
  main.replaceChildren(view);
  view.explain(error);
}

function setTitle(title) {
  shownTitle = title;
  const run = session.run?.title;
  document.title = `${title} · ${run ? run + ' · ' : ''}Millrace`;
}

// Navigation

const channelLinks = [];

function buildNavigation() {
  const {run} = session;
  const link = (name, text, parts) =>
    h(
      'a',
      {class: 'nav-link', href: href(parts), 'data-route': parts[0] ?? 'overview', 'data-name': parts[1]},
      icon(name),
      h('span', {}, text),
    );
  const items = [
    link('overview', 'Overview', []),
    run.whole ? link('hosts', 'Hosts', ['hosts']) : null,
    link('channels', 'Channels', ['channels']),
    link('latency', 'Latency', ['latency']),
    link('readers', 'Readers', ['readers']),
    ...(run.views ?? []).map(each =>
      OWN_VIEWS.includes(each.name) ? link(each.name, each.title, [each.name]) : link('view', each.title, ['view', each.name]),
    ),
    run.admin ? link('admin', 'Administration', ['admin']) : null,
  ];
  channelLinks.length = 0;
  const list = session.channels().map(channel => {
    const figure = h('span', {class: 'figure'});
    const element = h(
      'a',
      {
        class: 'nav-link nav-channel',
        href: channelHref(channel.name),
        'data-route': 'channel',
        'data-name': channel.name,
      },
      icon(channel.kind),
      h('span', {class: 'name'}, channel.name),
      figure,
    );
    channelLinks.push({name: channel.name, figure, element});
    return element;
  });
  const filter = nameFilter(filterChannels);
  setShown(filter, list.length >= MANY_CHANNELS);
  byId('side').replaceChildren(
    h('div', {class: 'nav-views'}, items),
    h('div', {class: 'nav-channels'}, h('h2', {}, 'Channels'), filter, list),
  );
  setText(byId('run-title'), run.title ?? run.directory ?? '');
  setText(byId('principal'), run.principal ? `${run.principal}, ${run.admin ? 'may act' : 'may look'}` : '');
  markCurrent();
}

function filterChannels(text) {
  const wanted = words(text);
  channelLinks.forEach(({name, element}) => setShown(element, matches(name, wanted)));
}

function markCurrent() {
  const {parts} = parse(location.hash);
  const route = parts[0] ?? 'overview';
  for (const link of byId('side').querySelectorAll('a')) {
    const sameRoute = link.dataset.route === route || (route === 'message' && link.dataset.route === 'channel');
    const isCurrent = sameRoute && (link.dataset.name === undefined || link.dataset.name === parts[1]);
    setAttribute(link, 'aria-current', isCurrent ? 'page' : null);
  }
}

function drawNavigation(frame) {
  for (const {name, figure, element} of channelLinks) {
    const state = frame.channels?.[name];
    setText(figure, state?.rate > 0 ? rate(state.rate) : '');
    setAttribute(
      element,
      'data-state',
      ['damaged', 'gone'].includes(state?.state) ? 'failed' : state?.state === 'full' ? 'slow' : null,
    );
  }
}

// Frames

function draw(frame) {
  const health = byId('health');
  const state = frame.health ?? (session.run?.live === false ? 'AT_REST' : null);
  setText(health, state === null ? 'Unknown' : word(state));
  setAttribute(health, 'data-state', (state ?? 'unknown').toLowerCase());
  setAttribute(health, 'title', frame.failure);
  drawNavigation(frame);
  view?.draw(frame);
}

// Connection

const live = new Live(liveAddress(), draw);
session.live = live;

function liveAddress() {
  const url = new URL('live', document.baseURI);
  url.protocol = url.protocol === 'https:' ? 'wss:' : 'ws:';
  url.hash = '';
  url.search = '';
  return url.href;
}

const bannerText = h('span', {role: 'alert'});
const bannerWait = h('span'); // changes every second, so it is not read aloud
const bannerButton = h('button', {type: 'button', class: 'button', onclick: () => live.retry()}, 'Try now');
byId('banner').append(bannerText, bannerWait, bannerButton);

/** The states that a run does not leave. */
const LAST_STATES = ['FAILED', 'ENDED', 'STOPPED'];

function connectionChanged() {
  const element = byId('connection');
  setAttribute(element, 'data-state', live.state);
  setText(
    element,
    {open: session.run?.live === false ? 'Connected' : 'Live', connecting: 'Connecting', lost: 'Disconnected'}[
      live.state
    ],
  );
  const isLost = live.state === 'lost';
  document.body.classList.toggle('is-stale', isLost);
  if (isLost && !LAST_STATES.includes(session.frame?.health)) {
    const health = byId('health'); // what has become of the run is not known
    setText(health, 'Unknown');
    setAttribute(health, 'data-state', 'unknown');
  }
  setShown(byId('banner'), isLost);
  if (isLost) {
    const since = live.lostAt === null ? '' : ` since ${new Date(live.lostAt).toLocaleTimeString('en-GB')}`;
    const left = Math.max(0, Math.ceil((live.retryAt - Date.now()) / 1000));
    const reason = live.reason === '' ? '' : ` (${live.reason})`;
    setText(bannerText, `No connection to the server${since}${reason}. Figures are old.`);
    setText(bannerWait, live.retryAt !== null && left > 0 ? `Next attempt in ${left} s` : 'Trying again');
  } else {
    setText(bannerText, '');
  }
}

async function loadRun() {
  try {
    const run = await get('run');
    if (JSON.stringify(run) !== JSON.stringify(session.run)) {
      const isFirst = session.run === null;
      session.setRun(run);
      buildNavigation();
      if (isFirst && run.live !== false) {
        session.loadRates().catch(() => {}); // the chart then begins now
      }
      if (isFirst || view === null) {
        show(true);
      } else {
        setTitle(shownTitle);
      }
    }
    connectionChanged();
  } catch (error) {
    if (session.run === null || error.status === 401) {
      showMissing(error);
      setText(byId('health'), 'Unknown');
    }
    if (error.status !== 401) {
      setTimeout(loadRun, 3000);
    }
  }
}

// Theme

function themeChanged() {
  const theme = window.millraceTheme.get();
  const button = byId('theme');
  const names = {system: 'as the system', light: 'light', dark: 'dark'};
  button.querySelector('path').setAttribute('d', iconPath(theme));
  button.setAttribute('aria-label', `Theme: ${names[theme]}`);
  button.title = `Theme: ${names[theme]}`;
}

byId('theme').addEventListener('click', () => window.millraceTheme.set(THEMES[window.millraceTheme.get()]));
document.addEventListener('theme', themeChanged);
themeChanged();

document.querySelector('.skip-link').addEventListener('click', event => {
  event.preventDefault();
  main.focus();
});
addEventListener('hashchange', () => show());
live.addEventListener('frame', event => session.take(event.detail));
live.addEventListener('state', connectionChanged);
live.addEventListener('open', loadRun);
loadRun();
live.connect();
