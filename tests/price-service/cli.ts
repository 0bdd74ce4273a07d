import { startHistoryService } from '../history-service/server.ts';
import { readArguments } from '../tools/read-arguments.ts';
import { startPriceServices } from './services.ts';
import { LOCAL_IDENTITY } from './test-signers.ts';

const HELP = `npm run price-service -- [options]

Serves simulated prices on this machine, and past prices that agree with them.

  --port N      default 8080; the next ones are used, too
  --services N  so many price services that agree; default 1
  --help        this text`;

const values = readArguments({
  port: { type: 'string', default: '8080' },
  services: { type: 'string', default: '1' },
  help: { type: 'boolean', short: 'h', default: false },
});
const [port, count] = [Number(values.port), Number(values.services)];

if (values.help) console.log(HELP);
else if (!(port > 0 && count > 0)) {
  console.error('--port and --services take a number above 0.');
  process.exitCode = 1;
} else await start();

async function start(): Promise<void> {
  const services = await startPriceServices(
    Array.from({ length: count }, (_, place) => ({ port: port + place })),
  );
  const history = await startHistoryService({ port: port + count });
  for (const { url } of services.all) console.log(`Price service: ${url} (Ctrl-C stops it)`);
  console.log(`History service: ${history.url}`);
  console.log(signersText());
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(signal, () => void Promise.all([services.close(), history.close()]));
  }
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
