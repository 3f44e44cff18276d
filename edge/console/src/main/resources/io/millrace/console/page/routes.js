// Every view is an address: the part after "#" names it, so that it can be sent to somebody else.

const encode = encodeURIComponent;

/** Returns the address of a view, from its parts and its parameters. */
export function href(parts, parameters = {}) {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(parameters)) {
    if (value !== null && value !== undefined && value !== '') {
      query.set(name, value);
    }
  }
  const text = query.toString();
  // Colons stay readable: 0:4096.
  return '#/' + parts.map(part => encode(part).replaceAll('%3A', ':')).join('/') + (text === '' ? '' : '?' + text);
}

export const channelHref = name => href(['channel', name]);
export const messagesHref = (name, parameters) => href(['channel', name, 'messages'], parameters);
export const messageHref = (channel, index) => href(['message', channel, index]);
export const fixSessionHref = session => href(['fix', 'session', session]);
export const fixLogHref = parameters => href(['fix', 'messages'], parameters);
export const latencyHref = component => href(['latency', component]);

/** Returns the parts and parameters of an address. */
export function parse(hash) {
  const text = hash.replace(/^#\/?/, '');
  const mark = text.indexOf('?');
  const path = mark < 0 ? text : text.slice(0, mark);
  return {
    parts: path
      .split('/')
      .filter(part => part !== '')
      .map(decode),
    parameters: new URLSearchParams(mark < 0 ? '' : text.slice(mark + 1)),
  };
}

function decode(part) {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}
