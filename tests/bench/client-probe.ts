import { HermesClient } from '@pythnetwork/hermes-client';
import { PriceServiceClient } from '../../lib/price-service/index.ts';

// Run by client.ts in a process of its own, so that the service's work is not counted.

/** What the parent asks for. */
export type ProbeTask =
  | { kind: 'latest'; client: ClientName; ids: string[]; ms: number }
  | { kind: 'stream'; client: ClientName; ids: string[]; events: number };

export type ClientName = 'own' | 'official';

/** What the probe answers. `opened` comes first for a stream: the parent may send then. */
export type ProbeAnswer =
  | { kind: 'latest'; requests: number; ms: number; cpuMs: number }
  | { kind: 'opened' }
  /** `arrivals`: the system's monotonic clock in milliseconds, at each callback. */
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
  const chosen = client === 'own' ? own : official;
  const cpu = process.cpuUsage();
  const start = performance.now();
  let requests = 0;
  while (performance.now() - start < ms) {
    await chosen.getLatestPriceUpdates(ids);
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
  const note = (): void => {
    arrivals.push(Number(process.hrtime.bigint()) / 1e6);
    if (arrivals.length === events) done.resolve();
  };
  const opened = (): void => {
    cpu = process.cpuUsage();
    reply({ kind: 'opened' });
  };
  const close = await (client === 'own' ? listenOwn : listenOfficial)(ids, opened, note);
  await done.promise;
  const answer: ProbeAnswer = { kind: 'stream', arrivals, cpuMs: cpuSince(cpu) };
  close();
  return answer;
}

function listenOwn(ids: string[], opened: () => void, note: () => void): Promise<() => void> {
  const stream = own.getPriceUpdatesStream(ids);
  stream.addEventListener('open', opened);
  stream.addEventListener('update', ({ detail }) => {
    if (detail.parsed) note();
  });
  return Promise.resolve(() => stream.close());
}

/** The official client hands out the text of an event; its user parses it. */
async function listenOfficial(
  ids: string[],
  opened: () => void,
  note: () => void,
): Promise<() => void> {
  const stream = await official.getPriceUpdatesStream(ids);
  stream.addEventListener('open', opened);
  stream.addEventListener('message', ({ data }: { data: string }) => {
    if (JSON.parse(data).parsed) note();
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
