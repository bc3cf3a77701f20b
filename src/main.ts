#!/usr/bin/env node
/** The entry. A Node that is too old (14.8 or later) reads this file and no other, so the program is imported after the check. */
import './process/require-node.js';

await import('./cli/program.ts');
