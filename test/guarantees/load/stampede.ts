/** Many callers who want the same cold list cause one call. */
import { inLanes } from '../lanes.ts';
import { createOracle } from '../oracle.ts';
import { figure, type RunGroup } from '../outcome.ts';
import { codesIn } from '../reply-form.ts';
import { loadGateway } from './loaded-gateway.ts';
import { type ServiceRequest, sendGood } from './plain-service.ts';

/** Lets `amount` callers ask for one list at a time. */
export const runStampede: RunGroup = async (amount) => {
  using oracle = createOracle();
  let calls = 0;
  const options = {
    maxSockets: amount,
    respond: ({ response, good }: ServiceRequest) => {
      setTimeout(() => sendGood(response, good, good.bytes), 30);
      return true;
    },
  };
  await loadGateway(oracle, 'a stampede', options, async ({ client, service }) => {
    await inLanes(amount, amount, async (number) => {
      const reply = await client.operation({ query: '{ lookups { fuels { key label } } }', token: `token-${number}` });
      oracle.judge(reply, 'a stampede');
      if (codesIn(reply).length > 0) oracle.fail(`a stampede: ${reply.text}`);
    });
    calls = service.calls();
  });
  oracle.count(amount);
  if (calls !== 1) oracle.fail(`${amount} callers caused ${calls} calls.`);
  return oracle.outcome('stampede on a cold list', null, [`${calls} call for ${figure(amount)} callers`]);
};
