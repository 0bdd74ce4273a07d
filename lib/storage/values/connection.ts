import { connectionStateSchema } from '../../domain/connection/state.ts';
import { stored } from '../stored.ts';

export const connectionState = stored('session:connectionState', {
  schema: connectionStateSchema,
  fallback: { state: 'connecting', reason: null, remedy: null, nextAttemptAt: null },
  uses: ['firstPaint', 'options'],
});
