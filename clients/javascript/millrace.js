// Millrace client for browsers and for JavaScript programs that have WebSocket: one file, no dependencies.
// Copyright Millrace contributors. SPDX-License-Identifier: Apache-2.0

const LEAST_PAUSE_MS = 250;
const MOST_PAUSE_MS = 10_000;
const PING_MS = 60_000;
/** The most calls on their way; the server lets 1,000 requests of a client wait. */
const WINDOW = 500;

/**
 * A connection to a server for clients, which connects again by itself. What was followed continues after the last
 * message that was seen; what was appended and not acknowledged is sent again, and the server appends nothing twice.
 */
export class MillraceClient {
  #url;
  #socketType;
  #socket = null;
  #name = null;
  #isReady = false;
  #isClosed = false;
  #pauseMs = LEAST_PAUSE_MS;
  #timer = null;
  #pinger = null;
  #subscriptions = new Map();
  #nextSubscription = 1;
  #number = 0;
  #lastRefused = new Map();
  #pending = new Map();
  #unsent = [];
  #inFlight = 0;
  #maxBytes = Infinity;
  #listeners;

  /**
   * @param {string} url such as ws://127.0.0.1:8090/clients; in a browser a path such as /clients
   * @param {object} [options] onState(text): called with "connected", "disconnected" and "closed"; onError(text):
   *     called with what the server refuses; WebSocket: the class to use where there is no global one
   */
  constructor(url, options = {}) {
    this.#url = url.startsWith('/')
      ? (globalThis.location.protocol === 'https:' ? 'wss://' : 'ws://') + globalThis.location.host + url
      : url;
    this.#socketType = options.WebSocket ?? globalThis.WebSocket;
    this.#listeners = {onState: options.onState ?? (() => {}), onError: options.onError ?? (() => {})};
    this.#connect();
  }

  /**
   * Follows a channel.
   * @param {string} channel its name
   * @param {(message: {index: string, time: string, method: string, arguments: any}) => void} onMessage
   * @param {object} [options] after: the index after which it begins; first: "OLDEST" or "NEWEST" (when left out);
   *     methods: the methods that are wanted; fields: the fields of arguments that are wanted, each with its name in
   *     the message, as in {price: 'p'}; credit: how many messages may come before more() is called;
   *     onEnd(reason): called where the server ends it
   * @returns {{more(count: number): void, cancel(): void, readonly last: string | null}}
   */
  follow(channel, onMessage, options = {}) {
    const as = this.#nextSubscription++;
    const subscription = {channel, onMessage, options, last: options.after ?? null, credit: options.credit ?? null};
    this.#subscriptions.set(as, subscription);
    if (this.#isReady) {
      this.#sendFollow(as, subscription);
    }
    return {
      more: count => {
        subscription.credit += count;
        this.#send({request: 'more', as, credit: count});
      },
      cancel: () => {
        if (this.#subscriptions.delete(as)) {
          this.#send({request: 'cancel', as});
        }
      },
      get last() {
        return subscription.last;
      },
    };
  }

  /**
   * Appends a call.
   * @param {string} channel its name
   * @param {string} method the method
   * @param {any} args its argument, or an array of several or none
   * @returns {Promise<number>} its number, once it is in the channel; rejected where it is refused, or where it is not
   *     known whether it is there, since the server has forgotten this client
   */
  append(channel, method, args) {
    const number = ++this.#number;
    const request = {request: 'append', channel, number, method, arguments: args};
    return new Promise((resolve, reject) => {
      if (this.#isClosed) {
        reject(new Error('the client is closed'));
        return;
      }
      this.#pending.set(number, {channel, request, resolve, reject});
      this.#unsent.push(number);
      this.#sendAppends();
    });
  }

  /** Ends the connection; what is not acknowledged is rejected. */
  close() {
    this.#isClosed = true;
    clearTimeout(this.#timer);
    this.#rejectAll('the client was closed before the server has acknowledged the call');
    this.#socket?.close(1000);
    this.#listeners.onState('closed');
  }

  #connect() {
    const socket = new this.#socketType(this.#url);
    this.#socket = socket;
    socket.onopen = () => this.#send({request: 'hello', ...(this.#name === null ? {} : {client: this.#name})}, true);
    socket.onmessage = event => this.#receive(JSON.parse(event.data));
    socket.onclose = () => this.#lost(socket);
    socket.onerror = () => {}; // a close follows
  }

  #lost(socket) {
    if (socket !== this.#socket || this.#isClosed) {
      return;
    }
    const wasReady = this.#isReady;
    this.#isReady = false;
    clearInterval(this.#pinger);
    if (wasReady) {
      this.#listeners.onState('disconnected');
    }
    // Clients that a server has lost at once do not come back at once.
    this.#timer = setTimeout(() => this.#connect(), this.#pauseMs * (0.5 + Math.random() / 2));
    this.#pauseMs = Math.min(MOST_PAUSE_MS, this.#pauseMs * 2);
  }

