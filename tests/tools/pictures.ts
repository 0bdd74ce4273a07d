import { photographLanguage } from './picture-language.ts';
import { photographStates } from './picture-states.ts';
import { readArguments } from './read-arguments.ts';

const HELP = `npm run pictures -- --language LANGUAGE [--width PIXELS]
npm run pictures -- --states [--only TEXT] [--language LANGUAGE]

Photographs the pages in both themes: .output/pictures.

--language: every view in one language, for whoever reads a translation. LANGUAGE is a file of
assets/locales, or pseudo. --width replaces the widths of the popup (380) and of the options
page (1000).
--states: the list and the detail in every state of their prices and of the connection, and the steps
to live prices, in the sizes of windows from the narrowest to the widest. --only: the states whose names have this text.
--language: in this language instead of English.`;

const values = readArguments({
  language: { type: 'string' },
  width: { type: 'string' },
  states: { type: 'boolean' },
  only: { type: 'string', default: '' },
  help: { type: 'boolean' },
});
const width = values.width === undefined ? undefined : Number(values.width);
const isWidthValid = width === undefined || (Number.isInteger(width) && width >= 200);
if (values.help || !isWidthValid) console.log(HELP);
else if (values.states) await photographStates(values.only, values.language);
else if (values.language !== undefined) await photographLanguage(values.language, width);
else console.log(HELP);
