import type { Fault } from '../price-service/server.ts';
import type { SoakService } from './service.ts';

/** From now on requests fail so, and the running streams end: both meet the fault. */
export async function cutOff(service: SoakService, fault: Fault): Promise<() => void> {
  service.fail(fault);
  service.endStreams();
  return Promise.resolve(() => service.clearFaults());
}
