import type { Server } from 'node:http';

export interface Listening {
  /** `http://127.0.0.1:PORT` */
  url: string;
  /** Ends the open connections too. */
  close: () => Promise<void>;
}

/** @throws Error if the port is in use; 0: any free one */
export async function listenOnLoopback(server: Server, port = 0): Promise<Listening> {
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, '127.0.0.1', resolve);
  });
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('not listening on a port');
  return {
    url: `http://127.0.0.1:${address.port}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
