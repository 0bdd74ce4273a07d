import { spawnSync } from 'node:child_process';
import { arch, cpus, loadavg, platform, release, totalmem } from 'node:os';
import { BrowserMissingError, findBrowser } from '../tools/browsers.ts';

/** The machine on which the results were measured. */
export interface Machine {
  cpu: string;
  cores: number;
  memoryGb: number;
  system: string;
  node: string;
  chromium: string;
  /** Load average of the last minute: results from a busy machine are rough. */
  load: number;
}

export function describeMachine(): Machine {
  const processors = cpus();
  return {
    cpu: processors[0]?.model.trim() ?? 'unknown',
    cores: processors.length,
    memoryGb: Math.round(totalmem() / 2 ** 30),
    system: `${platform()} ${release()} ${arch()}`,
    node: process.version,
    chromium: chromiumVersion(),
    load: Number((loadavg()[0] ?? 0).toFixed(1)),
  };
}

function chromiumVersion(): string {
  try {
    const { path } = findBrowser('chromium', { install: false });
    if (process.platform === 'win32') return 'installed';
    const { stdout } = spawnSync(path, ['--version'], { encoding: 'utf8', timeout: 30_000 });
    return /[\d.]{3,}/.exec(stdout)?.[0] ?? 'unknown';
  } catch (error) {
    if (error instanceof BrowserMissingError) return 'none';
    throw error;
  }
}
