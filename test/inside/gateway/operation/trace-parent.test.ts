import { describe, expect, it } from 'vitest';
import { CALLER_TOKEN, startScriptedGateway } from '../../../support/scripted-gateway.ts';

const TRACE = '0af7651916cd43dd8448eb211c80319c';
const SPAN = 'b7ad6b7169203331';
const good = `00-${TRACE}-${SPAN}-01`;

describe('traceparent, with tracing off', () => {
  it('goes on to the service as it came, with every call of the operation', async () => {
    await using gateway = await startScriptedGateway({ operationLog: 'on' });
    gateway.upstream.on('GET', '/v1/sections', { json: [{ SecType: 'Cars', SectionID: 2, SectionName: 'Cars' }] });
    gateway.upstream.on('GET', '/v1/listings/{id}', { json: { PKID: 7 } });
    await gateway.query('{ sections { label } listing(id: "Listing:7") { title } }', {
      token: CALLER_TOKEN,
      headers: { traceparent: good },
    });
    expect(gateway.upstream.requests.map(({ headers }) => headers['traceparent'])).toEqual([good, good]);
  });

  it('goes on with invoices too', async () => {
    await using gateway = await startScriptedGateway();
    const headers = { authorization: `Bearer ${CALLER_TOKEN}`, traceparent: good };
    gateway.upstream.on('GET', '/v1/user/invoice', { status: 204 });
    await gateway.fetch('/invoices/5?kind=INVOICE', { headers });
    expect(gateway.upstream.requests[0]?.headers['traceparent']).toBe(good);
  });

  it.each(['', 'garbage', `00-${TRACE}-${SPAN}`, `${good}, ${good}`])('is not made up: %j', async (traceparent) => {
    await using gateway = await startScriptedGateway();
    await gateway.query('{ sections { label } }', { token: CALLER_TOKEN, headers: { traceparent } });
    expect(gateway.upstream.requests).toHaveLength(1);
    expect(gateway.upstream.requests[0]?.headers).not.toHaveProperty('traceparent');
  });
});

describe('tracestate, with tracing off', () => {
  const asked = async (headers: Record<string, string>) => {
    await using gateway = await startScriptedGateway();
    await gateway.query('{ sections { label } }', { token: CALLER_TOKEN, headers });
    return gateway.upstream.requests[0]?.headers['tracestate'];
  };

  it('goes on with the trace of the client, and not without one', async () => {
    expect(await asked({ traceparent: good, tracestate: 'shop=1' })).toBe('shop=1');
    expect(await asked({ tracestate: 'shop=1' })).toBeUndefined();
    expect(await asked({ traceparent: `${good}-x`, tracestate: 'shop=1' })).toBeUndefined();
  });

  it('is dropped where it is none, and the trace goes on', async () => {
    expect(await asked({ traceparent: good, tracestate: 'no list' })).toBeUndefined();
  });
});
