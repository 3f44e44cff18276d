// A classic script in the head, so that the page is never painted in the wrong theme.
'use strict';
(function () {
  const KEY = 'millrace-theme';
  const read = () => {
    try {
      return localStorage.getItem(KEY);
    } catch {
      return null; // storage is switched off: the theme then lasts as long as the page
    }
  };
  const set = theme => {
    if (theme === 'light' || theme === 'dark') {
      document.documentElement.dataset.theme = theme;
    } else {
      delete document.documentElement.dataset.theme;
    }
  };
  set(read());
  window.millraceTheme = {
    get: () => document.documentElement.dataset.theme ?? 'system',
    set: theme => {
      set(theme);
      try {
        localStorage.setItem(KEY, theme);
      } catch {
        // as above
      }
      document.dispatchEvent(new Event('theme'));
    },
  };
  matchMedia('(prefers-color-scheme: dark)').addEventListener('change', () =>
    document.dispatchEvent(new Event('theme')),
  );
})();
