import { readArguments } from '../tools/read-arguments.ts';
import { takeProjectPictures } from './store/project-pictures.ts';
import { takeStorePictures } from './store/pictures.ts';

const HELP = `npm run release:pictures -- --language LANGUAGE
npm run release:pictures -- --project

--language: takes the stores' pictures in one language, a file of assets/locales:
.output/store/LANGUAGE.
--project: takes the pictures of the README: assets.`;

const { language, project, help } = readArguments({
  language: { type: 'string' },
  project: { type: 'boolean' },
  help: { type: 'boolean', short: 'h' },
});

if (help) console.log(HELP);
else if (project) console.log((await takeProjectPictures()).join('\n'));
else if (language === undefined) console.log(HELP);
else console.log((await takeStorePictures(language)).join('\n'));
