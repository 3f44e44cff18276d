import {MillraceClient} from '/millrace.js';

const trader = crypto.randomUUID();
const rows = new Map();

const client = new MillraceClient('/clients', {
  onState: state => (document.querySelector('#state').textContent = state),
  onError: reason => (document.querySelector('#state').title = reason),
});

client.follow('prices', ({arguments: {price}}) => {
  const row = rows.get(price.symbol) ?? addRow(price.symbol);
  row.cells[1].textContent = price.bid.toFixed(4);
  row.cells[2].textContent = price.ask.toFixed(4);
});

client.follow('fills', ({method, arguments: {order, price, reason}}) => {
  if (order.trader === trader) {
    const side = order.quantity > 0 ? 'bought' : 'sold';
    const amount = Math.abs(order.quantity).toLocaleString('en');
    show(method === 'fill'
      ? `${side} ${amount} ${order.symbol} at ${price.toFixed(4)}`
      : `refused: ${order.symbol}, ${reason}`);
  }
});

function addRow(symbol) {
  const row = document.querySelector('#prices').insertRow();
  row.dataset.symbol = symbol;
  row.insertCell().textContent = symbol;
  row.insertCell();
  row.insertCell();
  const cell = row.insertCell();
  for (const [text, quantity] of [['Buy', 1000], ['Sell', -1000]]) {
    const button = document.createElement('button');
    button.textContent = text;
    button.setAttribute('aria-label', `${text} ${symbol}`);
    button.onclick = () =>
      client.append('orders', 'order', {order: {trader, symbol, quantity}}).catch(error => show(error.message));
    cell.append(button, ' ');
  }
  rows.set(symbol, row);
  return row;
}

function show(text) {
  const item = document.createElement('li');
  item.textContent = text;
  document.querySelector('#fills').prepend(item);
}
