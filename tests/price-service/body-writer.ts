import type { ServerResponse } from 'node:http';

/** Writes a response's body, in pieces if a fault says so. */
export interface BodyWriter {
  write(data: string | Buffer): void;
  end(): void;
  /** Bytes that the client has not read yet. */
  waiting(): number;
}

/** With `pieceBytes`, each piece is sent in its own turn, so that it arrives separately. */
export function createBodyWriter(response: ServerResponse, pieceBytes?: number): BodyWriter {
  if (pieceBytes === undefined) {
    return {
      write: (data) => void response.write(data),
      end: () => void response.end(),
      waiting: () => response.writableLength,
    };
  }
  return createPieceWriter(response, Math.max(1, pieceBytes));
}

function createPieceWriter(response: ServerResponse, pieceBytes: number): BodyWriter {
  let queued: Buffer = Buffer.alloc(0);
  let isEnding = false;
  let isRunning = false;

  function run(): void {
    if (response.destroyed) return;
    if (queued.length === 0) {
      isRunning = false;
      if (isEnding) response.end();
      return;
    }
    response.write(queued.subarray(0, pieceBytes));
    queued = queued.subarray(pieceBytes);
    setImmediate(run);
  }

  function start(): void {
    if (isRunning) return;
    isRunning = true;
    setImmediate(run);
  }

  return {
    write(data) {
      queued = Buffer.concat([queued, Buffer.from(data)]);
      start();
    },
    end() {
      isEnding = true;
      start();
    },
    waiting: () => queued.length + response.writableLength,
  };
}
