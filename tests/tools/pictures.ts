import { photographLanguage } from './picture-language.ts';
import { readArguments } from './read-arguments.ts';

const HELP = `npm run pictures -- --language LANGUAGE [--width PIXELS]

Photographs every view in one language and both themes, for whoever reads a translation or changes a
view: .output/pictures. LANGUAGE is a file of assets/locales, or pseudo. --width replaces the widths of
the popup (380) and of the options page (1000).`;

const { language, help, ...values } = readArguments({
  language: { type: 'string' },
  width: { type: 'string' },
  help: { type: 'boolean' },
});
const width = values.width === undefined ? undefined : Number(values.width);
const isWidthValid = width === undefined || (Number.isInteger(width) && width >= 200);
if (help || !isWidthValid || language === undefined) console.log(HELP);
else await photographLanguage(language, width);
