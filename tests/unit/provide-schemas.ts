import { provideSchemas } from '@/lib/storage/load-schemas.ts';
import { SCHEMAS } from '@/lib/storage/schemas.ts';

// As in the worker. The tests of the pages load them when they need them, as the pages do.
provideSchemas(SCHEMAS);
