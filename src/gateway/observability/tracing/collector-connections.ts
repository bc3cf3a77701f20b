/** Connections to the collector, which end with tracing: whatever still waits for one is refused, so that it does not hold the process. */
import { Agent as HttpAgent } from 'node:http';
import { Agent as HttpsAgent } from 'node:https';

/** Connections to the collector. */
interface CollectorConnections extends Disposable {
  /** Creates the agent that makes them. */
  readonly createAgent: (protocol: string) => HttpAgent;
}

/** Creates them. */
export const createCollectorConnections = (): CollectorConnections => {
  const agents: HttpAgent[] = [];
  return {
    createAgent: (protocol) => {
      const agent = new (protocol === 'https:' ? HttpsAgent : HttpAgent)({ keepAlive: true });
      agents.push(agent);
      return agent;
    },
    [Symbol.dispose]: () => {
      for (const agent of agents) {
        agent.createConnection = () => {
          throw new Error('Tracing has ended.');
        };
        agent.destroy();
      }
    },
  };
};
