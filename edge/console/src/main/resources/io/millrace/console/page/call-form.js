// The form of a call, made from its schema: fields of messages one inside the other, and JSON for what has no form.

import {h} from './dom.js';

const INTEGERS = new Set(['byte', 'short', 'int', 'long', 'big_integer', 'year']);
const DECIMALS = new Set(['float', 'double', 'big_decimal']);
const JSON_TYPES = new Set(['list', 'set', 'array', 'map', 'union']);
const NUMBER = /^-?(0|[1-9]\d*)(\.\d+)?([eE][+-]?\d+)?$/;
const EXAMPLES = {
  instant: '2026-03-02T08:00:00Z',
  local_date: '2026-03-02',
  local_time: '08:00:00',
  duration: 'PT1.5S',
  bytes: 'base 64',
  list: '[…]',
  set: '[…]',
  array: '[…]',
  map: '{"key": …}',
  union: '{"@type": "…"}',
};

/** Returns {element, json()} for the parameters of a call; json() throws an error that names the field. */
export function callForm(parameters) {
  const editors = parameters.map(field => editor(field, field.name));
  return {
    element: h(
      'div',
      {class: 'form-grid'},
      editors.map(each => each.element),
      editors.length === 0 ? h('p', {class: 'note'}, 'The call has no parameters.') : null,
    ),
    // One argument is its value, several are an array of them.
    json: () => (editors.length === 1 ? (editors[0].json() ?? 'null') : `[${editors.map(e => e.json() ?? 'null')}]`),
  };
}

function editor(field, path) {
  if (field.type === 'message' && field.fields) {
    return message(field, path);
  }
  if (field.type === 'enum' || field.type === 'boolean') {
    return choice(field, path);
  }
  return JSON_TYPES.has(field.type) || field.type === 'message' ? free(field, path) : scalar(field, path);
}

function labelled(field, input) {
  const type = field.typeName ?? field.type?.replaceAll('_', ' ') ?? '';
  const text = `${field.name}: ${type}${field.nullable ? ', may be empty' : ''}`;
  return h('label', {class: 'labelled'}, h('span', {}, text), input);
}

/** An object of its fields; empty ones are left out. */
function message(field, path) {
  const editors = field.fields.map(each => [each.name, editor(each, `${path}.${each.name}`)]);
  return {
    element: h(
      'fieldset',
      {class: 'group'},
      h('legend', {}, `${field.name}: ${field.typeName ?? 'message'}`),
      h(
        'div',
        {class: 'form-grid'},
        editors.map(([, each]) => each.element),
      ),
    ),
    json() {
      const members = editors.map(([name, each]) => [name, each.json()]).filter(([, value]) => value !== null);
      return `{${members.map(([name, value]) => `${JSON.stringify(name)}:${value}`)}}`;
    },
  };
}

function choice(field, path) {
  const values = field.type === 'enum' ? (field.values ?? []) : ['false', 'true'];
  const input = h(
    'select',
    {name: path},
    field.nullable ? h('option', {value: ''}, '(empty)') : null,
    values.map(value => h('option', {value}, value)),
  );
  const json = () => (input.value === '' ? null : field.type === 'enum' ? JSON.stringify(input.value) : input.value);
  return {element: labelled(field, input), json};
}

/** Numbers keep all their digits: they are never parsed here. */
function scalar(field, path) {
  const isInteger = INTEGERS.has(field.type);
  const isNumber = isInteger || DECIMALS.has(field.type);
  const input = h('input', {
    name: path,
    autocomplete: 'off',
    spellcheck: 'false',
    placeholder: EXAMPLES[field.type],
    inputmode: isInteger ? 'numeric' : isNumber ? 'decimal' : null,
  });
  const json = () => {
    const text = isNumber ? input.value.trim() : input.value;
    if (text === '' && (field.nullable || isNumber)) {
      return field.nullable ? null : fail(input, `a number is missing field=${path}`);
    }
    if (isNumber && (!NUMBER.test(text) || (isInteger && !/^-?\d+$/.test(text)))) {
      fail(input, `not a number field=${path} value=${text}`);
    }
    return isNumber ? text : JSON.stringify(text);
  };
  return {element: labelled(field, input), json};
}

function free(field, path) {
  const input = h('textarea', {name: path, rows: 2, spellcheck: 'false', placeholder: EXAMPLES[field.type] ?? 'JSON'});
  const json = () => {
    const text = input.value.trim();
    try {
      return text === '' ? null : (JSON.parse(text), text);
    } catch (error) {
      return fail(input, `not JSON field=${path}: ${error.message}`);
    }
  };
  return {element: labelled(field, input), json};
}

function fail(input, text) {
  input.focus();
  throw new Error(text);
}
