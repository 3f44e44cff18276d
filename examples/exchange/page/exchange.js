import {MillraceClient} from '/millrace.js';

const LEVELS = 5;
const MOST_TRADES = 20;
const one = selector => document.querySelector(selector);
const books = new Map();
let symbol = null;
let trader = localStorage.getItem('trader') ?? '';

const client = new MillraceClient('/clients', {
  onState: state => {
    one('#state').textContent = state;
    one('#state').dataset.state = state;
    if (state === 'connected') {
      begin();
    }
  },
  onError: reason => (one('#state').title = reason),
});

const price = value => (value / 10_000).toFixed(4).replace(/0{1,2}$/, '');
const quantity = value => value.toLocaleString('en');

/** What was there before this page: asked once for each connection, while what happens is followed. */
async function begin() {
  for (const book of await client.query('orders', 'books', {})) {
    books.set(book.symbol, book);
  }
  showSymbols();
  showBook();
  refresh();
}

client.follow('events', ({arguments: {book}}) => {
  books.set(book.symbol, book);
  showSymbols();
  if (book.symbol === symbol) {
    showBook();
  }
  refresh();
}, {methods: ['book']});

// Both sides of a trade have a report: one of them buys.
client.follow('events', ({arguments: {report}, time}) => {
  if (report.execType === 'F' && report.side === '1') {
    showTrade(report, time);
  }
}, {methods: ['executionReport']});

function showSymbols() {
  if (books.size === one('#symbols').children.length) {
    return;
  }
  symbol ??= books.keys().next().value;
  one('#symbols').replaceChildren(...[...books.keys()].map(name => {
    const button = document.createElement('button');
    button.textContent = name;
    button.onclick = () => {
      symbol = name;
      showBook();
    };
    return button;
  }));
}

function showBook() {
  for (const button of one('#symbols').children) {
    button.setAttribute('aria-pressed', button.textContent === symbol);
  }
  const {bids, offers} = books.get(symbol) ?? {bids: [], offers: []};
  const most = Math.max(1, ...[...bids, ...offers].map(level => level.quantity));
  const rows = Array.from({length: LEVELS}, (_, i) => {
    const row = document.createElement('tr');
    const cell = (className, text, share = 0) => {
      const element = row.insertCell();
      element.className = className;
      element.textContent = text;
      element.style.setProperty('--share', `${Math.round(100 * share)}%`);
    };
    const [bid, offer] = [bids[i], offers[i]];
    cell('bid depth', bid ? quantity(bid.quantity) : '', (bid?.quantity ?? 0) / most);
    cell('bid', bid ? price(bid.price) : '');
    cell('offer', offer ? price(offer.price) : '');
    cell('offer depth', offer ? quantity(offer.quantity) : '', (offer?.quantity ?? 0) / most);
    return row;
  });
  one('#levels tbody').replaceChildren(...rows);
  one('#spread').textContent =
    bids[0] && offers[0] ? `Spread ${price(offers[0].price - bids[0].price)}` : 'One side is empty.';
}

function showTrade(report, time) {
  const row = one('#trades').insertRow(0);
  const at = time ? new Date(time) : new Date();
  for (const [text, className] of [
    [at.toLocaleTimeString('en-GB'), ''], [report.symbol, ''], [quantity(report.lastQty), 'number'], [price(report.lastPx), 'number'],
  ]) {
    const cell = row.insertCell();
    cell.textContent = text;
    cell.className = className;
  }
  one('#no-trades').hidden = true;
  while (one('#trades').rows.length > MOST_TRADES) {
    one('#trades').deleteRow(-1);
  }
}

// The orders of one trader: asked, not computed here. One query at a time.
let isAsking = false;
let isStale = false;

async function refresh() {
  isStale = true;
  if (isAsking) {
    return;
  }
  isAsking = true;
  while (isStale) {
    isStale = false;
    try {
      showTraders(await client.query('orders', 'traders', {}));
      showOrders(trader === '' ? [] : await client.query('orders', 'waiting', {session: trader}));
    } catch (error) {
      one('#state').title = error.message;
    }
  }
  isAsking = false;
}

one('#trader').onchange = () => {
  trader = one('#trader').value;
  localStorage.setItem('trader', trader);
  refresh();
};

function showTraders(traders) {
  const all = trader === '' || traders.includes(trader) ? traders : [trader, ...traders];
  trader ||= all[0] ?? '';
  const names = [...one('#trader').options].map(option => option.value);
  if (JSON.stringify(names) !== JSON.stringify(all)) {
    one('#trader').replaceChildren(...all.map(name => new Option(name.slice(name.indexOf('>') + 1), name)));
  }
  one('#trader').value = trader;
}

function showOrders(orders) {
  one('#no-orders').hidden = orders.length > 0;
  one('#orders').replaceChildren(...orders.map(order => {
    const row = document.createElement('tr');
    const isBuy = order.side === '1';
    for (const [text, className] of [
      [order.clOrdId, ''], [order.symbol, ''], [isBuy ? 'Buy' : 'Sell', isBuy ? 'bid' : 'offer'],
      [quantity(order.leaves), 'number'], [price(order.price), 'number'],
    ]) {
      const cell = row.insertCell();
      cell.textContent = text;
      cell.className = className;
    }
    return row;
  }));
}
