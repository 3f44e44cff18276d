// The client for JavaScript against a real server: node --experimental-websocket --test client.test.mjs, with
// MILLRACE_CLIENT as the URL of the module and MILLRACE_URL as that of the server.
import assert from 'node:assert/strict';
import test from 'node:test';

const {MillraceClient} = await import(process.env.MILLRACE_CLIENT);
const url = process.env.MILLRACE_URL;

/** Node's WebSocket sends no origin by itself, as browsers do. */
class OriginWebSocket extends WebSocket {
  constructor(to) {
    super(to, {headers: {Origin: to.replace('ws:', 'http:').replace('/clients', '')}});
  }
}

const clients = [];
function connect(options = {}) {
  const client = new MillraceClient(url, {WebSocket: OriginWebSocket, ...options});
  clients.push(client);
  return client;
}
test.afterEach(() => clients.splice(0).forEach(client => client.close()));

test('a program without a WebSocket learns which option it needs', () => {
  const known = globalThis.WebSocket;
  try {
    globalThis.WebSocket = undefined;
    assert.throws(() => new MillraceClient(url), /no WebSocket in this program; give one by the option WebSocket/);
  } finally {
    globalThis.WebSocket = known;
  }
});

/** Collects what comes, and resolves when there is so much. */
function collector(count) {
  const all = [];
  let done;
  const full = new Promise(resolve => (done = resolve));
  return {
    all,
    full,
    take: value => {
      all.push(value);
      if (all.length === count) {
        done();
      }
    },
  };
}

test('an order is appended and its price comes back', async () => {
  const client = connect();
  const prices = collector(1);
  client.follow('prices', prices.take);
  assert.equal(await client.append('orders', 'order', {symbol: 'EURUSD', quantity: 7}), 1);
  await prices.full;
  assert.deepEqual(prices.all[0].arguments, {symbol: 'EURUSD', value: 7});
  assert.equal(prices.all[0].method, 'price');
  assert.match(prices.all[0].position, /^[0-9a-f-]+\/0:[0-9]+$/);
});

test('a call that is refused rejects with the reason, and the next one is appended', async () => {
  const client = connect();
  await assert.rejects(client.append('orders', 'ordre', {}), /channel has no such call/);
  await client.append('orders', 'order', {symbol: 'A', quantity: 1});
});

test('a call that is too long for the server is rejected, and the session stays', async () => {
  const states = [];
  const client = connect({onState: state => states.push(state)});
  await client.append('orders', 'order', {symbol: 'A', quantity: 1});
  await assert.rejects(client.append('orders', 'order', {symbol: 'ä'.repeat(600_000), quantity: 1}), /too long/);
  await client.append('orders', 'order', {symbol: 'A', quantity: 2});
  assert.deepEqual(states, ['connected']);
});

test('many calls at once are all appended', async () => {
  const client = connect();
  const prices = collector(3_000);
  client.follow('prices', message => message.arguments.symbol === 'many' && prices.take(message));
  const numbers = await Promise.all(
    Array.from({length: 3_000}, (_, i) => client.append('orders', 'order', {symbol: 'many', quantity: i + 1})),
  );
  assert.equal(numbers.at(-1), 3_000);
  await prices.full;
});

test('a subscription continues after the message that was seen last', async () => {
  const client = connect();
  const first = collector(2);
  const followed = client.follow('prices', first.take, {credit: 2});
  for (const quantity of [11, 12, 13]) {
    await client.append('orders', 'order', {symbol: 'next', quantity: quantity});
  }
  await first.full;
  followed.cancel();
  const rest = collector(1);
  client.follow('prices', rest.take, {after: followed.last, fields: {value: 'v'}, methods: ['price']});
  await rest.full;
  assert.deepEqual(first.all.map(message => message.arguments.value), [11, 12]);
  assert.deepEqual(rest.all[0].arguments, {v: 13});
});

