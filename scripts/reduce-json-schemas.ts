/**
 * Reduces the published schemas of what deploy/ is written in to the kinds that are used there: test/deploy/validation/schemas/*.json.
 *
 *     npm run schemas:reduce -- FOLDER
 *
 * FOLDER has the files that `sources` names, under the names that it gives them. Texts, defaults and `status` are left out, and
 * objects take no other fields than those that are declared. Rules in CEL (x-kubernetes-validations) are left out too.
 */
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { argv, exit, stderr } from 'node:process';
import { parse } from 'yaml';
import * as z from 'zod';
import { kubernetesWords } from './kubernetes-words.ts';

type Json = null | boolean | number | string | readonly Json[] | JsonObject;
interface JsonObject {
  readonly [name: string]: Json;
}

interface Source {
  /** What it is, with its version and where it is from. */
  readonly about: string;
  /** Files of the folder. */
  readonly files: readonly string[];
  /** Makes the definitions, by `<apiVersion> <kind>` where it is an object of Kubernetes. */
  readonly read: (documents: readonly JsonObject[]) => JsonObject;
}

const isObject = (value: Json | undefined): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const objectAt = (value: JsonObject, ...path: readonly string[]): JsonObject =>
  path.reduce((at: JsonObject, name) => {
    const next = at[name];
    if (!isObject(next)) throw new Error(`There is no ${path.join('.')}.`);
    return next;
  }, value);

const mapValues = (value: JsonObject, change: (value: Json) => Json): JsonObject =>
  Object.fromEntries(Object.entries(value).map(([name, each]) => [name, change(each)]));

const dropped = new Set([
  'description',
  'title',
  'default',
  'example',
  'examples',
  'format',
  'deprecated',
  '$schema',
  '$id',
]);
const maps = new Set(['properties', 'patternProperties', 'definitions']);
/** In these a schema says only part of what an object has. */
const partial = new Set(['allOf', 'anyOf', 'oneOf', 'not']);

const QUANTITY = '^[+-]?([0-9]+(\\.[0-9]*)?|\\.[0-9]+)([KMGTPE]i|[numkMGTPE]|[eE][+-]?[0-9]+)?$';

/** A pattern that JavaScript does not know, since it has flags in it. */
const isForeign = (name: string, value: Json): boolean =>
  name === 'pattern' && typeof value === 'string' && /\(\?\w/.test(value);

/** Keeps what is checked of a schema; with `strict`, objects of declared fields take no others. */
const reduce = (schema: Json, strict: boolean): Json => {
  if (Array.isArray(schema)) return schema.map((each: Json) => reduce(each, strict));
  if (!isObject(schema)) return schema;
  if (schema['format'] === 'int-or-string') return { type: ['integer', 'string'] };
  const kept = Object.entries(schema)
    .filter(([name, value]) => !dropped.has(name) && !isForeign(name, value) && !name.startsWith('x-kubernetes-'))
    .map(([name, value]): [string, Json] => {
      if (maps.has(name) && isObject(value)) return [name, mapValues(value, (each) => reduce(each, strict))];
      return [name, name === 'enum' || name === 'required' ? value : reduce(value, strict && !partial.has(name))];
    });
  const isOpen = 'additionalProperties' in schema || schema['x-kubernetes-preserve-unknown-fields'] === true;
  return {
    ...Object.fromEntries(kept),
    ...(strict && 'properties' in schema && !isOpen && { additionalProperties: false }),
  };
};

/** The fields of an object without `status`, with the values of `apiVersion` and `kind`. */
const rootOf = (schema: JsonObject, apiVersion: string, kind: string): JsonObject => {
  const { status: _status, ...properties } = objectAt(schema, 'properties');
  return {
    ...schema,
    properties: { ...properties, apiVersion: { const: apiVersion }, kind: { const: kind } },
    required: [
      'apiVersion',
      'kind',
      'metadata',
      ...(Array.isArray(schema['required']) ? schema['required'] : []),
    ].filter((name, at, all) => all.indexOf(name) === at),
  };
};

const kinds: Readonly<Record<string, readonly [string, string]>> = {
  'io.k8s.api.core.v1.Namespace': ['v1', 'Namespace'],
  'io.k8s.api.core.v1.Service': ['v1', 'Service'],
  'io.k8s.api.core.v1.ServiceAccount': ['v1', 'ServiceAccount'],
  'io.k8s.api.apps.v1.Deployment': ['apps/v1', 'Deployment'],
  'io.k8s.api.autoscaling.v2.HorizontalPodAutoscaler': ['autoscaling/v2', 'HorizontalPodAutoscaler'],
  'io.k8s.api.networking.v1.Ingress': ['networking.k8s.io/v1', 'Ingress'],
  'io.k8s.api.networking.v1.NetworkPolicy': ['networking.k8s.io/v1', 'NetworkPolicy'],
  'io.k8s.api.policy.v1.PodDisruptionBudget': ['policy/v1', 'PodDisruptionBudget'],
};

const OBJECT_META = 'io.k8s.apimachinery.pkg.apis.meta.v1.ObjectMeta';

/** Adds the words to a definition, to the items of a list where it is one. */
const withWords = (name: string, schema: JsonObject): JsonObject => {
  const known = kubernetesWords[name.replace('io.k8s.api.', '')];
  if (known === undefined) return schema;
  const fields = Object.entries(known).map(([field, values]): [string, Json] => {
    const declared = objectAt(schema, 'properties', field);
    const isList = declared['type'] === 'array';
    return [field, isList ? { ...declared, items: { enum: values } } : { ...declared, enum: values }];
  });
  return { ...schema, properties: { ...objectAt(schema, 'properties'), ...Object.fromEntries(fields) } };
};

/** The definitions of the kinds, and of whatever they refer to. */
const readKubernetes = ([swagger = {}]: readonly JsonObject[]): JsonObject => {
  const all = objectAt(swagger, 'definitions');
  const definitions: Record<string, Json> = {};
  const take = (name: string, schema: Json): void => {
    definitions[name] = name.endsWith('.Quantity')
      ? { anyOf: [{ type: 'number' }, { type: 'string', pattern: QUANTITY }] }
      : reduce(schema, true);
    for (const [, other = ''] of JSON.stringify(definitions[name]).matchAll(/"#\/definitions\/([^"]+)"/g)) {
      if (!(other in definitions)) take(other, withWords(other, objectAt(all, other)));
    }
  };
  for (const [name, [apiVersion, kind]] of Object.entries(kinds)) {
    take(`${apiVersion} ${kind}`, rootOf(objectAt(all, name), apiVersion, kind));
  }
  take(OBJECT_META, objectAt(all, OBJECT_META));
  return definitions;
};

