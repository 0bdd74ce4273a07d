import { readArguments } from '../tools/read-arguments.ts';
import { photographLanguage } from './every-view.ts';
import { takeProjectPictures } from './project-pictures.ts';
import { takeStorePictures } from './store-pictures.ts';

const HELP = `npm run pictures -- [options]

Photographs the extension with local services. A LANGUAGE is a file of assets/locales, or pseudo.

  --language LANGUAGE  every view in both themes, for whoever reads a translation or changes a
                       view: .output/pictures
  --width PIXELS       instead of the widths of the popup (380) and of the options page (1000)
  --store LANGUAGE     the pictures for the stores: .output/store/LANGUAGE
  --project            the pictures of the README: assets
  --help               this text`;

const { language, store, project, ...values } = readArguments({
  language: { type: 'string' },
  width: { type: 'string' },
  store: { type: 'string' },
  project: { type: 'boolean' },
  help: { type: 'boolean', short: 'h' },
});
const width = values.width === undefined ? undefined : Number(values.width);

if (values.help || (width !== undefined && !(width >= 200))) console.log(HELP);
else if (language !== undefined) print(await photographLanguage(language, width));
else if (store !== undefined) print(await takeStorePictures(store));
else if (project) print(await takeProjectPictures());
else console.log(HELP);

function print(files: readonly string[]): void {
  console.log(files.join('\n'));
}
