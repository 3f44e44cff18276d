// Numbers as people read them. Everything that is unknown is a dash.

export const NONE = '–';
const COUNT = new Intl.NumberFormat('en-US', {maximumFractionDigits: 0});

function isNumber(value) {
  return typeof value === 'number' && Number.isFinite(value);
}

/** Three significant digits, without a fraction from 100 on. */
function three(value) {
  const size = Math.abs(value);
  return size >= 99.95 ? value.toFixed(0) : size >= 9.995 ? value.toFixed(1) : value.toFixed(2);
}

function scaled(value, base, units) {
  let unit = 0;
  let rest = value;
  while (Math.abs(rest) >= base * 0.9995 && unit < units.length - 1) {
    rest /= base;
    unit++;
  }
  return {rest, unit: units[unit], whole: unit === 0};
}

/** A count in full, 1,234,567, shortened from ten million on. */
export function count(value) {
  if (!isNumber(value)) {
    return NONE;
  }
  return Math.abs(value) < 1e7 ? COUNT.format(value) : short(value);
}

/** How many messages are unread: a number, a bound, or unknown. */
export function unreadText(state) {
  return isNumber(state?.unread)
    ? count(state.unread)
    : isNumber(state?.unreadAtMost)
      ? `≤ ${count(state.unreadAtMost)}`
      : NONE;
}

/** A count in at most five characters: 950, 1.23 K, 45.0 M. */
export function short(value) {
  if (!isNumber(value)) {
    return NONE;
  }
  const {rest, unit, whole} = scaled(value, 1000, ['', ' K', ' M', ' G', ' T']);
  return (whole ? COUNT.format(rest) : three(rest)) + unit;
}

/** Messages a second. */
export function rate(value) {
  if (!isNumber(value)) {
    return NONE;
  }
  return (value > 0 && value < 9.95 ? value.toFixed(1) : short(value)) + '/s';
}

/** Bytes in powers of 1,024. */
export function bytes(value) {
  if (!isNumber(value)) {
    return NONE;
  }
  const {rest, unit, whole} = scaled(value, 1024, [' B', ' KiB', ' MiB', ' GiB', ' TiB']);
  return (whole ? COUNT.format(rest) : three(rest)) + unit;
}

/** Bytes a second. */
export function bytesRate(value) {
  return isNumber(value) ? bytes(value) + '/s' : NONE;
}

/** A duration given in nanoseconds, in the unit that people would use. */
export function duration(ns) {
  if (!isNumber(ns)) {
    return NONE;
  }
  const size = Math.abs(ns);
  if (size < 1000) {
    return Math.round(ns) + ' ns';
  }
  if (size < 999.5e3) {
    return three(ns / 1e3) + ' µs';
  }
  if (size < 999.5e6) {
    return three(ns / 1e6) + ' ms';
  }
  if (size < 120e9) {
    return three(ns / 1e9) + ' s';
  }
  const seconds = Math.round(size / 1e9);
  const [days, hours, minutes] = [
    Math.floor(seconds / 86400),
    Math.floor(seconds / 3600) % 24,
    Math.floor(seconds / 60) % 60,
  ];
  const text =
    days > 0 ? `${days} d ${hours} h` : hours > 0 ? `${hours} h ${minutes} min` : `${minutes} min ${seconds % 60} s`;
  return (ns < 0 ? '-' : '') + text;
}

/** A share from 0 to 1 in percent. */
export function percent(value) {
  return isNumber(value) ? (value * 100).toFixed(value > 0 && value < 0.0995 ? 1 : 0) + ' %' : NONE;
}

/** The time of day of an ISO text, to the microsecond if it has one. */
export function time(iso) {
  const parts = /T(\d\d:\d\d:\d\d)(\.\d{1,6})?/.exec(iso ?? '');
  return parts ? parts[1] + (parts[2] ?? '') : iso || NONE;
}

/** Date and time of an ISO text to the second. */
export function dateTime(iso) {
  const parts = /^(\d{4,}-\d\d-\d\d)T(\d\d:\d\d:\d\d)/.exec(iso ?? '');
  return parts ? `${parts[1]} ${parts[2]}` : iso || NONE;
}

/** Returns the nanoseconds from one ISO text to another; a date alone has milliseconds at best. */
export function betweenNs(from, to) {
  const [[startMs, startNs], [endMs, endNs]] = [from, to].map(text => {
    const [, whole, fraction = ''] = /^(.*?)(?:\.(\d+))?Z$/.exec(text ?? '') ?? [];
    return [Date.parse(whole + 'Z'), Number(fraction.padEnd(9, '0').slice(0, 9))];
  });
  return (endMs - startMs) * 1e6 + endNs - startNs;
}

/** A word of the server, ABC_DEF, as people write it. */
export function word(text) {
  return text ? text.charAt(0).toUpperCase() + text.slice(1).toLowerCase().replaceAll('_', ' ') : NONE;
}

/** The type of a column of a table that a module adds, as a function from value to text. */
export function byType(type) {
  return (
    {count, bytes, ns: duration, rate, time: dateTime}[type] ??
    (value => (value === null || value === undefined ? NONE : String(value)))
  );
}

/** A name or path as a word of a shell command. */
export function shellWord(text) {
  return /^[\w@%+=:,./-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`;
}
