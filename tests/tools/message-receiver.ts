import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** One request, as it arrived. */
interface Received {
  method: string;
  path: string;
  contentType: string;
  body: string;
}

export interface MessageReceiver {
  url: string;
  received: Received[];
  /** The status and headers of the next responses; at the end 200. */
  answers: { status: number; headers?: Record<string, string> }[];
  close: () => Promise<void>;
}

/** A local stand-in for ntfy, Slack, Discord, Telegram and others. */
export async function startMessageReceiver(): Promise<MessageReceiver> {
  const received: Received[] = [];
  const answers: MessageReceiver['answers'] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      received.push({
        method: request.method ?? '',
        path: request.url ?? '',
        contentType: request.headers['content-type'] ?? '',
        body: Buffer.concat(chunks).toString(),
      });
      const { status, headers } = answers.shift() ?? { status: 200 };
      response.writeHead(status, headers).end('ok');
    });
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    received,
    answers,
    close: () =>
      new Promise((done) => {
        server.close(() => done());
        server.closeAllConnections();
      }),
  };
}
