/** Validation of the files of deploy/ by the reduced schemas of test/deploy/validation/schemas, which scripts/reduce-json-schemas.ts makes. */
import { Ajv, type ValidateFunction } from 'ajv';
import * as z from 'zod';
import { listFiles, textOf } from '../files.ts';

const schemaFile = z.object({
  $id: z.string(),
  $comment: z.string(),
  definitions: z.record(z.string(), z.json()),
});

const schemas = listFiles('test/deploy/validation/schemas', '.json').map((path) =>
  schemaFile.parse(JSON.parse(textOf(path))),
);

const ajv = new Ajv({ allErrors: true, strict: false, validateFormats: false, unicodeRegExp: false, schemas });

/** What a schema is asked for by: `compose`, or the version and kind of an object of Kubernetes, e.g. `apps/v1 Deployment`. */
const findValidator = (name: string): ValidateFunction | undefined => {
  const schema = schemas.find(({ definitions }) => Object.hasOwn(definitions, name));
  const pointer = encodeURIComponent(name.replaceAll('~', '~0').replaceAll('/', '~1'));
  return schema && ajv.getSchema(`${schema.$id}#/definitions/${pointer}`);
};

const versionAndKind = z.looseObject({ apiVersion: z.string(), kind: z.string() });

/** The name of the schema of an object of Kubernetes. */
export const kindOf = (content: unknown): string => {
  const { apiVersion, kind } = versionAndKind.parse(content);
  return `${apiVersion} ${kind}`;
};

/** What is wrong with a content by a schema; one that there is no schema for is wrong too. */
export const problemsBy = (name: string, content: unknown): readonly string[] => {
  const validate = findValidator(name);
  if (validate === undefined) return [`There is no schema for ${name}.`];
  if (validate(content)) return [];
  return (validate.errors ?? []).map(
    ({ instancePath, message, params }) => `${instancePath || '/'} ${message} ${JSON.stringify(params)}`,
  );
};
