/** Everything that a service can do wrong, to be tried at every endpoint. */
import { bodyFaults } from './body-faults.ts';
import { connectionFaults } from './connection-faults.ts';
import { type Fault, fault } from './fault.ts';
import { statusFaults } from './status-faults.ts';

/** No fault: shows that every probe reaches its endpoint and gets its response. */
const control = fault('no fault', ({ respondWell }) => respondWell(), { recovers: true });

/** The faults. */
export const serviceFaults: readonly Fault[] = [control, ...connectionFaults, ...bodyFaults, ...statusFaults];
