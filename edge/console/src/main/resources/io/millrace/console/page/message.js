// One message followed through its history: the inputs that led to it, back to the source, and what it led to.

import {h, icon, setText, setShown} from './dom.js';
import {bytes, count, dateTime, duration, time} from './format.js';
import {View, heading, panel, facts} from './parts.js';
import {channelHref, messageHref, messagesHref} from './routes.js';
import './body.js';

const MAX_OUTPUTS = 50;

const WHY_NO_TEXT = {
  ENCRYPTED: 'The arguments are encrypted, and the console has no keys.',
  FORGOTTEN: 'The arguments are encrypted, and their key was deleted.',
  NOT_KEPT: 'No journal keeps this message.',
  REMOVED: 'Retention has removed this message.',
  MISSING: 'There is no such message in the channels that can be read.',
  DAMAGED: 'The message is damaged.',
};

class Message extends View {
  route({parts}) {
    const [, channel, index] = parts;
    this.command = h('mr-command');
    this.status = h('p', {class: 'note', role: 'status'}, 'Following the history');
    this.body = h('div', {class: 'stack'});
    this.replaceChildren(
      heading(index, [
        ['Channels', '#/channels'],
        [channel, channelHref(channel)],
        ['Messages', messagesHref(channel, {from: index})],
      ]),
      this.problem,
      this.status,
      this.body,
      this.command,
    );
    this.querySelector('h1').classList.add('mono');
    this.succeeded();
    this.requests.get('trace', 'trace', {channel, index}, trace => this.loaded(trace));
  }

  failed(error) {
    super.failed(error);
    setText(this.status, '');
  }

  loaded(trace) {
    this.command.set(trace.command);
    const {message} = trace;
    const path =
      trace.path?.length > 0 ? trace.path : [{...message, timeIn: null, timeOut: message.time, sinceStartNs: 0}];
    const outputs = trace.outputs ?? [];
    const total = duration(lastNs(path, []));
    const led = outputsText(trace);
    setText(
      this.status,
      path.length > 1
        ? `${path.length - 1} ${path.length === 2 ? 'hop' : 'hops'} in ${total}, ${led}`
        : `Written by a source, ${led}`,
    );
    const notes = [...(trace.notes ?? []), ...(trace.complete === false ? ['The history is not complete.'] : [])];
    const known = facts();
    known.show([
      ['Call', message.call],
      ['Channel', message.channel],
      ['Time', `${dateTime(message.time).slice(0, 10)} ${time(message.time)} UTC`],
    ]);
    const text = h('pre', {class: 'message-text', tabindex: 0, 'aria-label': 'Text of the message'}, message.text ?? '');
    const said = h('p', {class: 'note', role: 'status'}, WHY_NO_TEXT[message.content] ?? '');
    if (message.shortened) {
      this.loadText(message, text, said);
    }
    const body = h('mr-body');
    body.show(message, text);
    this.body.replaceChildren(
      ...notes.map(note => h('p', {class: 'hint'}, note)),
      panel('Path and outputs', legend(), this.waterfall(path, outputs, trace)),
      panel(
        'Message',
        known.element,
        said,
        body,
      ),
    );
    setShown(this.status, true);
  }

  /** A trace has the beginning of a long message at most; its text is asked for alone. */
  loadText({channel, index, bytes: size}, text, said) {
    setText(said, 'Loading the text');
    this.requests.get('text', 'message', {channel, index}, full => {
      setText(text, full.text);
      setText(
        said,
        full.shortened ? `The beginning of ${bytes(size)}; the command dump shows all of it.` : `All of ${bytes(size)}.`,
      );
    });
  }

  waterfall(path, outputs, trace) {
    const end = Math.max(1, lastNs(path, outputs));
    const here = path[path.length - 1];
    const reached = here.sinceStartNs ?? 0;
    const rows = path.map((hop, i) => hopRow(hop, i === path.length - 1, end));
    rows.push(...outputs.slice(0, MAX_OUTPUTS).map(output => outputRow(output, reached, end)));
    const more = countOutputs(trace) - Math.min(MAX_OUTPUTS, outputs.length);
    if (more > 0) {
      rows.push(h('li', {class: 'empty'}, `${count(more)} more outputs are not shown; the command lists them.`));
    }
    return h('ol', {class: 'waterfall'}, scale(end), rows);
  }
}

/** How many outputs name the message: those that are shown are the first of them. */
function countOutputs({readings = [], outputs = []}) {
  const total = readings.reduce((sum, reading) => sum + (reading.total ?? 0), 0);
  return Math.max(total, outputs.length);
}

function outputsText(trace) {
  const total = countOutputs(trace);
  return `${count(total)} ${total === 1 ? 'output' : 'outputs'}`;
}

/** The time from the start of the path to the last thing that is shown. */
function lastNs(path, outputs) {
  const reached = path[path.length - 1].sinceStartNs ?? 0;
  return Math.max(
    reached,
    ...path.map(hop => hop.sinceStartNs ?? 0),
    ...outputs.map(output => reached + (output.afterNs ?? 0)),
  );
}

