import { readdir, readFile } from 'node:fs/promises';

// What Linux tells of every process: no debugger is attached to anything.

/** Ticks a second in which Linux counts CPU time, on every architecture that Node runs on. */
const TICKS_A_SECOND = 100;
const KILOBYTE = 1_024;

export const hasProcessTable = process.platform === 'linux';

/** The process in which a browser runs the extension: its worker and its pages. */
export async function findExtensionProcess(profileDir: string): Promise<number | undefined> {
  const parents = new Map<number, number>();
  const commands = new Map<number, string>();
  for (const name of await readdir('/proc')) {
    if (!/^\d+$/.test(name)) continue;
    const pid = Number(name);
    // A process may end while it is looked at.
    const command = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '');
    commands.set(pid, command);
    parents.set(pid, await parentOf(pid));
  }
  const belongs = (pid: number): boolean => {
    for (let at = pid; at > 1; at = parents.get(at) ?? 0) {
      if (commands.get(at)?.includes(`--user-data-dir=${profileDir}`)) return true;
    }
    return false;
  };
  return [...commands.keys()].find(
    (pid) => commands.get(pid)?.includes('--extension-process') && belongs(pid),
  );
}

/** Private memory in bytes: what of the process's memory is no file's and shared with nobody. */
export async function privateBytes(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8');
  return Number(/^RssAnon:\s+(\d+) kB$/m.exec(status)?.[1]) * KILOBYTE;
}

/** CPU seconds that the process took so far. */
export async function cpuSeconds(pid: number): Promise<number> {
  const fields = await statFields(pid);
  return (Number(fields[11]) + Number(fields[12])) / TICKS_A_SECOND;
}

async function parentOf(pid: number): Promise<number> {
  return Number((await statFields(pid).catch(() => []))[1] ?? 0);
}

/** From the state on: the name before it may hold spaces. */
async function statFields(pid: number): Promise<string[]> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8');
  return stat.slice(stat.lastIndexOf(')') + 2).split(' ');
}
