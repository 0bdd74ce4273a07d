import { startHistoryService } from '../history-service/server.ts';
import { readArguments } from '../tools/read-arguments.ts';
import { startPriceServices } from './services.ts';
import { isTampering, TAMPERINGS } from './tampering.ts';
import { LOCAL_IDENTITY } from './test-signers.ts';

const HELP = `Serves seeded prices on this machine.

  --port N      default 8080; 0: any free port
  --services N  so many services that agree, at this port and the next ones
  --feeds N     generated feeds beside the well-known ones
  --rate N      stream updates a second, default 2.5
  --seed N      of the prices, default 1
  --prefix P    path before every call
  --tamper KIND makes the signed updates lie:
                ${TAMPERINGS.join(', ')}
  --history     a history service as well, with candles that agree with the prices
  --help        prints this`;

const values = readArguments({
  help: { type: 'boolean', default: false },
  port: { type: 'string', default: '8080' },
  services: { type: 'string', default: '1' },
  feeds: { type: 'string', default: '0' },
  rate: { type: 'string', default: '2.5' },
  seed: { type: 'string', default: '1' },
  prefix: { type: 'string', default: '' },
  tamper: { type: 'string' },
  history: { type: 'boolean', default: false },
});

if (values.help) console.log(HELP);
else {
  await start().catch((error: unknown) => {
    console.error(error instanceof Error ? error.message : error);
    process.exit(1);
  });
}

async function start(): Promise<void> {
  const { prefix, tamper: tampering } = values;
  if (tampering !== undefined && !isTampering(tampering)) {
    throw new Error(`--tamper takes one of ${TAMPERINGS.join(', ')}.`);
  }
  const port = numberOf('port');
  const common = { seed: numberOf('seed'), extraFeeds: numberOf('feeds') };
  const options = { ...common, updatesPerSecond: numberOf('rate'), prefix };
  const services = await startPriceServices(
    Array.from({ length: Math.max(1, numberOf('services')) }, (_, place) => ({
      ...options,
      port: port === 0 ? 0 : port + place,
      ...(tampering && { tampering }),
    })),
  );
  for (const { url } of services.all) console.log(`Price service: ${url} (Ctrl-C stops it)`);
  console.log(signersText());
  const next = port === 0 ? 0 : port + services.all.length;
  const history = values.history ? await startHistoryService({ ...common, port: next }) : undefined;
  if (history) console.log(`History service: ${history.url}`);
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(signal, () => void Promise.all([services.close(), history?.close()]));
  }
}

function numberOf(name: 'port' | 'services' | 'feeds' | 'rate' | 'seed'): number {
  const number = Number(values[name]);
  if (Number.isFinite(number) && number >= 0) return number;
  throw new Error(`--${name} takes a number of 0 or more.`);
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
