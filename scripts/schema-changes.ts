/** What changed between two versions of the GraphQL schema, by what it does to the apps that use it. */
import { CriticalityLevel, DiffRule, diff } from '@graphql-inspector/core';
import { buildSchema } from 'graphql';

/** Changes of a schema, each as a sentence with the coordinate it is about. */
export interface SchemaChanges {
  /** Operations of apps in the field may fail: fields, arguments or types that went or became stricter. */
  readonly breaking: readonly string[];
  /** Operations keep working, and yet an app may be surprised, e.g. by a new enum value or another default. */
  readonly dangerous: readonly string[];
  /** Additions and descriptions. */
  readonly safe: readonly string[];
}

/**
 * Compares two schemas, given as text. A field that the old schema has marked as deprecated may go: that is dangerous, not breaking.
 *
 * @throws GraphQLError when a text is no schema
 */
export const compareSchemas = async (oldText: string, newText: string): Promise<SchemaChanges> => {
  const changes = await diff(buildSchema(oldText), buildSchema(newText), [DiffRule.suppressRemovalOfDeprecatedField]);
  const ofLevel = (wanted: CriticalityLevel): readonly string[] =>
    changes
      .filter(({ criticality }) => criticality.level === wanted)
      .map(({ message, path }) => (path === undefined ? message : `${path}: ${message}`));
  return {
    breaking: ofLevel(CriticalityLevel.Breaking),
    dangerous: ofLevel(CriticalityLevel.Dangerous),
    safe: ofLevel(CriticalityLevel.NonBreaking),
  };
};
