// Requests to the server that serves this page.

/** An answer of the server that is an error, or no answer. */
export class ApiError extends Error {
  constructor(status, message) {
    super(message);
    this.status = status;
  }
}

/** Returns the address of a path of the API with parameters; empty ones are left out. */
export function address(path, parameters = {}) {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(parameters)) {
    if (value !== null && value !== undefined && value !== '') {
      query.set(name, value);
    }
  }
  const text = query.toString();
  return 'api/' + path + (text === '' ? '' : '?' + text);
}

async function answer(response) {
  const text = await response.text();
  let body = null;
  try {
    body = JSON.parse(text);
  } catch {
    if (response.ok) {
      throw new ApiError(response.status, 'the server sent something that is not JSON');
    }
  }
  if (!response.ok) {
    throw new ApiError(response.status, body?.error ?? `the server answered with status ${response.status}`);
  }
  return body;
}

async function request(url, options) {
  let response;
  try {
    response = await fetch(url, options);
  } catch (error) {
    if (error.name === 'AbortError') {
      throw error;
    }
    if (error.name === 'TimeoutError') {
      throw new ApiError(0, 'the server does not answer in time');
    }
    throw new ApiError(0, 'the server does not answer');
  }
  return answer(response);
}

/** Returns what the API has under a path. */
export function get(path, parameters, signal) {
  return request(address(path, parameters), {signal, headers: {Accept: 'application/json'}});
}

/** Sends JSON text with the token of the administrator. */
export function post(path, json, token) {
  return request(address(path), {
    method: 'POST',
    headers: {'Content-Type': 'application/json', Authorization: 'Bearer ' + token},
    body: json,
  });
}

/**
 * Requests of one view: a new one ends the one before, and none answers after the view is closed. Errors go to the
 * given function.
 */
export class Requests {
  constructor(failed) {
    this.failed = failed;
    this.current = new Map();
  }

  /**
   * Gets a path and calls done with the answer; "key" names the place whose newest request counts. With "limitMs" one
   * that takes longer has failed.
   */
  async get(key, path, parameters, done, limitMs = null) {
    this.cancel(key);
    const controller = new AbortController();
    this.current.set(key, controller);
    try {
      const {signal} = controller;
      const limited = limitMs === null ? signal : AbortSignal.any([signal, AbortSignal.timeout(limitMs)]);
      const body = await get(path, parameters, limited);
      if (!controller.signal.aborted) {
        done(body);
      }
    } catch (error) {
      if (!controller.signal.aborted) {
        this.failed(error, key);
      }
    } finally {
      if (this.current.get(key) === controller) {
        this.current.delete(key);
      }
    }
  }

  isRunning(key) {
    return this.current.has(key);
  }

  cancel(key) {
    this.current.get(key)?.abort();
    this.current.delete(key);
  }

  close() {
    this.current.forEach(controller => controller.abort());
    this.current.clear();
  }
}
