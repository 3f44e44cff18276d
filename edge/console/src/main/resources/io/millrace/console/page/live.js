// The connection that brings the newest state. The server sends a frame only when the last one was confirmed, and the
// page confirms after it has drawn: a slow page gets fewer frames, never old ones. A hidden page only confirms.

const BACK_OFF_MS = [500, 1000, 2000, 4000, 8000, 15000];
const SILENCE_MS = 10_000;

/** Events: "frame" before drawing, "state" when the connection changes, "open" when it is there. */
export class Live extends EventTarget {
  /** @param draw is called with the newest frame, at most once for each picture of the screen */
  constructor(url, draw) {
    super();
    this.url = url;
    this.draw = draw;
    this.state = 'connecting';
    this.reason = '';
    this.attempts = 0;
    this.frame = null;
    this.confirmed = null;
    this.requested = false;
    this.follow = null;
    document.addEventListener('visibilitychange', () => this.visibilityChanged());
    setInterval(() => this.watch(), 1000);
  }

  connect() {
    clearTimeout(this.timer);
    this.retryAt = null;
    this.heardAt = performance.now();
    const socket = new WebSocket(this.url);
    this.socket = socket;
    socket.onopen = () => {
      this.confirmed = null;
      if (this.follow !== null) {
        this.send({follow: this.follow});
      }
      this.dispatchEvent(new Event('open'));
    };
    socket.onmessage = event => this.received(socket, event.data);
    socket.onclose = event => this.closed(socket, event);
  }

  received(socket, data) {
    if (socket !== this.socket) {
      return;
    }
    this.heardAt = performance.now();
    this.frame = JSON.parse(data);
    if (this.state !== 'open') {
      this.attempts = 0;
      this.lostAt = null;
      this.become('open', '');
    }
    this.dispatchEvent(new CustomEvent('frame', {detail: this.frame}));
    if (document.hidden) {
      this.confirm();
    } else if (!this.requested) {
      this.requested = true;
      requestAnimationFrame(() => this.drawNow());
    }
  }

  drawNow() {
    this.requested = false;
    if (this.frame === null) {
      return;
    }
    try {
      this.draw(this.frame);
    } finally {
      this.confirm();
    }
  }

  confirm() {
    if (this.frame !== null && this.confirmed !== this.frame.seq) {
      this.confirmed = this.frame.seq;
      this.send({confirm: this.frame.seq});
    }
  }

  /** Asks for the newest messages of a channel in each frame from now on, or with null for none. */
  setFollow(follow) {
    this.follow = follow;
    this.send({follow});
  }

  send(message) {
    if (this.socket?.readyState === WebSocket.OPEN) {
      this.socket.send(JSON.stringify(message));
    }
  }

  closed(socket, event) {
    if (socket !== this.socket) {
      return;
    }
    this.socket = null;
    this.lostAt ??= Date.now();
    const wait = BACK_OFF_MS[Math.min(this.attempts++, BACK_OFF_MS.length - 1)] * (0.8 + 0.4 * Math.random());
    this.retryAt = Date.now() + wait;
    this.timer = setTimeout(() => this.connect(), wait);
    this.become('lost', event.reason || '');
  }

  /** Tries again at once. */
  retry() {
    if (this.socket === null) {
      this.connect();
    }
  }

  // A machine that has vanished closes nothing.
  watch() {
    if (this.socket && performance.now() - this.heardAt > SILENCE_MS) {
      const silent = this.socket;
      this.closed(silent, {reason: `the server was silent for ${SILENCE_MS / 1000} s`});
      silent.close();
    } else if (this.state === 'lost') {
      this.dispatchEvent(new Event('state')); // the time until the next attempt
    }
  }

  become(state, reason) {
    this.state = state;
    this.reason = reason;
    this.dispatchEvent(new Event('state'));
  }

  visibilityChanged() {
    if (document.hidden) {
      this.confirm();
    } else if (this.frame !== null && !this.requested) {
      this.requested = true;
      requestAnimationFrame(() => this.drawNow());
    }
  }
}
