import { TargetType, type Browser, type Page, type Protocol, type Target } from 'puppeteer-core';

interface Findings {
  violations: string[];
  pageErrors: string[];
  consoleLines: string[];
}

/** Collects the console lines and errors of a page from the start. */
export function watchPage(page: Page, { violations, pageErrors, consoleLines }: Findings): void {
  page.on('console', (message) => {
    consoleLines.push(message.text());
  });
  page.on('pageerror', (error) => {
    pageErrors.push(error instanceof Error ? (error.stack ?? error.message) : String(error));
  });
  page.on('issue', ({ code, details }) => {
    if (code !== 'ContentSecurityPolicyIssue') return;
    const found = details.contentSecurityPolicyIssueDetails;
    violations.push(`${found?.violatedDirective ?? 'policy'} ${found?.blockedURL ?? ''}`.trim());
  });
}

/** Collects the console lines and uncaught errors of workers. */
export function watchWorkers(browser: Browser, lines: string[]): void {
  const watch = (target: Target): void => {
    if (target.type() === TargetType.SERVICE_WORKER) void watchWorker(target, lines);
  };
  for (const target of browser.targets()) watch(target);
  browser.on('targetcreated', watch);
}

async function watchWorker(target: Target, lines: string[]): Promise<void> {
  const session = await target.createCDPSession();
  session.on('Runtime.consoleAPICalled', ({ args }) => {
    lines.push(args.map(textOf).join(' '));
  });
  session.on('Runtime.exceptionThrown', ({ exceptionDetails: { text, exception } }) => {
    lines.push(exception ? `${text} ${textOf(exception)}` : text);
  });
  // This also reports earlier lines.
  await session.send('Runtime.enable');
}

function textOf(written: Protocol.Runtime.RemoteObject): string {
  return written.description ?? JSON.stringify(written.value) ?? written.type;
}
