import { startHistoryService, type HistoryService } from '../history-service/server.ts';
import { readArguments } from '../tools/read-arguments.ts';
import { randomOutages } from './outages.ts';
import type { PriceServiceOptions } from './server.ts';
import { startPriceServices } from './services.ts';
import { isTampering, TAMPERINGS, type Tampering } from './tampering.ts';
import { LOCAL_IDENTITY } from './test-signers.ts';

const HELP = `Serves seeded prices on this machine.

  --port N      default 8080; 0: any free port
  --services N  so many services that agree, at this port and the next ones
  --lag S,S,…   how old the newest prices of each one are, in seconds
  --outages     each one fails for 5 to 20 s now and then, at its own times
  --feeds N     generated feeds beside the well-known ones
  --rate N      stream updates a second, default 2.5
  --seed N      of the prices, default 1
  --replay DIR  serves the recorded answers of a directory instead
  --prefix P    path before every call
  --tamper KIND makes the signed updates lie:
                ${TAMPERINGS.join(', ')}
  --unsigned    filler in place of signatures
  --history     a history service as well, with candles that agree with the prices
  --help        prints this`;

const values = readArguments({
  help: { type: 'boolean', default: false },
  port: { type: 'string', default: '8080' },
  services: { type: 'string', default: '1' },
  lag: { type: 'string', default: '' },
  outages: { type: 'boolean', default: false },
  feeds: { type: 'string', default: '0' },
  rate: { type: 'string', default: '2.5' },
  seed: { type: 'string', default: '1' },
  replay: { type: 'string' },
  prefix: { type: 'string', default: '' },
  tamper: { type: 'string' },
  unsigned: { type: 'boolean', default: false },
  history: { type: 'boolean', default: false },
});

if (values.help) {
  console.log(HELP);
  process.exit(0);
}

const lags = values.lag.split(',').map((seconds) => numberFrom('lag', seconds || '0'));
const services = await startPriceServices(
  Array.from({ length: Math.max(1, numberOf('services')) }, (_, place) => optionsOf(place)),
).catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error);
  process.exit(1);
});
for (const { url } of services.all) console.log(`Price service: ${url} (Ctrl-C stops it)`);
if (!values.unsigned && values.replay === undefined) console.log(signersText());

const history = values.history ? await startHistory() : undefined;
if (history) console.log(`History service: ${history.url}`);

for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => void Promise.all([services.close(), history?.close()]));
}

async function startHistory(): Promise<HistoryService> {
  const [port, count] = [numberOf('port'), services.all.length];
  return startHistoryService({
    port: port === 0 ? 0 : port + count,
    seed: numberOf('seed'),
    extraFeeds: numberOf('feeds'),
  });
}

function optionsOf(place: number): PriceServiceOptions {
  const port = numberOf('port');
  const seed = numberOf('seed');
  return {
    port: port === 0 ? 0 : port + place,
    extraFeeds: numberOf('feeds'),
    updatesPerSecond: numberOf('rate'),
    seed,
    prefix: values.prefix,
    signing: !values.unsigned,
    lagSeconds: lags[place] ?? 0,
    ...(values.outages && { outages: randomOutages(seed + place) }),
    ...tamperingOf(values.tamper),
    ...(values.replay === undefined ? {} : { replayDir: values.replay }),
  };
}

function numberOf(name: 'port' | 'services' | 'feeds' | 'rate' | 'seed'): number {
  return numberFrom(name, values[name]);
}

function numberFrom(name: string, text: string): number {
  const number = Number(text);
  if (!Number.isFinite(number) || number < 0) {
    console.error(`--${name} takes a number of 0 or more.`);
    process.exit(1);
  }
  return number;
}

function tamperingOf(kind: string | undefined): { tampering?: Tampering } {
  if (kind === undefined) return {};
  if (!isTampering(kind)) {
    console.error(`--tamper takes one of ${TAMPERINGS.join(', ')}.`);
    process.exit(1);
  }
  return { tampering: kind };
}

/** What a trust profile for this service needs. */
function signersText(): string {
  const { emitterChain, emitterAddress, setIndex, quorum, keys } = LOCAL_IDENTITY;
  return [
    `Signed by ${quorum} of the set ${setIndex} of ${keys.length} test keys:`,
    ...keys.map((key) => `  ${key}`),
    `for emitter ${emitterChain} / ${emitterAddress}`,
  ].join('\n');
}
