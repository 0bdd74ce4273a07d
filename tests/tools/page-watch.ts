import type { Page } from 'puppeteer-core';

interface Findings {
  violations: string[];
  pageErrors: string[];
  consoleLines: string[];
}

/** Collects what a page says and what goes wrong on it, from its first line on. */
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
