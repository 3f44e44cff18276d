// The confirmation of an order, and the token of the administrator, which is kept in memory and gone with the page.

import {h, setText, setShown} from './dom.js';

export const administrator = {token: ''};

/** Returns {element, ask(text, data)}: a dialog, and a promise of whether the user wants it. */
export function confirmation({asksToken = false} = {}) {
  const text = h('p', {class: 'confirm-text'});
  const data = h('pre', {class: 'message-text', tabindex: 0, 'aria-label': 'The order'});
  const token = h('input', {type: 'password', name: 'confirm-token', autocomplete: 'off'});
  token.addEventListener('input', () => (administrator.token = token.value));
  const tokenField = h('label', {class: 'labelled'}, h('span', {}, 'Token of the administrator'), token);
  const element = h(
    'dialog',
    {'aria-label': 'Confirm'},
    h('h2', {}, 'Are you sure?'),
    text,
    data,
    asksToken ? tokenField : null,
    h(
      'div',
      {class: 'dialog-buttons'},
      h('button', {type: 'button', class: 'button', onclick: () => element.close('no')}, 'Cancel'),
      h('button', {type: 'button', class: 'button danger', onclick: () => element.close('yes')}, 'Do it'),
    ),
  );
  return {
    element,
    ask(what, json) {
      setText(text, what);
      setText(data, pretty(json));
      token.value = administrator.token;
      setShown(tokenField, administrator.token === '');
      element.returnValue = 'no';
      element.showModal();
      return new Promise(resolve =>
        element.addEventListener('close', () => resolve(element.returnValue === 'yes'), {once: true}),
      );
    },
  };
}

// The text of the order itself, since parsing would round large numbers.
function pretty(json) {
  return json.replace(/([,{])"/g, '$1\n  "').replace(/}$/, '\n}');
}
