/** The manifests of deploy/kubernetes as far as tests look at them. */
import * as z from 'zod';
import { listFiles, readDocuments, textOf } from './files.ts';

/** Any object of Kubernetes. */
export const anyObject = z.looseObject({
  apiVersion: z.string(),
  kind: z.string(),
  metadata: z.looseObject({ name: z.string().optional() }).optional(),
});

const probe = z.object({
  httpGet: z.object({ path: z.string(), port: z.string() }),
  periodSeconds: z.number(),
  timeoutSeconds: z.number().default(1),
  failureThreshold: z.number(),
});

const labels = z.record(z.string(), z.string());

/** What a pod and its containers are not allowed, to be admitted under the standard `restricted`. */
const restrictedPod = z.object({
  runAsNonRoot: z.literal(true),
  runAsUser: z.number().min(1),
  runAsGroup: z.number().min(1),
  seccompProfile: z.object({ type: z.literal('RuntimeDefault') }),
});

const restrictedContainer = z.object({
  allowPrivilegeEscalation: z.literal(false),
  readOnlyRootFilesystem: z.literal(true),
  capabilities: z.object({ drop: z.tuple([z.literal('ALL')]) }),
});

const container = z.looseObject({
  name: z.string(),
  image: z.string(),
  ports: z.array(z.object({ name: z.string(), containerPort: z.number() })),
  resources: z.object({
    requests: z.object({ cpu: z.string(), memory: z.string() }),
    limits: z.object({ memory: z.string() }),
  }),
  securityContext: restrictedContainer,
});

/** A Deployment of which every pod is restricted. */
export const deployment = z.object({
  kind: z.literal('Deployment'),
  metadata: z.looseObject({ name: z.string() }),
  spec: z.looseObject({
    selector: z.object({ matchLabels: labels }),
    template: z.object({
      metadata: z.object({ labels }),
      spec: z.looseObject({
        automountServiceAccountToken: z.literal(false),
        securityContext: restrictedPod,
        containers: z.tuple([container]),
      }),
    }),
  }),
});

/** The Deployment of the gateway. */
export const gatewayDeployment = z.object({
  spec: z.looseObject({
    template: z.looseObject({
      spec: z.looseObject({
        enableServiceLinks: z.literal(false),
        terminationGracePeriodSeconds: z.number(),
        containers: z.tuple([
          z.looseObject({
            startupProbe: probe,
            readinessProbe: probe,
            livenessProbe: probe,
            lifecycle: z.never().optional(),
          }),
        ]),
      }),
    }),
  }),
});

const peer = z.object({
  namespaceSelector: z.object({ matchLabels: labels }).optional(),
  podSelector: z.object({ matchLabels: labels }).optional(),
  ipBlock: z.object({ cidr: z.string(), except: z.array(z.string()).optional() }).optional(),
});

const ports = z.array(z.object({ port: z.union([z.string(), z.number()]), protocol: z.string().optional() }));

/** A NetworkPolicy; every rule names who and which ports. */
export const networkPolicy = z.object({
  kind: z.literal('NetworkPolicy'),
  spec: z.object({
    podSelector: z.object({ matchLabels: labels }),
    policyTypes: z.array(z.enum(['Ingress', 'Egress'])),
    ingress: z.array(z.object({ from: z.array(peer).min(1), ports: ports.min(1) })).default([]),
    egress: z.array(z.object({ to: z.array(peer).min(1), ports: ports.min(1) })).default([]),
  }),
});

const generator = z.strictObject({ name: z.string(), envs: z.tuple([z.string()]) });

/** A kustomization. */
export const kustomization = z.looseObject({
  namespace: z.literal('listings-gateway'),
  resources: z.array(z.string()),
  configMapGenerator: z.array(generator).default([]),
  secretGenerator: z.array(generator).default([]),
});

/**
 * Reads a file of `NAME=value` as kustomize does: a value is what stands after the first `=`, nothing is taken off it.
 *
 * @throws Error for a line that is neither that nor empty nor a comment
 */
export const readEnvFile = (path: string): Readonly<Record<string, string>> =>
  Object.fromEntries(
    textOf(path)
      .split('\n')
      .filter((line) => line.trim() !== '' && !line.trimStart().startsWith('#'))
      .map((line) => {
        const [, name, value] = /^([A-Z][A-Z0-9_]*)=(.*)$/.exec(line) ?? [];
        if (name === undefined || value === undefined) throw new Error(`${path}: ${line}`);
        return [name, value] as const;
      }),
  );

/** Every object there is, with its file. */
export const allObjects = listFiles('deploy/kubernetes', '.yaml').flatMap((file) =>
  readDocuments(file).map((content) => ({ file, content })),
);

/** Finds an object of a shape by its kind and name. */
export const findObject = <Shape extends z.ZodType>(shape: Shape, kind: string, name: string): z.infer<Shape> => {
  const found = allObjects.find(({ content }) => {
    const named = anyObject.safeParse(content);
    return named.success && named.data.kind === kind && named.data.metadata?.name === name;
  });
  if (found === undefined) throw new Error(`There is no ${kind} ${name}.`);
  return shape.parse(found.content);
};

/** What labels and selectors say anywhere in a content, as `key=value`. */
export const labelsIn = (content: unknown): readonly string[] => {
  if (Array.isArray(content)) return content.flatMap(labelsIn);
  const fields = z.record(z.string(), z.unknown()).safeParse(content).data ?? {};
  return Object.entries(fields).flatMap(([name, value]) => {
    const pairs = /^(?:labels|matchLabels|selector)$/.test(name) ? labels.safeParse(value).data : undefined;
    return pairs === undefined ? labelsIn(value) : Object.entries(pairs).map(([key, text]) => `${key}=${text}`);
  });
};
