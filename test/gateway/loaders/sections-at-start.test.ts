import { describe, expect, it } from 'vitest';
import { credentialsOf, liveApplication } from '../../support/accounts.ts';
import { valueAt } from '../../support/graphql-client.ts';
import { startGatewayOver } from '../../support/scripted-gateway.ts';
import {
  type ScriptedResponse,
  type ScriptedUpstream,
  startScriptedUpstream,
} from '../../support/scripted-upstream.ts';

const sectionsOf = (count: number) =>
  Array.from({ length: count }, (_, at) => ({ SectionID: at + 1, SectionName: `Section ${at + 1}` }));

const startOver = (upstream: ScriptedUpstream, sections: ScriptedResponse) => {
  upstream.on('POST', '/v1/token', { json: { Access_token: 'token-of-the-gateway', Expires_in: 3600 } });
  upstream.on('GET', '/v1/sections', sections);
  return startGatewayOver(upstream, { application: credentialsOf(liveApplication), readsSections: true });
};

const warning = /more sections than are priced/;

describe('The list of sections, of a gateway with an application of its own', () => {
  it.each([
    [10, 0],
    [11, 1],
  ])('is read at the start: of %d sections the log has %d warnings', async (count, warnings) => {
    await using upstream = await startScriptedUpstream();
    await using gateway = await startOver(upstream, { json: sectionsOf(count) });
    const ask = async () => valueAt(await gateway.query('{ sections { label } }'), 'sections');
    expect(await ask()).toHaveLength(count);
    expect(await ask()).toHaveLength(count);
    expect(upstream.count('GET /v1/sections')).toBe(1);
    expect(gateway.logLines.filter((line) => warning.test(line))).toHaveLength(warnings);
  });

  it('keeps nobody from starting or stopping when the service does not respond', async () => {
    await using upstream = await startScriptedUpstream();
    const gateway = await startOver(upstream, { hang: 'before-headers' });
    await upstream.received(2);
    expect((await gateway.fetch('/readyz')).status).toBe(200);
    await gateway[Symbol.asyncDispose]();
    expect(gateway.logLines.join()).not.toMatch(/could not be read|"level":50/);
  });
});
