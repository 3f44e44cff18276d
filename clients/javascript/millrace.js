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
  #urls;
  /** How many attempts in a row have failed; it selects the address of the next one. */
  #failed = 0;
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
  #channels = new Map();
  /** The calls that are acknowledged and not answered, by number. */
  #unanswered = new Map();
  #queries = new Map();
  /** The queries that are to be sent, each after the calls that were made before it, so that it sees them. */
  #unsentQueries = [];
  #query = 0;
  #maxBytes = Infinity;
  #lastError = '';
  #listeners;

  /**
   * @param {string | string[]} url such as ws://127.0.0.1:8090/clients; in a browser a path such as /clients; several
   *     are those of one host and its spare, which are tried in turn
   * @param {object} [options] onState(text): called with "connected", "disconnected" and "closed"; onError(text):
   *     called with what the server refuses, and with why there is no connection, each once in a row, and with what
   *     handlers and listeners throw; WebSocket: the class to use where there is no global one
   */
  constructor(url, options = {}) {
    this.#urls = [url].flat().map(each => each.startsWith('/')
      ? (globalThis.location.protocol === 'https:' ? 'wss://' : 'ws://') + globalThis.location.host + each
      : each);
    if (this.#urls.length === 0) {
      throw new TypeError('a server has at least one address');
    }
    this.#socketType = options.WebSocket ?? globalThis.WebSocket;
    if (this.#socketType === undefined) {
      throw new TypeError(`there is no WebSocket in this program; give one by the option WebSocket url=${this.#urls}`);
    }
    this.#listeners = {onState: options.onState ?? (() => {}), onError: options.onError ?? (() => {})};
    this.#connect();
  }

  /**
   * Follows a channel.
   * @param {string} channel its name
   * @param {(message: {position: string, time: string, method: string, arguments: object}) => void} onMessage
   * @param {object} [options] after: the position after which it begins; first: "OLDEST" or "NEWEST" (when left out);
   *     methods: the methods that are wanted; fields: the fields of arguments that are wanted, each with its name in
   *     the message, as in {price: 'p'}; where: the values that fields have, as in {symbol: 'EURUSD'}, or ranges of
   *     them, as in {symbol: {from: 'A', to: 'F'}}; latest: the fields of which a slow client gets the latest message
   *     alone, as in ['symbol']; credit: how many messages may come before more() is called; onEnd(reason): called
   *     where the server ends it; snapshot: what is there before the messages, which a query returns range by range, as
   *     {channel, query, arguments, rows, key, onRestart(reason), onLive(position)}: the input channel of the
   *     component, the method, its further arguments, the method of the messages that rows are, and the field that is
   *     their key
   * @returns {{more(count: number): void, cancel(): void, restart(options: object): void,
   *     readonly last: string | null}} restart() begins anew with other options
   */
  follow(channel, onMessage, options = {}) {
    const subscription = {channel, onMessage, range: null};
    this.#begin(subscription, options);
    return {
      more: count => {
        if (subscription.credit !== null) {
          subscription.credit += count;
        }
        this.#send({request: 'more', as: subscription.as, credit: count});
        this.#askRange(subscription);
      },
      cancel: () => this.#leave(subscription),
      restart: next => {
        if (this.#leave(subscription)) {
          this.#begin(subscription, next);
        }
      },
      get last() {
        return subscription.last;
      },
    };
  }

  #begin(subscription, options) {
    const {snapshot} = options;
    if (snapshot && ('after' in options || 'fields' in options || (options.first ?? 'NEWEST') !== 'NEWEST')) {
      throw new Error('with a snapshot messages begin after the newest one, with all fields');
    }
    const as = this.#nextSubscription++;
    Object.assign(subscription, {as, options, last: options.after ?? null, credit: options.credit ?? null,
      snapshot: snapshot ? {phase: 'NOTHING', next: null} : null, hasBegun: false});
    this.#subscriptions.set(as, subscription);
    if (this.#isReady) {
      this.#sendFollow(as, subscription);
    }
  }

  #leave(subscription) {
    const isThere = this.#subscriptions.delete(subscription.as);
    if (isThere) {
      this.#forgetRange(subscription);
      this.#send({request: 'cancel', as: subscription.as});
    }
    return isThere;
  }

  /** Asks for the next range of a snapshot; its answer comes among the messages, after those that it shows. */
  #askRange(subscription) {
    const {as, snapshot, options, hasBegun, range, credit} = subscription;
    if (!hasBegun || snapshot === null || snapshot.phase === 'LIVE' || range !== null || credit === 0) {
      return;
    }
    const {channel, query: method, arguments: more = {}} = options.snapshot;
    const query = ++this.#query;
    subscription.range = query;
    const asked = JSON.stringify({...more, ...(snapshot.next === null ? {} : {after: snapshot.next})});
    const request = `{"request":"query","query":${query},"as":${as},"channel":${JSON.stringify(channel)},` +
      `"method":${JSON.stringify(method)},"arguments":${asked}}`;
    const waiting = {query, channel, request, after: this.#number,
      resolve: (result, position) => this.#range(subscription, result, position),
      reject: error => {
        this.#send({request: 'cancel', as});
        this.#ended(as, 'the snapshot has failed reason=' + error.message);
      }};
    this.#queries.set(query, waiting);
    this.#unsentQueries.push(waiting);
    this.#sendAppends();
  }

  #forgetRange(subscription) {
    if (subscription.range !== null && this.#queries.delete(subscription.range)) {
      this.#send({request: 'cancel', query: subscription.range});
    }
    subscription.range = null;
  }

  #range(subscription, result, position) {
    const {as, snapshot, options} = subscription;
    const next = result?.next ?? null;
    subscription.range = null;
    if (subscription.credit !== null) {
      subscription.credit = Math.max(0, subscription.credit - 1);
    }
    if (!Array.isArray(result?.rows) || (next !== null && snapshot.next !== null && !(next > snapshot.next))) {
      this.#send({request: 'cancel', as});
      this.#ended(as, 'the snapshot has failed reason=the query returns no range after the one before');
      return;
    }
    snapshot.phase = next === null ? 'LIVE' : 'SOME';
    snapshot.next = next;
    for (const row of result.rows) {
      this.#deliver(subscription, {as, position, method: options.snapshot.rows, arguments: row});
      if (this.#subscriptions.get(as) !== subscription) {
        return; // it was ended or has begun anew
      }
    }
    if (next === null) {
      this.#tell(options.snapshot, 'onLive', position);
    } else {
      this.#askRange(subscription);
    }
  }

  /** Gives a message to its handler; what that throws is told, and the next messages come nevertheless. */
  #deliver(subscription, message) {
    try {
      subscription.onMessage(message);
    } catch (error) {
      console.error(error);
      this.#tell(this.#listeners, 'onError',
        `a handler has failed channel=${subscription.channel} position=${message.position} reason=${error}`);
    }
  }

  /** Calls a listener; what that throws is told, and the client lives. */
  #tell(listeners, name, value) {
    try {
      listeners[name]?.(value);
    } catch (error) {
      console.error(error);
      if (name !== 'onError') {
        this.#tell(this.#listeners, 'onError', `a listener has failed listener=${name} reason=${error}`);
      }
    }
  }

  #restartSnapshot(subscription, reason) {
    if (subscription.snapshot !== null) {
      this.#forgetRange(subscription);
      subscription.snapshot = {phase: 'NOTHING', next: null};
      this.#tell(subscription.options.snapshot, 'onRestart', reason);
    }
  }

  /** Returns whether a message is later than the range of its key; one without a key is, after the first range. */
  #isLater({snapshot, options}, message) {
    if (snapshot === null || snapshot.phase === 'LIVE') {
      return true;
    }
    const path = options.snapshot.key.split('.');
    const at = value => path.reduce((inner, name) => inner?.[name], value);
    const values = Object.values(message.arguments ?? {});
    const key = at(message.arguments) ?? (values.length === 1 ? at(values[0]) : undefined);
    return snapshot.phase === 'SOME' && (key === undefined || key <= snapshot.next);
  }

  /**
   * Appends a call.
   * @param {string} channel its name
   * @param {string} method the method
   * @param {object} args its arguments by the names of the parameters
   * @returns {Promise<number>} its number, once it is in the channel; rejected where it is refused, or where it is not
   *     known whether it is there, since the server has forgotten this client
   */
  append(channel, method, args) {
    return this.#make('append', channel, method, args);
  }

  /**
   * Makes a call of a component that answers. It is carried out once, however often the connection is lost.
   * @param {string} channel the input channel of the component
   * @param {string} method the method
   * @param {object} args its arguments by the names of the parameters
   * @param {object} [options] signal: an AbortSignal that says when nobody waits for the answer any more; a call that
   *     was sent is carried out nevertheless
   * @returns {Promise<any>} the result; rejected with the reason where the call was refused, or no answer is known
   */
  call(channel, method, args, options = {}) {
    return this.#make('call', channel, method, args, options.signal);
  }

  /**
   * Asks a query of a component, which changes nothing and is asked again where the connection is lost.
   * @param {string} channel the input channel of the component
   * @param {string} method the method
   * @param {object} args its arguments by the names of the parameters
   * @param {object} [options] signal: an AbortSignal that says when nobody waits for the answer any more;
   *     after: a position of the component's input or output, as messages have it, which the result shows
   * @returns {Promise<any>} the result
   */
  query(channel, method, args, options = {}) {
    return new Promise((resolve, reject) => {
      const text = this.#arguments(args);
      const query = ++this.#query;
      const after = options.after === undefined ? '' : `"after":${JSON.stringify(options.after)},`;
      const request =
        `{"request":"query","query":${query},"channel":${JSON.stringify(channel)},${after}` +
        `"method":${JSON.stringify(method)},"arguments":${text}}`;
      if (this.#isTooLong(request)) {
        throw new Error('the query is too long for the server maxBytes=' + this.#maxBytes);
      }
      const asked = {query, channel, request, resolve, reject, after: this.#number};
      this.#queries.set(query, asked);
      this.#unsentQueries.push(asked);
      this.#sendAppends();
      options.signal?.addEventListener('abort', () => {
        if (this.#queries.delete(query)) {
          this.#send({request: 'cancel', query});
          reject(options.signal.reason);
        }
      });
    });
  }

  #arguments(args) {
    if (this.#isClosed) {
      throw new Error('the client is closed');
    }
    const text = JSON.stringify(args); // throws where it is no JSON
    if (typeof args !== 'object' || args === null || Array.isArray(args)) {
      throw new Error('arguments are an object, by the names of the parameters arguments=' + text);
    }
    return text;
  }

  #make(kind, channel, method, args, signal) {
    return new Promise((resolve, reject) => {
      const text = this.#arguments(args);
      const number = ++this.#number;
      const begin = `{"request":"${kind}","channel":${JSON.stringify(channel)},"number":${number}`;
      const end = `,"method":${JSON.stringify(method)},"arguments":${text}}`;
      const isAnswered = kind === 'call';
      const call = {number, begin, end, resolve, reject, isAnswered, isInFlight: false, mayBeThere: false};
      const calls = this.#calls(channel);
      calls.pending.set(number, call);
      calls.unsent.push(call);
      if (isAnswered) {
        this.#unanswered.set(number, {channel, resolve, reject});
      }
      this.#sendAppends();
      signal?.addEventListener('abort', () => this.#abort(calls, call, channel, signal.reason));
    });
  }

  /** Forgets a call for whose answer nobody waits; one that was never sent is not sent. */
  #abort(calls, call, channel, reason) {
    if (this.#unanswered.delete(call.number)) {
      if (call.mayBeThere) {
        this.#send({request: 'cancel', channel, number: call.number});
      } else {
        calls.pending.delete(call.number);
        calls.unsent = calls.unsent.filter(each => each !== call);
      }
      call.reject(reason);
    }
  }

  /** Ends the connection; what is not acknowledged is rejected. */
  close() {
    this.#isClosed = true;
    clearTimeout(this.#timer);
    this.#rejectAll(() => 'the client was closed before the server has acknowledged the call');
    this.#rejectAnswers(this.#unanswered, 'the client was closed before an answer came');
    this.#rejectAnswers(this.#queries, 'the client was closed before an answer came');
    this.#socket?.close(1000);
    this.#tell(this.#listeners, 'onState', 'closed');
  }

  #connect() {
    const url = this.#urls[this.#failed % this.#urls.length];
    let socket;
    try {
      socket = new this.#socketType(url);
    } catch (error) {
      this.#isClosed = true; // the address is none, which no time changes
      throw error;
    }
    this.#socket = socket;
    socket.onopen = () => this.#send({request: 'hello', ...(this.#name === null ? {} : {client: this.#name})}, true);
    socket.onmessage = event => this.#receive(JSON.parse(event.data));
    let isLost = false;
    const lost = event => {
      if (!isLost) {
        isLost = true;
        this.#lost(socket, event);
      }
    };
    socket.onclose = lost;
    // A close follows with the reason, except in some programs where there was no connection.
    socket.onerror = () => setTimeout(() => socket.readyState === 1 || lost(), 100);
  }

  #lost(socket, event) {
    if (socket !== this.#socket || this.#isClosed) {
      return;
    }
    const wasReady = this.#isReady;
    this.#isReady = false;
    clearInterval(this.#pinger);
    this.#failed += wasReady ? 0 : 1;
    // Clients that a server has lost at once do not come back at once.
    this.#timer = setTimeout(() => this.#connect(), this.#pauseMs * (0.5 + Math.random() / 2));
    if (this.#failed % this.#urls.length === 0) { // each address has had its turn
      this.#pauseMs = Math.min(MOST_PAUSE_MS, this.#pauseMs * 2);
    }
    if (wasReady) {
      this.#tell(this.#listeners, 'onState', 'disconnected');
    }
    // Browsers say nothing of why a connection was not made.
    const reason = event?.reason ? ` reason=${event.reason}` : '';
    this.#report(wasReady
      ? `the connection was lost code=${event?.code ?? 0}${reason}`
      : `the server is away or refuses the connection url=${this.#urls} code=${event?.code ?? 0}${reason}`);
  }

  /** Tells an error, unless it is the last one again. */
  #report(error) {
    if (error !== this.#lastError) {
      this.#lastError = error;
      this.#tell(this.#listeners, 'onError', error);
    }
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
    } else if ('answered' in answer) {
      this.#end(this.#unanswered, answer.answered, answer);
    } else if ('query' in answer) {
      this.#end(this.#queries, answer.query, answer);
    } else if ('refused' in answer) {
      this.#notAppended(answer);
      this.#sendAppends();
    } else if ('following' in answer) {
      const subscription = this.#subscriptions.get(answer.as);
      if (subscription) {
        subscription.last = answer.position;
        subscription.hasBegun = true;
        if (answer.lost) {
          this.#restartSnapshot(subscription, 'messages were removed before they were seen');
        }
        this.#askRange(subscription);
      }
    } else if ('ended' in answer) {
      this.#ended(answer.as, answer.ended);
    } else if ('error' in answer && 'as' in answer) {
      const subscription = this.#subscriptions.get(answer.as);
      if (subscription?.snapshot && !subscription.hasBegun && subscription.last !== null) {
        subscription.last = null;
        this.#restartSnapshot(subscription, answer.error);
        this.#sendFollow(answer.as, subscription);
      } else {
        this.#ended(answer.as, answer.error);
      }
      this.#report(answer.error);
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
    for (const calls of this.#channels.values()) {
      calls.lastRefused = -1; // the server notes for each connection what it has refused
      this.#sendAgain(calls);
    }
    this.#lastError = '';
    this.#maxBytes = answer.maxBytes ?? Infinity;
    // What follows from the newest message is to see what the calls lead to.
    for (const [as, subscription] of this.#subscriptions) {
      this.#forgetRange(subscription); // asked for again once it has begun, since that may be anew
      this.#sendFollow(as, subscription);
    }
    this.#askAgain();
    this.#sendAppends();
    this.#tell(this.#listeners, 'onState', 'connected');
  }

  /** Asks for the answers to calls that have arrived over an earlier connection, and queries again. */
  #askAgain() {
    const numbers = new Map();
    for (const [number, {channel}] of this.#unanswered) {
      if (!this.#calls(channel).pending.has(number)) {
        numbers.set(channel, [...(numbers.get(channel) ?? []), number]);
      }
    }
    for (const [channel, all] of numbers) {
      for (let from = 0; from < all.length; from += WINDOW) {
        this.#send({request: 'answers', channel, numbers: all.slice(from, from + WINDOW)});
      }
    }
    this.#unsentQueries = [...this.#queries.values()];
  }

  /** Ends what waits for an answer. */
  #end(waiting, number, answer) {
    const ended = waiting.get(number);
    waiting.delete(number);
    if ('error' in answer) {
      ended?.reject(new Error(answer.error));
    } else {
      ended?.resolve(answer.result ?? null, answer.position);
    }
  }

  #isTooLong(text) {
    return 3 * text.length > this.#maxBytes && new TextEncoder().encode(text).length > this.#maxBytes;
  }

  /** Returns the calls of a channel that are not acknowledged. */
  #calls(channel) {
    if (!this.#channels.has(channel)) {
      this.#channels.set(channel, {pending: new Map(), unsent: [], inFlight: 0, isSettling: false, lastRefused: -1});
    }
    return this.#channels.get(channel);
  }

  /** Sends the calls that may be on their way now. */
  #sendAppends() {
    let inFlight = 0;
    this.#channels.forEach(calls => (inFlight += calls.inFlight));
    for (const calls of this.#channels.values()) {
      while (this.#isReady && inFlight < WINDOW && !calls.isSettling && calls.unsent.length > 0) {
        inFlight += this.#sendAppend(calls, calls.unsent.shift());
      }
    }
    while (this.#isReady && this.#unsentQueries.length > 0) {
      const {query, channel, request, after} = this.#unsentQueries[0];
      if (this.#calls(channel).unsent[0]?.number <= after) {
        break;
      }
      this.#unsentQueries.shift();
      if (this.#queries.has(query) && this.#socket.readyState === 1) {
        this.#socket.send(request);
      }
    }
  }

  /** Sends a call with what is known to be refused: the server appends nothing after a refusal that is not known. */
  #sendAppend(calls, call) {
    const text = call.begin + (calls.lastRefused < 0 ? '' : `,"refused":${calls.lastRefused}`) + call.end;
    if (this.#isTooLong(text)) {
      // The server would end the session, and the next one too.
      calls.pending.delete(call.number);
      this.#unanswered.delete(call.number);
      call.reject(new Error('the call is too long for the server maxBytes=' + this.#maxBytes));
      return 0;
    }
    call.isInFlight = true;
    call.mayBeThere = true;
    calls.inFlight++;
    if (this.#socket.readyState === 1) {
      this.#socket.send(text);
    }
    return 1;
  }

  /** Takes a refusal: nothing is sent until each call on its way is answered, then what was refused for its order. */
  #notAppended(answer) {
    const calls = this.#calls(answer.channel);
    const call = calls.pending.get(answer.refused);
    calls.lastRefused = Math.max(calls.lastRefused, answer.refused);
    calls.isSettling = true;
    if (call?.isInFlight) {
      call.isInFlight = false;
      calls.inFlight--;
    }
    if (call && 'after' in answer) {
      call.mayBeThere = false;
    } else if (call) {
      calls.pending.delete(answer.refused);
      this.#unanswered.delete(answer.refused);
      call.reject(new Error(answer.error));
    }
    this.#settle(calls);
  }

  #settle(calls) {
    if (calls.isSettling && calls.inFlight === 0) {
      this.#sendAgain(calls);
    }
  }

  #sendAgain(calls) {
    calls.unsent = [...calls.pending.values()];
    calls.unsent.forEach(call => (call.isInFlight = false));
    calls.inFlight = 0;
    calls.isSettling = false;
  }

  #ended(as, reason) {
    const subscription = this.#subscriptions.get(as);
    if (subscription) {
      this.#forgetRange(subscription);
    }
    this.#subscriptions.delete(as);
    if (subscription) {
      this.#tell(subscription.options, 'onEnd', reason);
    }
  }

  #sendFollow(as, subscription) {
    const {channel, last, credit, options} = subscription;
    subscription.hasBegun = false;
    this.#send({
      request: 'follow',
      channel,
      as,
      ...(last === null ? {first: options.first ?? 'NEWEST'} : {after: last}),
      ...(credit === null ? {} : {credit}),
      ...(options.methods ? {methods: options.methods.join(',')} : {}),
      ...(options.fields ? {fields: options.fields} : {}),
      ...(options.where ? {where: options.where} : {}),
      ...(options.latest ? {latest: options.latest.join(',')} : {}),
    });
  }

  #message(answer) {
    const subscription = this.#subscriptions.get(answer.as);
    if (subscription) {
      subscription.last = answer.position;
      const isLater = this.#isLater(subscription, answer);
      if (subscription.credit !== null && isLater) {
        subscription.credit = Math.max(0, subscription.credit - 1);
      } else if (subscription.credit !== null) {
        this.#send({request: 'more', as: answer.as, credit: 1}); // the program gets nothing for it
      }
      if (isLater) {
        this.#deliver(subscription, answer);
      }
    }
  }

  #acknowledged(channel, upTo) {
    const calls = this.#calls(channel);
    for (const [number, call] of calls.pending) {
      if (number > upTo) {
        break;
      }
      calls.pending.delete(number);
      calls.inFlight -= call.isInFlight ? 1 : 0;
      if (!call.isAnswered) {
        call.resolve(number);
      }
    }
    this.#settle(calls);
  }

  #refused(reason) {
    if (!this.#isReady && this.#name !== null) {
      // The server does not remember this client, so nobody knows of calls that were sent; the others are sent later.
      this.#name = null;
      for (const [number, {channel, reject}] of this.#unanswered) {
        if (!this.#calls(channel).pending.has(number)) {
          this.#unanswered.delete(number);
          reject(new Error('the call was carried out, and its answer is not known: ' + reason));
        }
      }
      this.#rejectAll(call => call.mayBeThere && 'it is not known whether the call has arrived: ' + reason);
      this.#send({request: 'hello'}, true);
    }
    this.#report(reason);
  }

  #rejectAnswers(waiting, reason) {
    const all = [...waiting.values()];
    waiting.clear();
    all.forEach(each => each.reject(new Error(reason)));
  }

  /** Rejects the calls for which there is a reason. */
  #rejectAll(reasonOf) {
    for (const calls of this.#channels.values()) {
      for (const [number, call] of calls.pending) {
        const reason = reasonOf(call);
        if (reason) {
          calls.pending.delete(number);
          this.#unanswered.delete(number);
          call.reject(new Error(reason));
        }
      }
      this.#sendAgain(calls);
    }
  }
}
