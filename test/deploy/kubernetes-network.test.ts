import { BlockList, isIPv6 } from 'node:net';
import { parse } from 'node:path';
import { describe, expect, it } from 'vitest';
import { allObjects, deployment, findObject, networkPolicy, readEnvFile } from './kubernetes-files.ts';

const NAME = 'listings-gateway';
const { selector, template } = findObject(deployment, 'Deployment', NAME).spec;
const redis = findObject(deployment, 'Deployment', 'redis');
const config = readEnvFile('deploy/kubernetes/settings.env');

const portOf = (name: string | number): number | undefined =>
  template.spec.containers[0].ports.find((port) => port.name === name)?.containerPort;

describe('the network policies of deploy/kubernetes', () => {
  const policy = findObject(networkPolicy, 'NetworkPolicy', NAME).spec;
  const policies = allObjects.flatMap(({ file, content }) => {
    const parsed = networkPolicy.safeParse(content);
    return parsed.success ? [{ file, ...parsed.data.spec }] : [];
  });

  it('let nobody in by themselves, and everybody who is let in to one port', () => {
    expect(policy.podSelector).toEqual(selector);
    expect(policy.policyTypes).toEqual(['Ingress', 'Egress']);
    expect(policy.ingress).toEqual([]);
    const allowed = policies
      .filter(({ podSelector }) => podSelector.matchLabels['app.kubernetes.io/name'] === NAME)
      .flatMap(({ file, ingress }) =>
        ingress.map(({ from, ports }) => [
          parse(parse(file).dir).base,
          from.map((peer) => peer.namespaceSelector?.matchLabels['kubernetes.io/metadata.name']),
          from.map((peer) => peer.podSelector?.matchLabels['app.kubernetes.io/name']),
          ports.map(({ port }) => portOf(port)),
        ]),
      );
    expect(allowed).toEqual([
      ['gateway-api', ['envoy-gateway-system'], ['envoy'], [4000]],
      ['ingress', ['ingress-nginx'], ['ingress-nginx'], [4000]],
      ['monitoring', ['monitoring'], ['prometheus'], [9464]],
    ]);
  });

  it('let the gateway to names, Redis and the service, and not to the addresses of the cluster or its cloud', () => {
    expect(policy.egress.map(({ ports }) => ports.map(({ port }) => port))).toEqual([[53, 53], [6379], [443]]);
    expect(policy.egress[0]?.to.map(({ ipBlock }) => ipBlock?.cidr)).toEqual([undefined, '169.254.20.10/32']);
    expect(policy.egress[1]?.to).toEqual([{ podSelector: redis.spec.selector }]);
    expect(new URL(config['LISTINGS_API_URL'] ?? '').protocol).toBe('https:');
    const reachable = (policy.egress[2]?.to ?? []).flatMap(({ ipBlock }) => (ipBlock === undefined ? [] : [ipBlock]));
    const isReachable = (address: string): boolean => {
      const family = isIPv6(address) ? 'ipv6' : 'ipv4';
      const matches = (cidr: string): boolean => {
        const [network = '', bits] = cidr.split('/');
        if (isIPv6(network) !== isIPv6(address)) return false;
        const list = new BlockList();
        list.addSubnet(network, Number(bits), family);
        return list.check(address, family);
      };
      return reachable.some(({ cidr, except = [] }) => matches(cidr) && !except.some(matches));
    };
    expect(['203.0.113.7', '2001:db8::7'].filter((address) => !isReachable(address))).toEqual([]);
    const inside = ['10.0.0.1', '100.64.0.1', '169.254.169.254', '172.31.0.1', '192.168.1.1'];
    const insideSix = ['fd00:ec2::254', 'fd12:3456::1', 'fe80::1', '64:ff9b::a9fe:a9fe'];
    expect([...inside, ...insideSix].filter(isReachable)).toEqual([]);
  });

  it('let nobody but the gateway to Redis, and Redis nowhere', () => {
    const { podSelector, policyTypes, ingress, egress } = findObject(networkPolicy, 'NetworkPolicy', 'redis').spec;
    expect(podSelector).toEqual(redis.spec.selector);
    expect(policyTypes).toEqual(['Ingress', 'Egress']);
    expect(ingress.map(({ from }) => from)).toEqual([[{ podSelector: selector }]]);
    expect(egress).toEqual([]);
  });
});
