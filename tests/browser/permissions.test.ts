import { cp, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { builtExtension, ROOT } from '../tools/build.ts';
import { until } from '../tools/until.ts';
import { priceOf } from './controls.ts';
import { startScene, type Scene } from './scene.ts';

const kind = inject('browserKind');
const folder = builtExtension(kind);

// The README gives the reason for each. Firefox needs none for its sidebar.
const REASONED = ['alarms', 'notifications', 'sidePanel', 'storage'];
const PERMISSIONS = kind === 'chromium' ? REASONED : REASONED.filter((one) => one !== 'sidePanel');
const OPTIONAL_ORIGINS = new Set(['http://*/*', 'https://*/*']);

interface Manifest {
  permissions: string[];
  background: { service_worker?: string; scripts?: string[]; type?: string };
  content_security_policy?: { extension_pages?: string };
  browser_specific_settings?: { gecko?: { data_collection_permissions?: unknown } };
  [key: string]: unknown;
}

const manifest = JSON.parse(await readFile(join(folder, 'manifest.json'), 'utf8')) as Manifest;

describe('the manifest', () => {
  it('requests at install only what is used', async () => {
    expect(manifest.permissions.toSorted()).toEqual(PERMISSIONS);
    const code = await readCode();
    for (const permission of PERMISSIONS) {
      expect(code.some(({ text }) => text.includes(`.${permission}.`))).toBe(true);
    }
  });

  it('requests only what the README gives a reason for', async () => {
    const readme = await readFile(join(ROOT, 'README.md'), 'utf8');
    const reasons = /^- Permissions: (.*)$/m.exec(readme)?.[1] ?? '';
    const named = [...reasons.matchAll(/`(\w+)`/g)].map(([, name = '']) => name);
    expect(named.toSorted()).toEqual(REASONED);
  });

  it('grants no host at install', () => {
    expect(manifest['host_permissions'] ?? []).toEqual([]);
    expect(manifest['content_scripts'] ?? []).toEqual([]);
    expect(new Set([manifest['optional_host_permissions']].flat())).toEqual(OPTIONAL_ORIGINS);
    expect(manifest['optional_permissions'] ?? []).toEqual([]);
  });

  it.runIf(kind === 'firefox')(
    'declares the data that leaves the browser, as the README does',
    async () => {
      const { gecko } = manifest.browser_specific_settings ?? {};
      expect(gecko?.data_collection_permissions).toEqual({
        required: ['none'],
        optional: ['authenticationInfo', 'financialAndPaymentInfo'],
      });
      const readme = await readFile(join(ROOT, 'README.md'), 'utf8');
      expect(readme).toContain('_authentication information_');
      expect(readme).toContain('_financial and payment information_');
    },
  );

  it('gives no website access', () => {
    expect(manifest['web_accessible_resources'] ?? []).toEqual([]);
    expect(manifest['externally_connectable']).toBeUndefined();
    expect(manifest['sandbox']).toBeUndefined();
  });

  it('allows neither eval nor remote code', () => {
    // The browser's default policy for extensions allows neither.
    const policy = manifest.content_security_policy?.extension_pages ?? "script-src 'self';";
    expect(policy).toMatch(/script-src 'self'\s*;/);
    expect(policy).not.toMatch(/unsafe|wasm|https?:|data:|blob:|\*/);
  });
});

describe('the built files', () => {
  it('load nothing remote', async () => {
    for (const { name, text } of await readCode()) {
      const addresses = name.endsWith('.html')
        ? text.match(/(?:src|href)="(?:https?:)?\/\/[^"]*"/g)
        : text.match(/\b(?:import|importScripts)\(\s*["'`]https?:[^)]*\)/g);
      expect({ name, addresses }).toEqual({ name, addresses: null });
    }
  });

  it('create no code from text', async () => {
    for (const { name, text } of await readCode()) {
      const makers = text.match(/\beval\(|new Function\(|\bFunction\(["'`]/g);
      expect({ name, makers }).toEqual({ name, makers: null });
    }
  });
});

describe('the content security policy', () => {
  let scene: Scene;

  beforeAll(async () => {
    scene = await startScene();
    await scene.connect();
  });

  afterAll(() => scene?.end());

  // The spec of accessibility opens every view.
  it('is not violated by popup and options', async () => {
    const options = await scene.openOptions();
    await options.waitForSelector('form');
    const popup = await scene.openPopup();
    await priceOf(popup, 'BTC/USD');
    expect(await scene.browser.cspViolations()).toEqual([]);
    expect(scene.browser.pageErrors).toEqual([]);
  });
});

// Firefox reports violations of the event page together with those of the pages.
describe.runIf(kind === 'chromium')('the content security policy of the worker', () => {
  it.each([
    ['is not violated', '', false],
    ['is watched, so that a violation is reported', 'try { new Function(""); } catch {}', true],
  ])('%s', async (_, code, isRefused) => {
    const copy = await watchedCopy(code);
    const scene = await startScene({ browser: { extensionDir: copy } });
    try {
      await scene.connect();
      const popup = await scene.openPopup();
      await priceOf(popup, 'BTC/USD');
      const refused = await until(() => scene.browser.storageGet('session', 'violations'), {
        what: 'the watch',
      });
      expect(Array.isArray(refused) && refused.length > 0).toBe(isRefused);
    } finally {
      await scene.end();
      await rm(copy, { recursive: true, force: true });
    }
  });
});

/** A copy of the extension whose worker stores violations of the policy in session storage. */
async function watchedCopy(code: string): Promise<string> {
  const copy = await mkdtemp(join(tmpdir(), 'pricelight-watched-'));
  await cp(folder, copy, { recursive: true });
  const worker = manifest.background.service_worker ?? '';
  await writeFile(
    join(copy, 'watch.js'),
    `const seen = [];
     const store = () => chrome.storage.session.set({ violations: seen });
     addEventListener('securitypolicyviolation', (event) => {
       seen.push(event.violatedDirective + ' ' + event.blockedURI);
       store();
     });
     store();
     ${code}`,
  );
  await writeFile(join(copy, 'watched.js'), `import './watch.js';\nimport './${worker}';\n`);
  const background = { ...manifest.background, service_worker: 'watched.js', type: 'module' };
  await writeFile(join(copy, 'manifest.json'), JSON.stringify({ ...manifest, background }));
  return copy;
}

async function readCode(): Promise<{ name: string; text: string }[]> {
  const names = await readdir(folder, { recursive: true });
  const code = names.filter((name) => /\.(?:js|html)$/.test(name));
  // A search through no files finds nothing.
  for (const name of ['background.js', 'popup.html', 'options.html']) expect(code).toContain(name);
  return Promise.all(
    code.map(async (name) => ({ name, text: await readFile(join(folder, name), 'utf8') })),
  );
}
