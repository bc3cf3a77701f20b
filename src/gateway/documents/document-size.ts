/**
 * Measures the operations of a document as if its fragments were written out, without writing them out. The limits: `operation-limits.ts`;
 * of tokens, which are counted while a text is parsed: `operation/prepared-document.ts`.
 */
import {
  type DocumentNode,
  Kind,
  type OperationDefinitionNode,
  OperationTypeNode,
  type SelectionSetNode,
} from 'graphql';
import type { ExceededLimit, OperationLimits } from './operation-limits.ts';
import { type Fragments, fragmentsOf } from './selections.ts';

interface Size {
  /** Fields, spreads and inline fragments in all. */
  readonly selections: number;
  readonly aliases: number;
  readonly directives: number;
  /** Levels of fields. */
  readonly depth: number;
  /** Fields on the first level. */
  readonly width: number;
}

const nothing: Size = { selections: 0, aliases: 0, directives: 0, depth: 0, width: 0 };

/** Fragments multiply to what no client could read as a whole number. */
const MOST_COUNTED = 2 ** 31 - 1;

const beside = (one: Size, other: Size): Size => ({
  selections: Math.min(one.selections + other.selections, MOST_COUNTED),
  aliases: one.aliases + other.aliases,
  directives: one.directives + other.directives,
  depth: Math.max(one.depth, other.depth),
  width: one.width + other.width,
});

/** Introspection is deep by nature, and harmless: its response depends on the schema alone. */
const isIntrospection = (name: string): boolean => name.startsWith('__');

/** Measures each fragment once, however often it is used; one that uses itself is left to validation. */
const createMeasure = (fragments: Fragments) => {
  const known = new Map<string, Size>();

  const ofFragment = (name: string): Size => {
    const measured = known.get(name);
    if (measured !== undefined) return measured;
    known.set(name, nothing);
    const fragment = fragments.get(name);
    const size = fragment === undefined ? nothing : ofSelections(fragment.selectionSet);
    known.set(name, size);
    return size;
  };

  const ofSelections = (set: SelectionSetNode): Size =>
    set.selections.reduce<Size>((size, selection) => {
      const directives = selection.directives?.length ?? 0;
      if (selection.kind === Kind.FIELD) {
        const inner = selection.selectionSet === undefined ? nothing : ofSelections(selection.selectionSet);
        return beside(size, {
          selections: inner.selections + 1,
          aliases: inner.aliases + (selection.alias === undefined ? 0 : 1),
          directives: inner.directives + directives,
          depth: isIntrospection(selection.name.value) ? 1 : inner.depth + 1,
          width: 1,
        });
      }
      const inner =
        selection.kind === Kind.FRAGMENT_SPREAD
          ? ofFragment(selection.name.value)
          : ofSelections(selection.selectionSet);
      return beside(size, {
        ...inner,
        selections: inner.selections + 1,
        directives: inner.directives + directives,
      });
    }, nothing);

  return ofSelections;
};

const measureOf = (document: DocumentNode): ((set: SelectionSetNode) => Size) => createMeasure(fragmentsOf(document));

/** Counts the selections of an operation, fragments expanded. */
export const countSelections = (document: DocumentNode, { selectionSet }: OperationDefinitionNode): number =>
  measureOf(document)(selectionSet).selections;

/** Says what the operations of a document have too much of; null when nothing. */
export const exceededByDocument = (document: DocumentNode, limits: OperationLimits): ExceededLimit | null => {
  const measure = measureOf(document);
  for (const definition of document.definitions) {
    if (definition.kind !== Kind.OPERATION_DEFINITION) continue;
    const size = measure(definition.selectionSet);
    const isMutation = definition.operation === OperationTypeNode.MUTATION;
    const figures: readonly ExceededLimit[] = [
      { name: 'selections', what: 'selections, fragments expanded', limit: limits.selections, figure: size.selections },
      { name: 'depth', what: 'levels of fields', limit: limits.depth, figure: size.depth },
      { name: 'aliases', what: 'aliases', limit: limits.aliases, figure: size.aliases },
      {
        name: 'directives',
        what: 'directives',
        limit: limits.directives,
        figure: size.directives + (definition.directives?.length ?? 0),
      },
      isMutation
        ? { name: 'rootMutations', what: 'mutations', limit: limits.rootMutations, figure: size.width }
        : { name: 'rootFields', what: 'fields on the first level', limit: limits.rootFields, figure: size.width },
    ];
    const exceeded = figures.find(({ limit, figure }) => figure > limit);
    if (exceeded !== undefined) return exceeded;
  }
  return null;
};