function legend() {
  const item = (kind, text) => h('span', {class: 'legend-item'}, h('span', {class: 'swatch', 'data-kind': kind}), text);
  return h(
    'p',
    {class: 'legend'},
    item('waiting', 'waiting'),
    item('service', 'service'),
    item('output', 'output that names this message'),
  );
}

function scale(end) {
  const marks = [0, 0.25, 0.5, 0.75, 1].map(share => {
    const mark = h('span', {}, share === 0 ? '0' : duration(share * end));
    mark.style.left = share * 100 + '%';
    return mark;
  });
  return h(
    'li',
    {class: 'fall-row fall-scale', 'aria-hidden': 'true'},
    h('span', {class: 'fall-what'}),
    h('span', {class: 'fall-track'}, marks),
    h('span', {class: 'fall-time'}),
  );
}

function span(kind, from, to, end) {
  const element = h('span', {class: 'fall-span', 'data-kind': kind});
  const left = Math.max(0, Math.min(1, from / end));
  element.style.left = (left * 100).toFixed(3) + '%';
  element.style.width = (Math.max(0, Math.min(1 - left, (to - from) / end)) * 100).toFixed(3) + '%';
  return element;
}

function hopRow(hop, isThis, end) {
  const reached = hop.sinceStartNs ?? 0;
  const service = hop.serviceNs ?? 0;
  const waiting = hop.waitingNs ?? 0;
  const also = hop.alsoTaken;
  return h(
    'li',
    {},
    h(
      'a',
      {
        class: 'fall-row',
        href: messageHref(hop.channel, hop.index),
        'data-this': isThis ? 'true' : null,
        'aria-current': isThis ? 'true' : null,
      },
      h(
        'span',
        {class: 'fall-what'},
        h(
          'span',
          {class: 'fall-call'},
          hop.component ?? 'source',
          h('span', {class: 'arrow', 'aria-label': ' wrote '}, ' → '),
          hop.call ?? 'message',
        ),
        h('span', {class: 'fall-index mono'}, `${hop.channel}@${hop.index}`),
      ),
      h(
        'span',
        {class: 'fall-track'},
        span('waiting', reached - service - waiting, reached - service, end),
        span('service', reached - service, reached, end),
      ),
      h(
        'span',
        {class: 'fall-time'},
        h('span', {class: 'strong'}, duration(reached)),
        h(
          'span',
          {class: 'note'},
          hop.waitingNs === null || hop.waitingNs === undefined
            ? 'start'
            : `${duration(waiting)} + ${duration(service)}`,
        ),
      ),
    ),
    also && (also.total > 0 || also.more) ? alsoTaken(hop, also) : null,
  );
}

/** Inputs that the component took since its previous output: they may have a part in this one. */
function alsoTaken(hop, also) {
  const inputs = also.inputs ?? [];
  const amount = (also.more ? 'at least ' : '') + count(also.total);
  return h(
    'details',
    {class: 'also'},
    h(
      'summary',
      {},
      `${hop.component ?? 'The component'} took ${amount} other ${also.total === 1 ? 'input' : 'inputs'} since its previous output`,
    ),
    h(
      'ul',
      {},
      inputs.map(input =>
        h(
          'li',
          {},
          h(
            'a',
            {href: messageHref(input.channel, input.index)},
            h('span', {class: 'mono'}, `${input.channel}@${input.index}`),
            ' ',
            input.call ?? '',
          ),
          input.text ? h('span', {class: 'preview'}, oneLine(input)) : null,
        ),
      ),
      inputs.length < also.total
        ? h('li', {class: 'empty'}, `${count(also.total - inputs.length)} more are not shown.`)
        : null,
    ),
  );
}

function outputRow(output, reached, end) {
  const at = reached + (output.afterNs ?? 0);
  return h(
    'li',
    {},
    h(
      'a',
      {class: 'fall-row fall-output', href: messageHref(output.channel, output.index)},
      h(
        'span',
        {class: 'fall-what'},
        h(
          'span',
          {class: 'fall-call'},
          icon('next'),
          output.component ?? 'reader',
          h('span', {class: 'arrow', 'aria-label': ' wrote '}, ' → '),
          output.call ?? 'message',
        ),
        h('span', {class: 'fall-index mono'}, `${output.channel}@${output.index}`),
      ),
      h('span', {class: 'fall-track'}, span('output', reached, at, end)),
      h(
        'span',
        {class: 'fall-time'},
        h('span', {class: 'strong'}, duration(at)),
        h('span', {class: 'note'}, `${duration(output.afterNs)} later`),
      ),
    ),
  );
}

function oneLine({call, text}) {
  const start = `${call}:`;
  return (text.startsWith(start) ? text.slice(start.length) : text).replace(/\s+/g, ' ').trim().slice(0, 160);
}

customElements.define('mr-message', Message);