const customResourceDefinition = z.looseObject({
  spec: z.looseObject({
    group: z.string(),
    names: z.looseObject({ kind: z.string() }),
    versions: z.array(
      z.looseObject({
        name: z.string(),
        storage: z.boolean(),
        schema: z.looseObject({ openAPIV3Schema: z.record(z.string(), z.json()) }),
      }),
    ),
  }),
});

/** The stored version of every kind that CustomResourceDefinitions define. */
const readDefinitions = (documents: readonly JsonObject[]): JsonObject =>
  Object.fromEntries(
    documents.map((document): [string, Json] => {
      const { group, names, versions } = customResourceDefinition.parse(document).spec;
      const version = versions.find(({ storage }) => storage);
      if (version === undefined) throw new Error(`${names.kind} has no stored version.`);
      const apiVersion = `${group}/${version.name}`;
      const root = rootOf(version.schema.openAPIV3Schema, apiVersion, names.kind);
      const metadata = { $ref: `kubernetes#/definitions/${OBJECT_META}` };
      const properties = { ...objectAt(root, 'properties'), metadata };
      return [`${apiVersion} ${names.kind}`, reduce({ ...root, properties }, true)];
    }),
  );

/** A schema that is strict as it is published. */
const readWhole =
  (name: string) =>
  ([schema = {}]: readonly JsonObject[]): JsonObject => {
    const { definitions, ...root } = schema;
    const reduced = reduce({ ...root, definitions: definitions ?? {} }, false);
    if (!isObject(reduced)) throw new Error('It is no schema.');
    const { definitions: parts, ...whole } = reduced;
    return { ...(isObject(parts) ? parts : {}), [name]: whole };
  };

const sources: Readonly<Record<string, Source>> = {
  kubernetes: {
    about:
      'Kubernetes 1.36: kubernetes/swagger.json.unprocessed of github.com/kubernetes-client/python v36.0.3 (Apache-2.0)',
    files: ['swagger.json'],
    read: readKubernetes,
  },
  'gateway-api': {
    about: 'Gateway API 1.6.1: config/crd/standard of github.com/kubernetes-sigs/gateway-api (Apache-2.0)',
    files: ['gatewayclasses', 'gateways', 'httproutes'].map((name) => `gateway.networking.k8s.io_${name}.yaml`),
    read: readDefinitions,
  },
  'envoy-gateway': {
    about:
      'Envoy Gateway 1.9.0: charts/gateway-helm/charts/crds/crds/generated of github.com/envoyproxy/gateway (Apache-2.0)',
    files: ['backendtrafficpolicies', 'clienttrafficpolicies'].map((name) => `gateway.envoyproxy.io_${name}.yaml`),
    read: readDefinitions,
  },
  'prometheus-operator': {
    about:
      'Prometheus operator 0.93.0: example/prometheus-operator-crd of github.com/prometheus-operator/prometheus-operator (Apache-2.0)',
    files: ['podmonitors', 'prometheusrules'].map((name) => `monitoring.coreos.com_${name}.yaml`),
    read: readDefinitions,
  },
  kustomization: {
    about:
      'Kustomization: src/schemas/json/kustomization.json of github.com/SchemaStore/schemastore, 3b6446a (Apache-2.0)',
    files: ['kustomization.json'],
    read: readWhole('kustomize.config.k8s.io/v1beta1 Kustomization'),
  },
  compose: {
    about: 'Compose: schema/compose-spec.json of github.com/compose-spec/compose-spec, 170098b (Apache-2.0)',
    files: ['compose-spec.json'],
    read: readWhole('compose'),
  },
};

const readDocument = async (path: string): Promise<JsonObject> =>
  z.record(z.string(), z.json()).parse(parse(await readFile(path, 'utf8')));

const folder = argv[2];
if (folder === undefined) {
  stderr.write('Name the folder with the published schemas: npm run schemas:reduce -- FOLDER\n');
  exit(2);
}
const target = 'test/deploy/validation/schemas';
await mkdir(target, { recursive: true });
for (const [name, { about, files, read }] of Object.entries(sources)) {
  const documents = await Promise.all(files.map((file) => readDocument(join(folder, file))));
  const schema = { $id: name, $comment: about, definitions: read(documents) };
  await writeFile(join(target, `${name}.json`), `${JSON.stringify(schema)}\n`);
}