test('a subscription that is refused ends with the reason', async () => {
  const client = connect();
  const ends = collector(1);
  client.follow('orders', () => {}, {onEnd: ends.take});
  await ends.full;
  assert.match(ends.all[0], /clients may not follow this channel channel=orders/);
});

test('a lost connection is made again, and what waits is sent once', async () => {
  const sockets = [];
  class Lossy extends OriginWebSocket {
    constructor(to) {
      super(to);
      sockets.push(this);
    }
  }
  const client = connect({WebSocket: Lossy});
  await client.append('orders', 'order', {symbol: 'lost', quantity: 1});
  const prices = collector(3);
  client.follow('prices', message => message.arguments.symbol === 'lost' && prices.take(message.arguments.value), {
    first: 'OLDEST',
  });
  const second = client.append('orders', 'order', {symbol: 'lost', quantity: 2});
  sockets[0].close();
  const third = client.append('orders', 'order', {symbol: 'lost', quantity: 3});
  await Promise.all([second, third]);
  await prices.full;
  assert.equal(sockets.length, 2);
  assert.deepEqual(prices.all, [1, 2, 3]);
});

test('a refused call costs no other one', async () => {
  const client = connect();
  const results = await Promise.allSettled(
    Array.from({length: 400}, (_, i) =>
      client.append('orders', i % 100 === 3 ? 'ordre' : 'order', {symbol: 'some', quantity: i + 1})),
  );
  results.forEach((result, i) => assert.equal(result.status, i % 100 === 3 ? 'rejected' : 'fulfilled', `call ${i}`));
});

test('arguments that are no JSON, or not by name, are rejected, and the client lives', async () => {
  const client = connect();
  const circle = {};
  circle.circle = circle;
  await assert.rejects(client.append('orders', 'order', circle), TypeError);
  await assert.rejects(client.append('orders', 'order', {symbol: 'A', quantity: 1n}), TypeError);
  await assert.rejects(client.append('orders', 'order', ['A', 1]), /by the names of the parameters/);
  await assert.rejects(client.append('orders', 'order', {symbl: 'A'}), /arguments do not fit the call/);
  await client.append('orders', 'order', {quantity: 1, symbol: 'A', remark: 'of a later version'});
});

test('what is written while the link is cut comes after the newest message', async () => {
  const sockets = [];
  class Cut extends OriginWebSocket {
    constructor(to) {
      super(to);
      sockets.push(this);
    }
  }
  const writer = connect();
  const follower = connect({WebSocket: Cut});
  const prices = collector(5);
  const followed = follower.follow('prices', ({arguments: {symbol, value}}) => symbol === 'cut' && prices.take(value));
  while (followed.last === null) {
    await new Promise(resolve => setTimeout(resolve, 5));
  }
  sockets[0].close();
  for (let quantity = 1; quantity <= 5; quantity++) {
    await writer.append('orders', 'order', {symbol: 'cut', quantity});
  }
  await prices.full;
  assert.deepEqual(prices.all, [1, 2, 3, 4, 5]);
});

test('a client says why there is no connection', async () => {
  const errors = collector(1);
  const client = new MillraceClient('ws://127.0.0.1:1/clients', {WebSocket: OriginWebSocket, onError: errors.take});
  clients.push(client);
  await errors.full;
  assert.match(errors.all[0], /the server is away or refuses the connection url=ws:\/\/127.0.0.1:1\/clients/);
});

test('a client finds the server at one of several addresses', async () => {
  const states = collector(1);
  const errors = [];
  const client = new MillraceClient(['ws://127.0.0.1:1/clients', url], {
    WebSocket: OriginWebSocket,
    onState: states.take,
    onError: error => errors.push(error),
  });
  clients.push(client);
  await states.full;
  assert.deepEqual(states.all, ['connected']);
  assert.equal(errors.length, 1);
  assert.match(errors[0], /the server is away or refuses the connection url=ws:\/\/127.0.0.1:1\/clients,ws:/);
});

