import { mkdir, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import type { Page } from 'puppeteer-core';
import { inject, type TestContext } from 'vitest';
import { FAILURES } from '../tools/build.ts';
import { WORKBENCH } from '../tools/extension.ts';
import { within } from '../tools/until.ts';

// When a test fails, prints and stores what its pages showed: nobody can look at them later.

const ANSWER_MS = 5_000;

const pages = new Set<Page>();

export async function reportFailure({ task }: TestContext): Promise<void> {
  let count = 0;
  for (const page of pages) {
    if (page.isClosed()) pages.delete(page);
    else if (task.result?.state === 'fail' && !page.url().endsWith(WORKBENCH)) {
      count += 1;
      const spec = basename(task.file.name, '.test.ts');
      const title = task.name.replaceAll(/[^\p{L}\p{N}]+/gu, '-').slice(0, 80);
      await report(page, join(FAILURES, `${inject('browserKind')}-${spec}-${title}-${count}`));
    }
  }
}

async function report(page: Page, path: string): Promise<void> {
  const description = await describePage(page);
  console.error(description);
  await mkdir(FAILURES, { recursive: true });
  await writeFile(`${path}.txt`, description);
  // A page that hangs has no picture.
  await within(() => page.screenshot({ path: `${path}.png` }), ANSWER_MS).catch(() => undefined);
}

/** Adds the page's state and the last actions on it to what is printed when a test fails. */
export async function includeInFailureReport(page: Page): Promise<void> {
  pages.add(page);
  // The page may already have left for another address.
  await page.evaluate(recordActions).catch(() => undefined);
}

async function describePage(page: Page): Promise<string> {
  const state = await within(() => page.evaluate(readState), ANSWER_MS).catch(String);
  return `When this test failed: ${page.url()}\n${state}`;
}

declare global {
  interface Window {
    recordedActions?: string[];
  }
}

// The others run in the page, without access to this module.

function recordActions(): void {
  const actions: string[] = [];
  window.recordedActions = actions;
  const types = ['pointerdown', 'click', 'keydown', 'focusin', 'resize', 'visibilitychange'];
  for (const type of types) addEventListener(type, record, { capture: true, passive: true });

  function record(event: Event): void {
    const { target, type } = event;
    const key = event instanceof KeyboardEvent ? ` ${event.key}` : '';
    const place = event instanceof MouseEvent ? ` ${event.clientX},${event.clientY}` : '';
    const name = target instanceof Element ? nameOf(target) : document.visibilityState;
    actions.push(`${performance.now().toFixed()} ms: ${type}${key}${place} ${name}`);
    if (actions.length > 30) actions.shift();
  }

  function nameOf(element: Element): string {
    const label = element.closest('[aria-label]')?.getAttribute('aria-label');
    return `${element.localName} "${label ?? element.textContent.slice(0, 40)}"`;
  }
}

function readState(): string {
  const selector =
    '[role="menu"], [role="status"], [role="alert"], dialog[open], [data-dnd-dragging]';
  const parts = [...document.querySelectorAll(selector)].map(
    (part) => `${part.localName} "${part.getAttribute('aria-label')}": ${part.textContent}`,
  );
  const moving = document
    .getAnimations()
    .map(({ playState, pending, currentTime }) =>
      [playState, pending ? 'pending' : 'started', `at ${String(currentTime)} ms`].join(' '),
    );
  return [
    `${innerWidth} × ${innerHeight}, ${document.visibilityState}, at ${performance.now().toFixed()} ms`,
    `focus: ${document.activeElement?.outerHTML.slice(0, 200)}`,
    `animations: ${moving.join(', ')}`,
    ...parts,
    ...(window.recordedActions ?? []),
    document.body.innerText.slice(0, 2_000),
  ].join('\n');
}
