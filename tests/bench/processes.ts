import { readdir, readFile } from 'node:fs/promises';

// What Linux reports about each process: a debugger would change what is measured.

/** Linux counts CPU time in ticks of 10 ms on every architecture that Node supports. */
const TICKS_PER_SECOND = 100;
const KILOBYTE = 1_024;

export const hasProcessTable = process.platform === 'linux';

/** The process that runs the extension's worker and pages. */
export async function findExtensionProcess(profileDir: string): Promise<number | undefined> {
  const parents = new Map<number, number>();
  const commands = new Map<number, string>();
  for (const name of await readdir('/proc')) {
    if (!/^\d+$/.test(name)) continue;
    const pid = Number(name);
    // The process may exit while we read its files.
    const command = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '');
    commands.set(pid, command);
    parents.set(pid, await parentOf(pid));
  }
  const isInProfile = (pid: number): boolean => {
    for (let at = pid; at > 1; at = parents.get(at) ?? 0) {
      if (commands.get(at)?.includes(`--user-data-dir=${profileDir}`)) return true;
    }
    return false;
  };
  return [...commands.keys()].find(
    (pid) => commands.get(pid)?.includes('--extension-process') && isInProfile(pid),
  );
}

/** Private memory in bytes: neither backed by a file nor shared. */
export async function privateBytes(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8');
  return Number(/^RssAnon:\s+(\d+) kB$/m.exec(status)?.[1]) * KILOBYTE;
}

/** CPU seconds that the process has used so far. */
export async function cpuSeconds(pid: number): Promise<number> {
  const fields = await statFields(pid);
  return (Number(fields[11]) + Number(fields[12])) / TICKS_PER_SECOND;
}

async function parentOf(pid: number): Promise<number> {
  return Number((await statFields(pid).catch(() => []))[1] ?? 0);
}

/** The fields after the process name, which may contain spaces. */
async function statFields(pid: number): Promise<string[]> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8');
  return stat.slice(stat.lastIndexOf(')') + 2).split(' ');
}
