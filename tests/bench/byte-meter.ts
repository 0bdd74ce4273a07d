import { connect, createServer, type Socket } from 'node:net';

/** A local proxy that counts the bytes that pass through it. */
export interface ByteMeter {
  url: string;
  /** In both directions, including HTTP headers, without TCP/IP overhead. */
  bytes: () => number;
  close: () => Promise<void>;
}

/** @param target URL of a service on loopback */
export async function startByteMeter(target: string): Promise<ByteMeter> {
  const { port, pathname } = new URL(target);
  const sockets = new Set<Socket>();
  let bytes = 0;
  const server = createServer((client) => {
    const service = connect(Number(port), '127.0.0.1');
    for (const [from, to] of [
      [client, service],
      [service, client],
    ] as const) {
      sockets.add(from);
      from.on('data', (chunk) => (bytes += chunk.length));
      from.on('error', () => to.destroy());
      from.on('close', () => {
        sockets.delete(from);
        to.destroy();
      });
      from.pipe(to);
    }
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const address = server.address();
  const ownPort = typeof address === 'object' ? address?.port : undefined;
  return {
    url: `http://127.0.0.1:${ownPort}${pathname.replace(/\/$/, '')}`,
    bytes: () => bytes,
    close: () =>
      new Promise((done) => {
        server.close(() => done());
        for (const socket of sockets) socket.destroy();
      }),
  };
}
