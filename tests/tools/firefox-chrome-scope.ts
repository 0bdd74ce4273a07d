import type { Browser } from 'puppeteer-core';
import { z } from '../../lib/base/zod.ts';

/** Runs the body of an async function with Firefox's privileges. It may return a string. */
export type ChromeScope = (body: string) => Promise<string | undefined>;

interface Connection {
  send: (method: string, params: object) => Promise<{ result: unknown }>;
}

const treeSchema = z.object({ contexts: z.array(z.object({ context: z.string() })) });

const answerSchema = z.object({
  result: z.optional(z.object({ value: z.optional(z.string()) })),
  exceptionDetails: z.optional(z.object({ text: z.string() })),
});

/** Gives scripts access to the browser's own window. Firefox needs remote system access. */
export function createChromeScope(browser: Browser): ChromeScope {
  // A Firefox extension of WebDriver BiDi, for which puppeteer has no method.
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