test('a component answers calls and queries, over a lost connection too', async () => {
  const sockets = [];
  class Lossy extends OriginWebSocket {
    constructor(to) {
      super(to);
      sockets.push(this);
    }
  }
  const client = connect({WebSocket: Lossy});
  assert.equal(await client.call('placing', 'place', {symbol: 'A', quantity: 1}), 1);
  assert.equal(await client.query('placing', 'count', {}), 1);
  const nothing = client.call('placing', 'place', {symbol: 'A', quantity: 0});
  await assert.rejects(nothing, /an order has a quantity quantity=0/);
  await assert.rejects(client.call('placing', 'count', {}), /this is a query; ask it/);
  await assert.rejects(client.query('placing', 'place', {symbol: 'A', quantity: 1}), /channel has no such query/);
  await assert.rejects(client.call('orders', 'order', {symbol: 'A', quantity: 1}), /no component of this process answers the calls/);
  const second = client.call('placing', 'place', {symbol: 'A', quantity: 2});
  sockets[0].close();
  const third = client.call('placing', 'place', {symbol: 'A', quantity: 3});
  const count = client.query('placing', 'count', {});
  assert.deepEqual(await Promise.all([second, third, count]), [2, 3, 3]);
  const given = new AbortController();
  const abandoned = client.query('placing', 'count', {}, {signal: given.signal});
  given.abort(new Error('nobody waits'));
  await assert.rejects(abandoned, /nobody waits/);
});

test('a snapshot comes range by range among the changes, over a lost connection, and for another filter', async () => {
  const sockets = [];
  class Lossy extends OriginWebSocket {
    constructor(to) {
      super(to);
      sockets.push(this);
    }
  }
  const writer = connect();
  const symbols = Array.from({length: 60}, (_, i) => 'S' + String(i).padStart(2, '0'));
  const placed = [];
  const place = symbol => placed.push(writer.call('placing', 'place', {symbol, quantity: 1 + (placed.length % 7)}));
  symbols.forEach(place);
  await Promise.all(placed);
  const client = connect({WebSocket: Lossy});
  const sums = new Map();
  const add = ({method, arguments: {symbol, quantity}}) => {
    assert.equal(method, 'placed');
    sums.set(symbol, (sums.get(symbol) ?? 0) + quantity);
  };
  let live;
  const isLive = new Promise(resolve => (live = resolve));
  const snapshot = {channel: 'placing', query: 'sums', arguments: {most: 7}, rows: 'placed', key: 'symbol',
    onRestart: reason => assert.fail(reason), onLive: live};
  const subscription = client.follow('placed', add, {snapshot, onEnd: reason => assert.fail(reason)});
  for (let i = 0; i < 3_000; i++) {
    place(symbols[(i * 37) % symbols.length]);
    if (i % 200 === 199) {
      await placed.at(-1);
    }
    if (i === 1_500) {
      sockets.at(-1).close();
    }
  }
  await isLive;
  await Promise.all(placed);
  const {rows} = await client.query('placing', 'sums', {most: 1_000});
  const expected = new Map(rows.map(({symbol, quantity}) => [symbol, quantity]));
  for (let i = 0; i < 500 && !symbols.every(symbol => sums.get(symbol) === expected.get(symbol)); i++) {
    await new Promise(resolve => setTimeout(resolve, 20));
  }
  symbols.forEach(symbol => assert.equal(sums.get(symbol), expected.get(symbol), symbol));

  sums.clear();
  const again = new Promise(resolve => (live = resolve));
  subscription.restart({where: {symbol: {from: 'S10', to: 'S12'}}, latest: ['symbol'],
    snapshot: {...snapshot, arguments: {most: 1_000}, onLive: () => live()}});
  await again;
  await writer.call('placing', 'place', {symbol: 'S13', quantity: 1});
  await writer.call('placing', 'place', {symbol: 'S11', quantity: 1});
  for (let i = 0; i < 500 && sums.get('S11') === expected.get('S11'); i++) {
    await new Promise(resolve => setTimeout(resolve, 20));
  }
  assert.equal(sums.get('S11'), expected.get('S11') + 1);
  assert.equal(sums.get('S13'), expected.get('S13'), 'what the filter leaves out does not come');
  assert.throws(() => client.follow('placed', add, {snapshot, first: 'OLDEST'}), /with a snapshot/);
});

