/** A message of a channel. */
export interface Message {
  /** Where a client continues after it: the id of the journal and its index. */
  readonly index: string;
  /** When it was written, as ISO 8601 in UTC. */
  readonly time: string;
  readonly method: string;
  /** The argument, or an array of several or none; missing where the message can no longer be read. */
  readonly arguments?: any;
  /** The subject whose key was deleted, in place of the arguments. */
  readonly forgotten?: string;
}

export interface ClientOptions {
  /** Called when the connection is there, lost, or closed by this side. */
  onState?(state: 'connected' | 'disconnected' | 'closed'): void;
  /** Called with what the server refuses, except for calls that were appended. */
  onError?(reason: string): void;
  /** The class to use where there is no global WebSocket. */
  WebSocket?: unknown;
}

export interface FollowOptions {
  /** The index of a message after which it begins. */
  after?: string;
  /** Where it begins without an index; the newest when left out. */
  first?: 'OLDEST' | 'NEWEST';
  /** The methods that are wanted; all when left out. */
  methods?: string[];
  /**
   * The fields of arguments that are wanted, each with its name in the message, as in {price: 'p'}; a field of an inner
   * message is a path with dots. All arguments as they are when left out.
   */
  fields?: Record<string, string>;
  /** How many messages may come before `more` is called; any number when left out. */
  credit?: number;
  /** Called where the server ends it. */
  onEnd?(reason: string): void;
}

export interface Subscription {
  /** Lets more messages come, where it was begun with a credit. */
  more(count: number): void;
  cancel(): void;
  /** The index of the last message, or null. */
  readonly last: string | null;
}

/** A connection to a server for clients, which connects again by itself. */
export class MillraceClient {
  constructor(url: string, options?: ClientOptions);
  follow(channel: string, onMessage: (message: Message) => void, options?: FollowOptions): Subscription;
  /** Resolves with the number of the call once it is in the channel. */
  append(channel: string, method: string, args: unknown): Promise<number>;
  close(): void;
}
