import { HermesClient } from '@pythnetwork/hermes-client';
import { PriceServiceClient } from '../../lib/price-service/index.ts';

// client.ts runs this in a separate process, so that the service's CPU time is not counted.

/** A task from the parent process. */
export type ProbeTask =
  | { kind: 'latest'; client: ClientName; ids: string[]; ms: number }
  | { kind: 'stream'; client: ClientName; ids: string[]; events: number };

export type ClientName = 'own' | 'official';

/** The probe's answer. For a stream, `opened` comes first: from then on the parent may send. */
export type ProbeAnswer =
  | { kind: 'latest'; requests: number; ms: number; cpuMs: number }
  | { kind: 'opened' }
  /** `arrivals`: the system's monotonic clock at each callback, in milliseconds. */
  | { kind: 'stream'; arrivals: number[]; cpuMs: number };

const [url = ''] = process.argv.slice(2);
const own = new PriceServiceClient(url);
const official = new HermesClient(url);

process.on('message', (task: ProbeTask) => {
  void (task.kind === 'latest' ? askLatest(task) : listen(task)).then(reply);
});

async function askLatest({
  client,
  ids,
  ms,
}: Extract<ProbeTask, { kind: 'latest' }>): Promise<ProbeAnswer> {
  const selected = client === 'own' ? own : official;
  const cpu = process.cpuUsage();
  const start = performance.now();
  let requests = 0;
  while (performance.now() - start < ms) {
    await selected.getLatestPriceUpdates(ids);
    requests += 1;
  }
  return { kind: 'latest', requests, ms: performance.now() - start, cpuMs: cpuSince(cpu) };
}

async function listen({
  client,
  ids,
  events,
}: Extract<ProbeTask, { kind: 'stream' }>): Promise<ProbeAnswer> {
  const arrivals: number[] = [];
  const done = Promise.withResolvers<void>();
  let cpu = process.cpuUsage();
  const recordArrival = (): void => {
    arrivals.push(Number(process.hrtime.bigint()) / 1e6);
    if (arrivals.length === events) done.resolve();
  };
  const opened = (): void => {
    cpu = process.cpuUsage();
    reply({ kind: 'opened' });
  };
  const close = await (client === 'own' ? listenOwn : listenOfficial)(ids, opened, recordArrival);
  await done.promise;
  const answer: ProbeAnswer = { kind: 'stream', arrivals, cpuMs: cpuSince(cpu) };
  close();
  return answer;
}

function listenOwn(
  ids: string[],
  opened: () => void,
  recordArrival: () => void,
): Promise<() => void> {
  const stream = own.getPriceUpdatesStream(ids);
  stream.addEventListener('open', opened);
  stream.addEventListener('update', ({ detail }) => {
    if (detail.parsed) recordArrival();
  });
  return Promise.resolve(() => stream.close());
}

/** The official client passes on the event's text; its caller has to parse it. */
async function listenOfficial(
  ids: string[],
  opened: () => void,
  recordArrival: () => void,
): Promise<() => void> {
  const stream = await official.getPriceUpdatesStream(ids);
  stream.addEventListener('open', opened);
  stream.addEventListener('message', ({ data }: { data: string }) => {
    if (JSON.parse(data).parsed) recordArrival();
  });
  return () => stream.close();
}

function cpuSince(before: NodeJS.CpuUsage): number {
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1_000;
}

function reply(answer: ProbeAnswer): void {
  process.send?.(answer);
}
