import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { startPriceService, type PriceService } from '../price-service/server.ts';
import { buildCatalog } from '../price-service/catalog.ts';
import { pause } from '../tools/until.ts';
import type { Bench, Effort } from './bench-kind.ts';
import type { ClientName, ProbeAnswer, ProbeTask } from './client-probe.ts';
import { alternate } from './rounds.ts';
import type { Measured } from './row.ts';
import { summarize } from './statistics.ts';

const OFFICIAL = '@pythnetwork/hermes-client';

export const clients: Bench = {
  name: 'client',
  what: `our client compared with ${OFFICIAL} on the same local service`,
  async run(effort) {
    // Filler instead of signatures, so that the service is not the bottleneck.
    const service = await startPriceService({
      extraFeeds: 100,
      updatesPerSecond: 0,
      signing: false,
    });
    const probe = fork(join(import.meta.dirname, 'client-probe.ts'), [service.url]);
    try {
      const rows: Measured[] = [];
      for (const feeds of [1, 20, 100]) rows.push(await requestRate(probe, feeds, effort));
      rows.push(...(await streamCost(probe, service, effort)));
      return rows;
    } finally {
      probe.kill();
      await service.close();
    }
  },
};

async function requestRate(
  probe: ChildProcess,
  feeds: number,
  { quick }: Effort,
): Promise<Measured> {
  const ids = idsOf(feeds);
  const rate = (client: ClientName) => async (): Promise<number> => {
    const answer = await ask(probe, { kind: 'latest', client, ids, ms: quick ? 300 : 1_000 });
    if (answer.kind !== 'latest') throw new Error('The probe answered a different task.');
    return (answer.requests * 1_000) / answer.ms;
  };
  const { own, reference } = await alternate(rate('own'), rate('official'), {
    rounds: quick ? 5 : 15,
    warmUp: 1,
  });
  return {
    name: `client-latest-${feeds}`,
    what: `sequential "latest" requests per second for ${feeds} feed(s)`,
    unit: '1/s',
    samples: own,
    reference: { what: OFFICIAL, samples: reference },
    ...(feeds === 100 && {
      note: 'our client splits a URL longer than 7,000 characters into two requests',
    }),
  };
}

async function streamCost(
  probe: ChildProcess,
  service: PriceService,
  { quick }: Effort,
): Promise<Measured[]> {
  const feeds = 20;
  const events = quick ? 60 : 200;
  const delays: Record<ClientName, number[]> = { own: [], official: [] };
  const cost = (client: ClientName) => async (): Promise<number> => {
    const opened = nextAnswer(probe);
    probe.send({ kind: 'stream', client, ids: idsOf(feeds), events } satisfies ProbeTask);
    await opened;
    const done = nextAnswer(probe);
    const writtenAt: number[] = [];
    for (let event = 0; event < events; event += 1) {
      await pause(5);
      service.pushStream();
      writtenAt.push(Number(process.hrtime.bigint()) / 1e6);
    }
    const answer = await done;
    if (answer.kind !== 'stream') throw new Error('The probe answered a different task.');
    const eventDelays = answer.arrivals.map((at, event) => at - (writtenAt[event] ?? 0));
    delays[client].push(summarize(eventDelays).median);
    return answer.cpuMs / events;
  };
  const rounds = { rounds: quick ? 5 : 15, warmUp: 1 };
  const { own, reference } = await alternate(cost('own'), cost('official'), rounds);
  const note = `${events} events of ${feeds} feeds per round; the official client leaves parsing to its caller, here without validation`;
  return [
    {
      name: 'client-stream-cpu',
      what: 'CPU time in the client per stream event, up to the callback',
      unit: 'ms',
      samples: own,
      reference: { what: `${OFFICIAL} and JSON.parse`, samples: reference },
      note,
    },
    {
      name: 'client-stream-delay',
      what: "time from the service's write to the callback",
      unit: 'ms',
      // Skip the warm-up rounds.
      samples: delays.own.slice(-rounds.rounds),
      reference: { what: OFFICIAL, samples: delays.official.slice(-rounds.rounds) },
      note: 'median of each round, counted from the end of the write',
    },
  ];
}

function ask(probe: ChildProcess, task: ProbeTask): Promise<ProbeAnswer> {
  const answer = nextAnswer(probe);
  probe.send(task);
  return answer;
}

async function nextAnswer(probe: ChildProcess): Promise<ProbeAnswer> {
  const cancel = new AbortController();
  const exited = once(probe, 'exit', { signal: cancel.signal }).then(() => {
    throw new Error('The probe exited.');
  });
  // The abort rejects this promise when the response comes first.
  exited.catch(() => undefined);
  try {
    const [answer] = (await Promise.race([once(probe, 'message'), exited])) as [ProbeAnswer];
    return answer;
  } finally {
    cancel.abort();
  }
}

function idsOf(feeds: number): string[] {
  return buildCatalog(100)
    .slice(0, feeds)
    .map(({ id }) => id);
}
