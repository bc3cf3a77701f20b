/** Tokens and cookies of browser sessions as they really are, noted where no page can: between the gateway and the service, and in Chromium. */
import type { BrowserContext } from 'playwright-core';
import type { GatewaySettings } from '../../support/running-gateway.ts';
import type { World } from '../../support/world.ts';
import { type DetouredGateway, startDetouredGateway } from '../fidelity/detoured-gateway.ts';

/** A gateway whose tokens are known. */
export interface WatchedGateway extends DetouredGateway {
  /** All tokens that the service has granted so far, by their names, e.g. `access 1` and `refresh 1`. */
  readonly tokens: Readonly<Record<string, string>>;
}

/** Starts a gateway with its own application, and notes the tokens that it gets for users. */
export const startWatchedGateway = async (world: World, settings: GatewaySettings): Promise<WatchedGateway> => {
  const tokens: Record<string, string> = {};
  let granted = 0;
  const gateway = await startDetouredGateway(
    world,
    async (request, forward) => {
      const response = await forward(request);
      if (request.endpoint !== 'requestToken' || response.status !== 200) return response;
      const { Access_token: access, Refresh_token: refresh } = JSON.parse(response.body.toString()) as {
        readonly Access_token?: string | null;
        readonly Refresh_token?: string | null;
      };
      granted += 1;
      if (access) tokens[`access ${granted}`] = access;
      if (refresh) tokens[`refresh ${granted}`] = refresh;
      return response;
    },
    settings,
  );
  return { ...gateway, tokens };
};

/** Notes the values of all cookies that a browser gets from here on. */
export const watchCookies = (context: BrowserContext): Readonly<Record<string, string>> => {
  const cookies: Record<string, string> = {};
  context.on('response', (response) => {
    void response.headersArray().then(
      (headers) => {
        for (const { name, value } of headers) {
          const [, text = ''] = /^[^=]+=([^;]+)/.exec(value) ?? [];
          if (name.toLowerCase() === 'set-cookie' && text !== '') {
            cookies[`cookie ${Object.keys(cookies).length + 1}`] = text;
          }
        }
      },
      () => {},
    );
  });
  return cookies;
};
