import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { startPriceService, type PriceService } from '../price-service/server.ts';
import { buildCatalogue } from '../price-service/catalogue.ts';
import { pause } from '../tools/until.ts';
import type { Bench, Effort } from './bench-kind.ts';
import type { ClientName, ProbeAnswer, ProbeTask } from './client-probe.ts';
import { alternate } from './rounds.ts';
import type { Measured } from './row.ts';
import { summarise } from './statistics.ts';

const OFFICIAL = '@pythnetwork/hermes-client';

export const clients: Bench = {
  name: 'client',
  what: `the client beside ${OFFICIAL} on the same local service`,
  async run(effort) {
    // Filler in place of signatures: the service is not to be the slowest.
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
    if (answer.kind !== 'latest') throw new Error('The probe answered another question.');
    return (answer.requests * 1_000) / answer.ms;
  };
  const { own, reference } = await alternate(rate('own'), rate('official'), {
    rounds: quick ? 5 : 15,
    warmUp: 1,
  });
  return {
    name: `client-latest-${feeds}`,
    what: `requests a second of "latest" for ${feeds} feed(s), one after another`,
    unit: '1/s',
    samples: own,
    reference: { what: OFFICIAL, samples: reference },
    ...(feeds === 100 && {
      note: 'the own client splits a URL beyond 7,000 characters into two requests',
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
    const written: number[] = [];
    for (let event = 0; event < events; event += 1) {
      await pause(5);
      service.pushStream();
      written.push(Number(process.hrtime.bigint()) / 1e6);
    }
    const answer = await done;
    if (answer.kind !== 'stream') throw new Error('The probe answered another question.');
    const arrivals = answer.arrivals.map((at, event) => at - (written[event] ?? 0));
    delays[client].push(summarise(arrivals).median);
    return answer.cpuMs / events;
  };
  const rounds = { rounds: quick ? 5 : 15, warmUp: 1 };
  const { own, reference } = await alternate(cost('own'), cost('official'), rounds);
  const note = `${events} events of ${feeds} feeds a round; the official client's user parses the text himself, unchecked`;
  return [
    {
      name: 'client-stream-cpu',
      what: 'CPU of a stream event in the client, to its callback',
      unit: 'ms',
      samples: own,
      reference: { what: `${OFFICIAL} and JSON.parse`, samples: reference },
      note,
    },
    {
      name: 'client-stream-delay',
      what: "time from the service's write to the callback",
      unit: 'ms',
      // The rounds to warm up do not count.
      samples: delays.own.slice(-rounds.rounds),
      reference: { what: OFFICIAL, samples: delays.official.slice(-rounds.rounds) },
      note: 'the median of each round; counted from the end of the write',
    },
  ];
}

function ask(probe: ChildProcess, task: ProbeTask): Promise<ProbeAnswer> {
  const answer = nextAnswer(probe);
  probe.send(task);
  return answer;
}

async function nextAnswer(probe: ChildProcess): Promise<ProbeAnswer> {
  const gone = new AbortController();
  const exited = once(probe, 'exit', { signal: gone.signal }).then(() => {
    throw new Error('The probe ended.');
  });
  // Settled by the abort when the answer came first.
  exited.catch(() => undefined);
  try {
    const [answer] = (await Promise.race([once(probe, 'message'), exited])) as [ProbeAnswer];
    return answer;
  } finally {
    gone.abort();
  }
}

function idsOf(feeds: number): string[] {
  return buildCatalogue(100)
    .slice(0, feeds)
    .map(({ id }) => id);
}
