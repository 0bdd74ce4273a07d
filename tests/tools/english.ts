import { readLocale, textsOf } from './locale-texts.ts';

// Gives Node what the browser has: the messages. Import it before anything that shows texts.

const texts = textsOf(readLocale('en'));

Object.assign(globalThis, {
  chrome: {
    i18n: { getMessage: (name: string) => texts.get(name) ?? '', getUILanguage: () => 'en' },
  },
});
