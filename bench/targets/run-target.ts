/** The process of a target that is not the gateway: takes its name and `{base_url}`, prints where it listens. */
import { startFloor } from './floor.ts';
import type { RunningTarget } from './running-target.ts';

const [name = '', baseUrl = ''] = process.argv.slice(2);

const start = async (): Promise<RunningTarget> => {
  switch (name) {
    case 'floor':
      return startFloor(new URL(baseUrl));
    case 'mercurius': {
      const { startMercurius } = await import('./mercurius.ts');
      return startMercurius(new URL(baseUrl));
    }
    case 'equipped': {
      const [{ startMercurius }, { equip }] = await Promise.all([
        import('./mercurius.ts'),
        import('./equipped-mercurius.ts'),
      ]);
      return startMercurius(new URL(baseUrl), equip);
    }
    case 'yoga': {
      const { startYoga } = await import('./yoga.ts');
      return startYoga(new URL(baseUrl));
    }
    default:
      throw new Error(`There is no target "${name}".`);
  }
};

const { url } = await start();
// Whoever started it is gone.
process.on('disconnect', () => process.exit());
process.stdout.write(`${JSON.stringify({ url: url.href })}\n`);
