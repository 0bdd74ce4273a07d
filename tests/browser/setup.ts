import { afterEach } from 'vitest';
import { throwCrash } from '../tools/browser-crash.ts';
import { reportFailure } from './failure-report.ts';

// This file runs again for each spec; the report's module, which knows the pages, does not.
afterEach(throwCrash);
afterEach(reportFailure);
