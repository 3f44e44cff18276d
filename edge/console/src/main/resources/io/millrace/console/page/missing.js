// What is shown instead of a view: an unknown address, a server that does not answer, a token that is missing.

import {h, setText} from './dom.js';
import {View, heading} from './parts.js';

class Missing extends View {
  build() {
    this.append(
      heading('There is nothing here'),
      this.problem,
      h('p', {class: 'description'}, 'The address names no view. ', h('a', {href: '#/'}, 'Overview')),
    );
  }

  /** Shows why the console cannot begin. */
  explain(error) {
    if (error.status !== 401) {
      this.replaceChildren(
        heading('No answer from the server'),
        this.problem,
        h('p', {class: 'description'}, 'The page tries again by itself.'),
      );
      this.failed(error);
      return;
    }
    const input = h('input', {type: 'password', name: 'token', autocomplete: 'off', required: true});
    this.replaceChildren(
      heading('This console needs a token'),
      this.problem,
      h('p', {class: 'description'}, 'It is part of the address that the command printed when it started.'),
      h(
        'form',
        {
          class: 'panel token',
          onsubmit: event => {
            event.preventDefault();
            location.replace('?token=' + encodeURIComponent(input.value));
          },
        },
        h('label', {class: 'labelled'}, h('span', {}, 'Token'), input),
        h('button', {class: 'button primary'}, 'Open'),
      ),
    );
    setText(this.problem, '');
  }
}

customElements.define('mr-missing', Missing);
