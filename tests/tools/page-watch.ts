import type { Page } from 'puppeteer-core';

interface Findings {
  violations: string[];
  pageErrors: string[];
}

/** Collects what goes wrong on a page, from its first line on. */
export function watchPage(page: Page, { violations, pageErrors }: Findings): void {
  page.on('pageerror', (error) => {
    pageErrors.push(error instanceof Error ? (error.stack ?? error.message) : String(error));
  });
  page.on('issue', ({ code, details }) => {
    if (code !== 'ContentSecurityPolicyIssue') return;
    const found = details.contentSecurityPolicyIssueDetails;
    violations.push(`${found?.violatedDirective ?? 'policy'} ${found?.blockedURL ?? ''}`.trim());
  });
}
