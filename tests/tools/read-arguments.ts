import { parseArgs, type ParseArgsConfig } from 'node:util';

/** The arguments of this run; ones that cannot be read end it with a sentence. */
export function readArguments<const Options extends NonNullable<ParseArgsConfig['options']>>(
  options: Options,
) {
  try {
    return parseArgs({ options }).values;
  } catch (error) {
    console.error(`${error instanceof Error ? error.message : String(error)} (see --help)`);
    return process.exit(1);
  }
}
