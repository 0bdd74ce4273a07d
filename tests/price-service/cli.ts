import { parseArgs } from 'node:util';
import { startPriceService } from './server.ts';

const { values } = parseArgs({
  options: {
    port: { type: 'string', default: '8080' },
    feeds: { type: 'string', default: '0' },
    rate: { type: 'string', default: '2.5' },
    seed: { type: 'string', default: '1' },
    replay: { type: 'string' },
    prefix: { type: 'string', default: '' },
  },
});

const service = await startPriceService({
  port: numberOf('port'),
  extraFeeds: numberOf('feeds'),
  updatesPerSecond: numberOf('rate'),
  seed: numberOf('seed'),
  prefix: values.prefix,
  ...(values.replay === undefined ? {} : { replayDir: values.replay }),
}).catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error);
  process.exit(1);
});
console.log(`Price service: ${service.url} (Ctrl-C stops it)`);

for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => void service.close());
}

function numberOf(name: 'port' | 'feeds' | 'rate' | 'seed'): number {
  const number = Number(values[name]);
  if (!Number.isFinite(number) || number < 0) {
    console.error(`--${name} takes a number of 0 or more.`);
    process.exit(1);
  }
  return number;
}
