import { parseArgs, type ParseArgsConfig } from 'node:util';

/** Reads the arguments of this process. Ends it with a message if they are not valid. */
export function readArguments<const Options extends NonNullable<ParseArgsConfig['options']>>(
  options: Options,
) {
  return readWithNames(options, false).values;
}

/** The same; arguments that aren't options are names. */
export function readWithNames<const Options extends NonNullable<ParseArgsConfig['options']>>(
  options: Options,
  allowPositionals = true,
) {
  try {
    return parseArgs({ options, allowPositionals });
  } catch (error) {
    console.error(`${error instanceof Error ? error.message : String(error)} (see --help)`);
    return process.exit(1);
  }
}
