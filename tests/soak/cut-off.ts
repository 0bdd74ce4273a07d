import type { Fault } from '../price-service/server.ts';
import type { SoakService } from './service.ts';

/** Starts the fault and ends the open streams, so that they meet it too. */
export async function cutOff(service: SoakService, fault: Fault): Promise<() => void> {
  service.fail(fault);
  service.endStreams();
  return Promise.resolve(() => service.clearFaults());
}
