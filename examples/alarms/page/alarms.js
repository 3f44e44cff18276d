import {MillraceClient} from '/millrace.js';

const LOG_LINES = 50;
const one = selector => document.querySelector(selector);
const sensors = new Map();
const sending = new Set();

const client = new MillraceClient('/clients', {
  onState: state => {
    one('#state').textContent = state;
    one('#state').dataset.state = state;
    if (state === 'connected') {
      refresh();
    }
  },
  onError: reason => (one('#state').title = reason),
});

one('#by').value = localStorage.getItem('by') ?? 'operator';
one('#by').onchange = () => localStorage.setItem('by', one('#by').value);

// What sensors measure.
client.follow('readings', ({arguments: {reading}}) => {
  const row = sensors.get(reading.sensor) ?? addSensor(reading.sensor);
  row.querySelector('meter').value = reading.value;
  row.querySelector('output').textContent = reading.value.toFixed(1);
});

// What becomes of alarms. Each event says that the answer to the query has changed.
const events = ['raised', 'returned', 'escalated', 'acknowledged', 'noted', 'notStored'];
client.follow('alarms', ({method, arguments: {alarm, reason}}) => {
  show(method === 'notStored'
    ? `The database has refused a change of alarm ${alarm}: ${reason}`
    : `${alarm.number} ${alarm.sensor} ${method}${method === 'acknowledged' ? ' by ' + alarm.by : ''}`);
  refresh();
}, {methods: events});

// The alarms that need somebody: asked, not computed here. One query at a time.
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
      list(await client.query('operators', 'open', {}));
    } catch (error) {
      show(error.message);
    }
  }
  isAsking = false;
}

function list(alarms) {
  const focused = document.activeElement?.dataset?.alarm;
  one('#open').replaceChildren(...alarms.map(item));
  one('#none').hidden = alarms.length > 0;
  one('#open').querySelector(`[data-alarm="${focused}"]`)?.focus();
}

function item(alarm) {
  const element = document.createElement('li');
  element.dataset.attention = alarm.attention;
  element.dataset.condition = alarm.condition;
  const text = document.createElement('div');
  const title = document.createElement('strong');
  title.textContent = `${alarm.number} ${alarm.sensor}`;
  const detail = document.createElement('span');
  const state = alarm.attention === 'ACKNOWLEDGED' ? `${alarm.by} takes care` : alarm.attention.toLowerCase();
  detail.textContent =
    `${alarm.value.toFixed(1)} at ${new Date(alarm.at).toLocaleTimeString()}, ${alarm.condition.toLowerCase()}, ${state}`;
  text.append(title, detail);
  element.append(text);
  if (alarm.attention !== 'ACKNOWLEDGED') {
    element.append(button(alarm.number));
  }
  return element;
}

function button(number) {
  const element = document.createElement('button');
  element.textContent = sending.has(number) ? 'Sending' : 'Acknowledge';
  element.setAttribute('aria-label', `${element.textContent} alarm ${number}`);
  element.dataset.alarm = number;
  element.disabled = sending.has(number);
  element.onclick = () => acknowledge(number, element);
  return element;
}

// The promise is kept once the database has stored it, also where the connection or the server is lost meanwhile.
async function acknowledge(number, element) {
  sending.add(number);
  element.disabled = true;
  element.textContent = 'Sending';
  try {
    const alarm = await client.call('operators', 'acknowledge', {alarm: number, by: one('#by').value});
    show(`${alarm.number} ${alarm.sensor} is stored as acknowledged`);
  } catch (error) {
    show(`${number} refused: ${error.message}`);
  }
  sending.delete(number);
  refresh();
}

function addSensor(name) {
  const row = document.createElement('li');
  const label = document.createElement('span');
  label.textContent = name;
  const meter = document.createElement('meter');
  Object.assign(meter, {min: 30, low: 65, high: 75, max: 100, optimum: 50});
  meter.setAttribute('aria-label', name);
  row.append(label, meter, document.createElement('output'));
  one('#sensors').append(row);
  sensors.set(name, row);
  client.query('limits', 'limitOf', {sensor: name}).then(limit => Object.assign(meter, limit), () => {});
  return row;
}

function show(text) {
  const line = document.createElement('li');
  line.textContent = `${new Date().toLocaleTimeString()} ${text}`;
  one('#log').prepend(line);
  while (one('#log').children.length > LOG_LINES) {
    one('#log').lastElementChild.remove();
  }
}
