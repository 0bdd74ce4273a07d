import { createServer } from 'node:http';
import { listenOnLoopback, type Listening } from '../price-service/loopback.ts';

/** One request, as it arrived. */
interface Received {
  method: string;
  path: string;
  contentType: string;
  body: string;
}

export interface MessageReceiver extends Listening {
  received: Received[];
  /** The status and headers of the next responses; at the end 200. */
  answers: { status: number; headers?: Record<string, string> }[];
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
  return { ...(await listenOnLoopback(server)), received, answers };
}
