/** The metric of trusted documents. */
import { Gauge, type Registry } from 'prom-client';

/** Numbers of documents that can run, cannot run, and are still to be examined. */
export interface DocumentCounts {
  usable: number;
  unusable: number;
  unexamined: number;
}

/** Creates the gauge, at zero. Returns what has it show how far documents are examined; of several workers one does that. */
export const showDocumentsIn = (registry: Registry): ((counts: () => DocumentCounts) => void) => {
  let count = (): DocumentCounts => ({ usable: 0, unusable: 0, unexamined: 0 });
  void new Gauge({
    name: 'listings_gateway_trusted_documents',
    help: 'Trusted documents that can run, cannot run, or are still to be examined.',
    labelNames: ['state'],
    registers: [registry],
    collect() {
      for (const [state, number] of Object.entries(count())) this.set({ state }, number);
    },
  });
  return (counts) => {
    count = counts;
  };
};
