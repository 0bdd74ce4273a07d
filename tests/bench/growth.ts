import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { OUTPUT } from '../tools/build.ts';
import type { Bench, Effort } from './bench-kind.ts';
import { growthChart, type Curve } from './growth-chart.ts';
import { measurePageLoad } from './page-load.ts';
import type { Measured } from './row.ts';
import { summarize } from './statistics.ts';
import { measureWorkerCpu } from './worker-cpu.ts';

type Series = Pick<Measured, 'unit' | 'samples' | 'reference'>;

export const growth: Bench = {
  name: 'growth',
  what: 'how the main costs grow from 1 to 1,000 feeds; writes .output/bench-growth.svg',
  async run(effort) {
    const counts = effort.quick ? [1, 100, 1_000] : [1, 3, 10, 30, 100, 300, 1_000];
    // With many feed counts, a few rounds of each are enough to show the curve.
    const short: Effort = { ...effort, quick: true };
    const rows: Measured[] = [];
    const measure = async (
      name: string,
      label: string,
      measureSeries: (feeds: number) => Promise<Series>,
    ): Promise<Curve[]> => {
      const own: Curve = { label, points: [] };
      const reference: Curve = { label: '', points: [] };
      for (const feeds of counts) {
        const series = await measureSeries(feeds);
        rows.push({
          ...series,
          name: `growth-${name}-${feeds}`,
          what: `${label}, ${feeds} feed(s)`,
        });
        own.points.push({ feeds, ms: summarize(series.samples).median });
        if (!series.reference) continue;
        reference.label = series.reference.what.replace(/ (?:of|with) the same .*/, '');
        reference.points.push({ feeds, ms: summarize(series.reference.samples).median });
      }
      return [own, reference].filter(({ points }) => points.length > 0);
    };
    const load = await measure('load', 'popup load until prices are painted', (feeds) =>
      measurePageLoad(feeds, short),
    );
    const plain = await measure('worker', 'update parsed, validated, stored', (feeds) =>
      measureWorkerCpu(feeds, false, short),
    );
    const [signed] = await measure('signed', 'update with new signatures verified', (feeds) =>
      measureWorkerCpu(feeds, true, short),
    );
    await mkdir(OUTPUT, { recursive: true });
    const curves = [...load, ...(signed ? [signed] : []), ...plain];
    await writeFile(join(OUTPUT, 'bench-growth.svg'), growthChart(curves));
    return rows;
  },
};
