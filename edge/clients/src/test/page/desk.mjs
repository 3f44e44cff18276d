/** Keeps a table of sums up to date, and places orders; show(symbol, quantity) and tell(text) change the page. */
export function desk(client, show, tell) {
  const sums = new Map();
  const subscription = client.follow(
    'placed',
    ({arguments: {symbol, quantity}}) => {
      sums.set(symbol, (sums.get(symbol) ?? 0) + quantity);
      show(symbol, sums.get(symbol));
    },
    {
      snapshot: {
        channel: 'placing',
        query: 'sums',
        arguments: {most: 100},
        rows: 'placed',
        key: 'symbol',
        onRestart: () => sums.clear(),
        onLive: () => tell('all sums are here'),
      },
    },
  );
  return {
    async place(symbol, quantity) {
      try {
        const number = await client.call('placing', 'place', {symbol, quantity});
        tell(`order ${number} is placed; there are ${await client.query('placing', 'count', {})}`);
      } catch (error) {
        tell(`refused: ${error.message}`);
      }
    },
    close: () => subscription.cancel(),
  };
}
