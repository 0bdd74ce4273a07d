import { spawn, spawnSync } from 'node:child_process';

const START_TIMEOUT_MS = 20_000;

/** An invisible screen, for what headless browsers lack. */
export interface VirtualDisplay {
  /** The value of `DISPLAY`. */
  name: string;
  close: () => void;
}

export interface ScreenSize {
  width: number;
  height: number;
}

/** Whether the program for virtual displays is installed (Debian's package `xvfb`). */
export function hasVirtualDisplay(): boolean {
  return spawnSync('Xvfb', ['-help']).error === undefined;
}

/** Starts a virtual display, which chooses a free number itself. */
export async function startVirtualDisplay({ width, height }: ScreenSize): Promise<VirtualDisplay> {
  const server = spawn('Xvfb', ['-displayfd', '3', '-screen', '0', `${width}x${height}x24`], {
    stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
  });
  const name = await new Promise<string>((done, failed) => {
    const timer = setTimeout(() => failed(new Error('Xvfb did not start.')), START_TIMEOUT_MS);
    server.on('error', failed);
    server.stdio[3]?.once('data', (number: Buffer) => {
      clearTimeout(timer);
      done(`:${number.toString().trim()}`);
    });
  });
  return { name, close: () => void server.kill() };
}
