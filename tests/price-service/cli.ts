import { readArguments } from '../tools/read-arguments.ts';
import { startPriceService } from './server.ts';
import { isTampering, TAMPERINGS, type Tampering } from './tampering.ts';
import { LOCAL_IDENTITY } from './test-signers.ts';

const HELP = `Serves seeded prices on this machine.

  --port N      default 8080; 0: any free port
  --feeds N     generated feeds beside the well-known ones
  --rate N      stream updates a second, default 2.5
  --seed N      of the prices, default 1
  --replay DIR  serves the recorded answers of a directory instead
  --prefix P    path before every call
  --tamper KIND makes the signed updates lie:
                ${TAMPERINGS.join(', ')}
  --unsigned    filler in place of signatures
  --help        prints this`;

const values = readArguments({
  help: { type: 'boolean', default: false },
  port: { type: 'string', default: '8080' },
  feeds: { type: 'string', default: '0' },
  rate: { type: 'string', default: '2.5' },
  seed: { type: 'string', default: '1' },
  replay: { type: 'string' },
  prefix: { type: 'string', default: '' },
  tamper: { type: 'string' },
  unsigned: { type: 'boolean', default: false },
});

if (values.help) {
  console.log(HELP);
  process.exit(0);
}

const service = await startPriceService({
  port: numberOf('port'),
  extraFeeds: numberOf('feeds'),
  updatesPerSecond: numberOf('rate'),
  seed: numberOf('seed'),
  prefix: values.prefix,
  signing: !values.unsigned,
  ...tamperingOf(values.tamper),
  ...(values.replay === undefined ? {} : { replayDir: values.replay }),
}).catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error);
  process.exit(1);
});
console.log(`Price service: ${service.url} (Ctrl-C stops it)`);
if (!values.unsigned && values.replay === undefined) console.log(signersText());

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
