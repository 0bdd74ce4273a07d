import type { Browser } from 'puppeteer-core';
import { z } from '../../lib/zod.ts';

/** Runs the body of an async function with Firefox's own privileges; returns a string or nothing. */
export type ChromeScope = (body: string) => Promise<string | undefined>;

interface Connection {
  send: (method: string, params: object) => Promise<{ result: unknown }>;
}

const treeSchema = z.object({ contexts: z.array(z.object({ context: z.string() })) });

const answerSchema = z.object({
  result: z.optional(z.object({ value: z.optional(z.string()) })),
  exceptionDetails: z.optional(z.object({ text: z.string() })),
});

/** Opens the browser's own window to scripts; Firefox must run with remote system access. */
export function createChromeScope(browser: Browser): ChromeScope {
  // WebDriver BiDi has it as an extension of Firefox's; puppeteer has no method of its own for it.
  const connection: Connection = Reflect.get(browser, 'connection');
  return async (body) => {
    const tree = await connection.send('browsingContext.getTree', { 'moz:scope': 'chrome' });
    const context = treeSchema.parse(tree.result).contexts[0]?.context;
    const answer = await connection.send('script.evaluate', {
      target: { context },
      awaitPromise: true,
      expression: `(async () => { ${body} })()`,
    });
    const { result, exceptionDetails } = answerSchema.parse(answer.result);
    if (exceptionDetails) throw new Error(`Firefox refused a script: ${exceptionDetails.text}`);
    return result?.value;
  };
}
