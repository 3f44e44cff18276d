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
  assert.equal(await client.append('orders', 'order', ['EURUSD', 7]), 1);
  await prices.full;
  assert.deepEqual(prices.all[0].arguments, ['EURUSD', 7]);
  assert.equal(prices.all[0].method, 'price');
  assert.match(prices.all[0].index, /^[0-9a-f-]+\/0:[0-9]+$/);
});

test('a call that is refused rejects with the reason, and the next one is appended', async () => {
  const client = connect();
  await assert.rejects(client.append('orders', 'ordre', []), /channel has no such call/);
  await client.append('orders', 'order', ['A', 1]);
});

test('a call that is too long for the server is rejected, and the session stays', async () => {
  const states = [];
  const client = connect({onState: state => states.push(state)});
  await client.append('orders', 'order', ['A', 1]);
  await assert.rejects(client.append('orders', 'order', ['ä'.repeat(40_000), 1]), /too long/);
  await client.append('orders', 'order', ['A', 2]);
  assert.deepEqual(states, ['connected']);
});

test('many calls at once are all appended', async () => {
  const client = connect();
  const numbers = await Promise.all(
    Array.from({length: 3_000}, (_, i) => client.append('orders', 'order', ['many', i + 1])),
  );
  assert.equal(numbers.at(-1), 3_000);
});

test('a subscription continues after the message that was seen last', async () => {
  const client = connect();
  const first = collector(2);
  const followed = client.follow('prices', first.take, {credit: 2});
  for (const quantity of [11, 12, 13]) {
    await client.append('orders', 'order', ['next', quantity]);
  }
  await first.full;
  followed.cancel();
  const rest = collector(1);
  client.follow('prices', rest.take, {after: followed.last, fields: {value: 'v'}, methods: ['price']});
  await rest.full;
  assert.deepEqual(first.all.map(message => message.arguments[1]), [11, 12]);
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
  await client.append('orders', 'order', ['lost', 1]);
  const prices = collector(3);
  client.follow('prices', message => message.arguments[0] === 'lost' && prices.take(message.arguments[1]), {
    first: 'OLDEST',
  });
  const second = client.append('orders', 'order', ['lost', 2]);
  sockets[0].close();
  const third = client.append('orders', 'order', ['lost', 3]);
  await Promise.all([second, third]);
  await prices.full;
  assert.equal(sockets.length, 2);
  assert.deepEqual(prices.all, [1, 2, 3]);
});
