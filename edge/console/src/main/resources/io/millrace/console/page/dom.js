// Building and changing the document. Text is only ever set as text; there is no way here to pass markup.

const SVG = 'http://www.w3.org/2000/svg';

function fill(element, attributes, children) {
  for (const [name, value] of Object.entries(attributes ?? {})) {
    if (value === null || value === undefined || value === false) {
      continue;
    }
    if (name.startsWith('on')) {
      element.addEventListener(name.slice(2), value);
    } else if (name in element && typeof value === 'boolean') {
      element[name] = value;
    } else {
      element.setAttribute(name, value === true ? '' : value);
    }
  }
  append(element, children);
  return element;
}

function append(element, children) {
  for (const child of children) {
    if (Array.isArray(child)) {
      append(element, child);
    } else if (child !== null && child !== undefined && child !== false) {
      element.append(child);
    }
  }
}

/** Creates an element. Attributes that begin with "on" are listeners; null and false leave an attribute out. */
export function h(tag, attributes, ...children) {
  return fill(document.createElement(tag), attributes, children);
}

/** Creates an element of SVG. */
export function s(tag, attributes, ...children) {
  return fill(document.createElementNS(SVG, tag), attributes, children);
}

/** Sets the text of an element whose only child is a text node, and touches nothing if it is the same. */
export function setText(element, text) {
  const wanted = text === null || text === undefined ? '' : String(text);
  const first = element.firstChild;
  if (first === null) {
    if (wanted !== '') {
      element.append(wanted);
    }
  } else if (first.data !== wanted) {
    first.data = wanted;
  }
}

/** Sets or removes an attribute, and touches nothing if it is the same. */
export function setAttribute(element, name, value) {
  if (value === null || value === undefined || value === false) {
    if (element.hasAttribute(name)) {
      element.removeAttribute(name);
    }
  } else if (element.getAttribute(name) !== String(value)) {
    element.setAttribute(name, value);
  }
}

/** Shows or hides an element. */
export function setShown(element, shown) {
  if (element.hidden === shown) {
    element.hidden = !shown;
  }
}

/**
 * Rows that keep their nodes: the first row shows the first item, and only what differs is changed. create() returns an
 * object with the node as "element"; update(row, item) shows the item.
 */
export class Rows {
  constructor(parent, create, update) {
    this.parent = parent;
    this.create = create;
    this.updateRow = update;
    this.rows = [];
    this.shown = 0;
  }

  show(items) {
    for (let i = 0; i < items.length; i++) {
      if (i === this.rows.length) {
        this.rows.push(this.create());
      }
      const row = this.rows[i];
      if (i >= this.shown) {
        this.parent.append(row.element);
      }
      this.updateRow(row, items[i], i);
    }
    for (let i = items.length; i < this.shown; i++) {
      this.rows[i].element.remove();
    }
    this.shown = items.length;
  }
}

const ICONS = {
  source: 'M4 10h9M9.5 5.5 14 10l-4.5 4.500M17 4v12',
  component: 'M10 3l7 7-7 7-7-7z',
  gateway: 'M3 10h9M8.5 5.5 13 10l-4.5 4.500M12 3h5v14h-5',
  journal: 'M4 5h12M4 10h12M4 15h8',
  queue: 'M3 6h14v8H3zM8 6v8M13 6v8',
  direct: 'M3 10h14M13 6l4 4-4 4',
  overview: 'M3 4h5v5H3zM12 11h5v5h-5zM8 6.500h3.500a2 2 0 0 1 2 2V11',
  channels: 'M4 5h12M4 10h12M4 15h12',
  hosts: 'M3 4h14v5H3zM3 11h14v5H3zM6 6.500h2M6 13.500h2',
  latency: 'M3 16l4-7 3 4 3-8 4 6',
  readers: 'M4 16V9M10 16V4M16 16v-5',
  view: 'M3 4h14v12H3zM3 8.500h14M8 8.500V16',
  fix: 'M3 7h11M10.500 3.500 14 7l-3.500 3.500M17 13H6M9.500 9.500 6 13l3.500 3.500',
  ledger: 'M3 4h4v4H3zM3 12h4v4H3zM13 8h4v4h-4zM7 6h2l4 3M7 14h2l4-3',
  admin: 'M10 3l6 2.500v4c0 3.5-2.5 6-6 7.5-3.5-1.5-6-4-6-7.500v-4z',
  copy: 'M7 7V4h9v9h-3M4 7h9v9H4z',
  close: 'M5 5l10 10M15 5L5 15',
  next: 'M8 4l6 6-6 6',
  light:
    'M10 6.500a3.5 3.5 0 1 0 0 7 3.5 3.5 0 0 0 0-7zM10 2v1.500M10 16.500V18M2 10h1.500M16.5 10H18M4.3 4.300l1.1 1.100M14.6 14.600l1.1 1.100M4.3 15.700l1.1-1.100M14.6 5.400l1.1-1.1',
  dark: 'M16 12.500A7 7 0 0 1 7.5 4a6.5 6.5 0 1 0 8.5 8.500z',
  system: 'M3 4h14v9.500H3zM7 17h6M10 13.500V17',
};

/** Returns the path of an icon on a square of 20. */
export function iconPath(name) {
  return ICONS[name] ?? ICONS.view;
}

/** Creates an icon that says nothing to screen readers. */
export function icon(name) {
  return s(
    'svg',
    {class: 'icon', viewBox: '0 0 20 20', 'aria-hidden': 'true', focusable: 'false'},
    s('path', {d: iconPath(name)}),
  );
}
