// Runs the scripts of `npm start` and `npm test`: node run.mjs SCRIPT.ts [arguments].
//
// It needs only Node 20 or newer: it installs the dependencies from the lock file if they are missing
// or outdated, then runs the script with the project's own Node, the `node` devDependency.
import { spawn, spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { constants } from 'node:os';
import { basename, delimiter, dirname, join, resolve } from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';

const NODE_MAJOR = 26;
const root = resolve(dirname(fileURLToPath(import.meta.url)), '..', '..');
const bin = join(root, 'node_modules', '.bin');

const [script, ...args] = process.argv.slice(2);
if (script === undefined) fail('Usage: node tests/tools/run.mjs SCRIPT.ts [arguments]');
if (Number(process.versions.node.split('.')[0]) < 20) {
  fail(`Node 20 or newer is needed to install Pricelight; this is ${process.version}.`);
}
if (!dependenciesMatchLock()) installDependencies();
handOver(findNode());

/** Whether every package is installed in the version of the lock file. */
function dependenciesMatchLock() {
  const wanted = packagesOf(join(root, 'package-lock.json'));
  const installed = packagesOf(join(root, 'node_modules', '.package-lock.json'));
  if (!wanted) fail('package-lock.json cannot be read; take it from the repository again.');
  if (!installed) return false;
  for (const [path, entry] of Object.entries(wanted)) {
    if (path === '') continue;
    const found = installed[path];
    // Optional packages may be missing, for example those for other platforms.
    if (!found && !entry.optional && !entry.devOptional && !entry.peer) return false;
    if (found && found.version !== entry.version) return false;
    if (found && !existsSync(join(root, path))) return false;
  }
  return true;
}

function packagesOf(lockFile) {
  try {
    return JSON.parse(readFileSync(lockFile, 'utf8')).packages;
  } catch {
    return undefined;
  }
}

function installDependencies() {
  console.error('Installing the dependencies from package-lock.json (npm ci) …');
  // On stderr, because stdout is for the script's own output.
  const { status, error } = npm([
    'ci',
    '--include=dev',
    '--no-audit',
    '--no-fund',
    '--loglevel=error',
  ]);
  if (error || status !== 0) {
    const why = error ? error.message : `it ended with exit code ${status}`;
    fail(`npm ci failed (${why}): the dependencies could not be installed; see its output above.`);
  }
}

function npm(npmArgs) {
  const options = { cwd: root, stdio: ['ignore', 2, 2] };
  const own = process.env.npm_execpath;
  if (own && basename(own).startsWith('npm') && /\.c?js$/.test(own)) {
    return spawnSync(process.execPath, [own, ...npmArgs], options);
  }
  // npm is a .cmd file on Windows, which only a shell starts.
  return spawnSync('npm', npmArgs, { ...options, shell: process.platform === 'win32' });
}

/** The Node of the lock file, otherwise the running one if it is new enough. */
function findNode() {
  const pinned = pinnedNode();
  if (pinned) return pinned;
  // npm is configured to skip install scripts; this one only downloads the binary.
  const carrier = join(root, 'node_modules', 'node');
  const installer = join(carrier, 'installArchSpecificPackage.js');
  if (existsSync(installer)) {
    spawnSync(process.execPath, [installer], { cwd: carrier, stdio: ['ignore', 2, 2] });
  }
  const fetched = pinnedNode();
  if (fetched) return fetched;
  if (Number(process.versions.node.split('.')[0]) >= NODE_MAJOR) return process.execPath;
  return fail(
    `Node ${NODE_MAJOR} is missing: the install script of the package "node" did not run. ` +
      'Allow it (npm approve-scripts node, then npm rebuild node), ' +
      `or run this with Node ${NODE_MAJOR} or newer.`,
  );
}

function pinnedNode() {
  const names = process.platform === 'win32' ? ['node.exe', 'node'] : ['node'];
  for (const name of names) {
    const path = join(root, 'node_modules', 'node', 'bin', name);
    if (!existsSync(path)) continue;
    const { stdout } = spawnSync(path, ['--version'], { encoding: 'utf8' });
    if (Number(/^v(\d+)/.exec(stdout ?? '')?.[1]) >= NODE_MAJOR) return path;
  }
  return undefined;
}

function handOver(node) {
  const child = spawn(node, [resolve(root, script), ...args], {
    cwd: root,
    stdio: 'inherit',
    env: { ...process.env, PATH: [bin, dirname(node), process.env.PATH].join(delimiter) },
  });
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
    process.on(signal, () => child.kill(signal));
  }
  child.on('error', (error) => fail(`${node} did not start: ${error.message}`));
  child.on('exit', (code, signal) => {
    process.exit(code ?? 128 + (constants.signals[signal] ?? 0));
  });
}

function fail(sentence) {
  console.error(sentence);
  process.exit(1);
}
