import {MillraceClient} from '/millrace.js';
import {desk} from '/page/desk.mjs';

const rows = new Map();
const show = (symbol, quantity) => {
  const row = rows.get(symbol) ?? document.querySelector('table').insertRow();
  rows.set(symbol, row);
  row.replaceChildren(...[symbol, quantity].map(text => Object.assign(document.createElement('td'), {textContent: text})));
};
const tell = text => (document.querySelector('[role=status]').textContent = text);
const orders = desk(new MillraceClient('/clients', {onError: tell}), show, tell);
document.forms[0].onsubmit = event => {
  event.preventDefault();
  orders.place(event.target.symbol.value, Number(event.target.quantity.value));
};