  #send(request, isHello = false) {
    if ((this.#isReady || isHello) && this.#socket.readyState === 1) {
      this.#socket.send(JSON.stringify(request));
    }
  }

  #receive(answer) {
    if ('client' in answer) {
      this.#welcomed(answer);
    } else if ('method' in answer) {
      this.#message(answer);
    } else if ('appended' in answer) {
      this.#acknowledged(answer.channel, answer.appended);
      this.#sendAppends();
    } else if ('refused' in answer) {
      this.#lastRefused.set(answer.channel, Math.max(answer.refused, this.#lastRefused.get(answer.channel) ?? 0));
      this.#take(answer.refused)?.reject(new Error(answer.error));
      this.#sendAppends();
    } else if ('ended' in answer) {
      this.#ended(answer.as, answer.ended);
    } else if ('error' in answer && 'as' in answer) {
      this.#ended(answer.as, answer.error);
      this.#listeners.onError(answer.error);
    } else if ('error' in answer) {
      this.#refused(answer.error);
    }
  }

  #welcomed(answer) {
    this.#name = answer.client;
    this.#isReady = true;
    this.#pauseMs = LEAST_PAUSE_MS;
    clearInterval(this.#pinger);
    this.#pinger = setInterval(() => this.#send({request: 'ping'}), PING_MS);
    this.#pinger.unref?.(); // it keeps no program alive
    for (const [channel, number] of Object.entries(answer.appended)) {
      this.#number = Math.max(this.#number, number);
      this.#acknowledged(channel, number);
    }
    this.#lastRefused.clear(); // the server notes for each connection what it has refused
    this.#maxBytes = answer.maxBytes ?? Infinity;
    this.#unsent = [...this.#pending.keys()];
    this.#inFlight = 0;
    // What follows from the newest message is to see what the calls lead to.
    for (const [as, subscription] of this.#subscriptions) {
      this.#sendFollow(as, subscription);
    }
    this.#sendAppends();
    this.#listeners.onState('connected');
  }

  /** Sends the calls that may be on their way now. */
  #sendAppends() {
    while (this.#isReady && this.#inFlight < WINDOW && this.#unsent.length > 0) {
      const pending = this.#pending.get(this.#unsent.shift());
      if (pending) {
        this.#inFlight++;
        this.#sendAppend(pending.request);
      }
    }
  }

  /** Sends a call with what is known to be refused: the server appends nothing behind a refusal that is not known. */
  #sendAppend(request) {
    const refused = this.#lastRefused.get(request.channel);
    const text = JSON.stringify(refused === undefined ? request : {...request, refused});
    if (3 * text.length > this.#maxBytes && new TextEncoder().encode(text).length > this.#maxBytes) {
      // The server would end the session, and the next one too.
      this.#take(request.number).reject(new Error('the call is too long for the server maxBytes=' + this.#maxBytes));
    } else if (this.#socket.readyState === 1) {
      this.#socket.send(text);
    }
  }

  /** Removes a call that is not acknowledged. */
  #take(number) {
    const pending = this.#pending.get(number);
    if (this.#pending.delete(number)) {
      this.#inFlight = Math.max(0, this.#inFlight - 1);
    }
    return pending;
  }

  #ended(as, reason) {
    const subscription = this.#subscriptions.get(as);
    this.#subscriptions.delete(as);
    subscription?.options.onEnd?.(reason);
  }

  #sendFollow(as, {channel, last, credit, options}) {
    this.#send({
      request: 'follow',
      channel,
      as,
      ...(last === null ? {first: options.first ?? 'NEWEST'} : {after: last}),
      ...(credit === null ? {} : {credit}),
      ...(options.methods ? {methods: options.methods.join(',')} : {}),
      ...(options.fields ? {fields: options.fields} : {}),
    });
  }

  #message(answer) {
    const subscription = this.#subscriptions.get(answer.as);
    if (subscription) {
      subscription.last = answer.index;
      if (subscription.credit !== null) {
        subscription.credit--;
      }
      subscription.onMessage(answer);
    }
  }

  #acknowledged(channel, upTo) {
    for (const [number, pending] of this.#pending) {
      if (pending.channel === channel && number <= upTo) {
        this.#take(number).resolve(number);
      }
    }
  }

  #refused(reason) {
    if (!this.#isReady && this.#name !== null) {
      // The server does not remember this client, so nobody knows whether its last calls have arrived.
      this.#name = null;
      this.#rejectAll('it is not known whether the call has arrived: ' + reason);
      this.#send({request: 'hello'}, true);
    }
    this.#listeners.onError(reason);
  }

  #rejectAll(reason) {
    const all = [...this.#pending.values()];
    this.#pending.clear();
    this.#unsent = [];
    this.#inFlight = 0;
    all.forEach(pending => pending.reject(new Error(reason)));
  }
}
