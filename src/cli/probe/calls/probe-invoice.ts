/** Probes the invoice, which is a PDF (ruling R33). */
import { InvoiceType } from '../../../contract/codes.ts';
import { operationOf } from '../../../contract/endpoints.ts';
import { openInvoice } from '../../../upstream/endpoints/invoice.ts';
import { findingOf } from '../findings/finding.ts';
import { type EndpointReport, reportOn, reportSkipped } from '../report.ts';
import { attempt, failuresText } from './attempt.ts';
import type { Callers, RunCall } from './callers.ts';
import type { Found } from './found.ts';

/** Opens an invoice of an order that a receipt names. */
export const probeInvoice = async ({ orders }: Found, { user }: Callers, run: RunCall): Promise<EndpointReport> => {
  const operation = operationOf('getInvoice');
  const [orderId] = orders;
  if (user === null) return reportSkipped(operation, "needs a user's token");
  if (orderId === undefined) return reportSkipped(operation, 'no receipt in the account names an order');
  const tried = await attempt(() =>
    run(async () => {
      const document = await openInvoice(user.document, { orderId, kind: InvoiceType.Invoice });
      document?.body.destroy();
      return document === null ? 'no invoice (204 or 404)' : 'a PDF';
    }),
  );
  return reportOn(
    operation,
    // Assumption: R33.
    tried.ok ? [findingOf('R33', 'holds', tried.result)] : [],
    failuresText([tried]),
  );
};
