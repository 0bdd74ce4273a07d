import { readArguments } from '../tools/read-arguments.ts';
import { takeStorePictures } from './store/pictures.ts';

const HELP = `npm run release:pictures -- --language LANGUAGE

Takes the stores' pictures in one language, a file of assets/locales: .output/store/LANGUAGE.`;

const { language, help } = readArguments({
  language: { type: 'string' },
  help: { type: 'boolean', short: 'h' },
});

if (help || language === undefined) console.log(HELP);
else console.log((await takeStorePictures(language)).join('\n'));
