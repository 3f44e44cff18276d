/** A message of a channel. */
export interface Message {
  /** Where a client continues after it; an opaque text. */
  readonly position: string;
  /** When it was written, as ISO 8601 in UTC; missing for a row of a snapshot. */
  readonly time?: string;
  readonly method: string;
  /** The arguments by the names of the parameters; missing where the message can no longer be read. */
  readonly arguments?: any;
  /** The subject whose key was deleted, in place of the arguments. */
  readonly forgotten?: string;
}

export interface ClientOptions {
  /** Called when the connection is there, lost, or closed by this side. */
  onState?(state: 'connected' | 'disconnected' | 'closed'): void;
  /**
   * Called with what the server refuses, except for calls, and with why there is no connection, each once in a row; and
   * with what handlers and listeners throw.
   */
  onError?(reason: string): void;
  /** The class to use where there is no global WebSocket. */
  WebSocket?: unknown;
}

export interface FollowOptions {
  /** The position after which it begins. */
  after?: string;
  /** Where it begins without a position; the newest when left out. */
  first?: 'OLDEST' | 'NEWEST';
  /** The methods that are wanted; all when left out. */
  methods?: string[];
  /**
   * The fields of arguments that are wanted, each with its name in the message, as in {price: 'p'}; a field of an inner
   * message is a path with dots. All arguments as they are when left out.
   */
  fields?: Record<string, string>;
  /** The values that fields have, or their ranges; a message without one of the fields is left out. */
  where?: Record<string, Scalar | {from?: Scalar; to?: Scalar}>;
  /** The fields of which a client that is slow gets the latest message alone, of those that wait for it. */
  latest?: string[];
  /** What is there before the messages; these then begin after the newest one. */
  snapshot?: Snapshot;
  /** How many messages may come before `more` is called; any number when left out. */
  credit?: number;
  /** Called where the server ends it. */
  onEnd?(reason: string): void;
}

/** A value that can be compared. */
export type Scalar = string | number | boolean;

/** The state of a component, which a query returns range by range, in the order of a key. */
export interface Snapshot {
  /** The input channel of the component. */
  channel: string;
  /** The method that returns a range: {rows: [...], next: LAST_KEY}; it takes that key as the argument `after`. */
  query: string;
  /** Its further arguments. */
  arguments?: Record<string, unknown>;
  /** The method of the messages that rows are. */
  rows: string;
  /** The field of a message that is its key. */
  key: string;
  /** Called where all so far does not count, since a new snapshot comes. */
  onRestart?(reason: string): void;
  /** Called when the snapshot is complete. */
  onLive?(position: string): void;
}

export interface Subscription {
  /** Lets more messages come, where it was begun with a credit. */
  more(count: number): void;
  cancel(): void;
  /** Ends what is followed and begins anew with other options, such as another filter. */
  restart(options: FollowOptions): void;
  /** The position of the last message, or where it has begun; null before that. */
  readonly last: string | null;
}

export interface AnswerOptions {
  /** Says when nobody waits for the answer any more. */
  signal?: AbortSignal;
}

/** A connection to a server for clients, which connects again by itself. */
export class MillraceClient {
  /** Several addresses are those of one host and its spare, which are tried in turn. */
  constructor(url: string | string[], options?: ClientOptions);
  follow(channel: string, onMessage: (message: Message) => void, options?: FollowOptions): Subscription;
  /** Resolves with the number of the call once it is in the channel; arguments are by the names of the parameters. */
  append(channel: string, method: string, args: Record<string, unknown>): Promise<number>;
  /** Resolves with the result of a call that the component answers; it is carried out once. */
  call(channel: string, method: string, args: Record<string, unknown>, options?: AnswerOptions): Promise<any>;
  /** Resolves with the result of a query, which changes nothing. */
  query(
    channel: string,
    method: string,
    args: Record<string, unknown>,
    options?: AnswerOptions & {
      /** A position of the component's input or output, as messages have it, which the result shows. */
      after?: string;
    },
  ): Promise<any>;
  close(): void;
}