test('the program of the page keeps its sums and tells what becomes of orders', async () => {
  const {desk} = await import(new URL('../page/desk.mjs', import.meta.url));
  const shown = new Map();
  const told = [];
  let wake = () => {};
  const until = async condition => {
    while (!condition()) {
      await new Promise(resolve => (wake = resolve));
    }
  };
  const note = action => (...values) => {
    action(...values);
    wake();
  };
  const orders = desk(connect(), note((symbol, sum) => shown.set(symbol, sum)), note(text => told.push(text)));
  await until(() => told.includes('all sums are here'));
  const before = shown.get('PAGE') ?? 0;
  await orders.place('PAGE', 5);
  await orders.place('PAGE', 0);
  assert.match(told.at(-2), /^order \d+ is placed; there are \d+$/);
  assert.equal(told.at(-1), 'refused: an order has a quantity quantity=0');
  await until(() => shown.get('PAGE') === before + 5);
  orders.close();
});

test('a handler that throws gets the rest of a range and what comes after it', async () => {
  const errors = [];
  const writer = connect();
  for (const symbol of ['T1', 'T2', 'T3']) {
    await writer.call('placing', 'place', {symbol, quantity: 1});
  }
  const client = connect({onError: text => errors.push(text)});
  const seen = [];
  let live;
  const isLive = new Promise(resolve => (live = resolve));
  const changed = collector(1);
  client.follow('placed', message => {
    seen.push(message.arguments.symbol);
    if (message.arguments.quantity === 7) {
      changed.take(message);
    }
    throw new Error('broken handler');
  }, {snapshot: {channel: 'placing', query: 'sums', arguments: {most: 100, after: 'T0'}, rows: 'placed', key: 'symbol',
    onLive: () => live()}});
  await isLive;
  assert.deepEqual(seen.filter(symbol => symbol.startsWith('T')), ['T1', 'T2', 'T3']);
  await writer.call('placing', 'place', {symbol: 'T2', quantity: 7});
  await changed.full;
  assert.equal(errors.length, seen.length);
  assert.match(errors[0], /a handler has failed channel=placed position=.* reason=Error: broken handler/);
});

test('listeners that throw stop nothing', async () => {
  const sockets = [];
  class Lossy extends OriginWebSocket {
    constructor(to) {
      super(to);
      sockets.push(this);
    }
  }
  const told = [];
  const broken = what => text => {
    told.push(`${what} ${text}`);
    throw new Error('broken listener');
  };
  const client = connect({WebSocket: Lossy, onState: broken('state'), onError: broken('error')});
  await client.append('orders', 'order', {symbol: 'listener', quantity: 1});
  sockets[0].close();
  await client.append('orders', 'order', {symbol: 'listener', quantity: 2});
  const ends = collector(1);
  client.follow('orders', () => {}, {
    onEnd: reason => {
      ends.take(reason);
      throw new Error('broken listener');
    },
  });
  await ends.full;
  await client.append('orders', 'order', {symbol: 'listener', quantity: 3});
  assert.equal(sockets.length, 2);
  const states = told.filter(text => text.startsWith('state'));
  assert.deepEqual(states, ['state connected', 'state disconnected', 'state connected']);
  for (const name of ['onState', 'onEnd']) {
    assert.ok(told.includes(`error a listener has failed listener=${name} reason=Error: broken listener`), name);
  }
});
