/** Fragments of the documents of an app: as its code generator has it, each is known in all of them, wherever it is defined. */
import { type DocumentNode, type FragmentDefinitionNode, Kind, print, visit } from 'graphql';
import { UnpriceableDocumentError } from './price-document.ts';

/** A document and its name. */
export interface NamedDocument {
  /** Its file, or its id in a manifest. */
  readonly name: string;
  readonly document: DocumentNode;
}

/** A fragment, and the first document that defines it. */
interface SharedFragment {
  readonly home: string;
  readonly definition: FragmentDefinitionNode;
}

/**
 * Gives a document together with the fragments of other files that it needs.
 *
 * @throws UnpriceableDocumentError when it defines a fragment otherwise than another file
 */
export type AddFragments = (named: NamedDocument) => NamedDocument;

const fragmentsOf = ({ definitions }: DocumentNode): readonly FragmentDefinitionNode[] =>
  definitions.filter((definition) => definition.kind === Kind.FRAGMENT_DEFINITION);

/** Collects the fragments of all documents. The same one in several files, as some generators write it, is one. */
export const shareFragments = (documents: readonly NamedDocument[]): AddFragments => {
  const shared = new Map<string, SharedFragment>();
  for (const { name: home, document } of documents) {
    for (const definition of fragmentsOf(document)) {
      const name = definition.name.value;
      if (!shared.has(name)) shared.set(name, { home, definition });
    }
  }
  return ({ name: file, document }) => {
    const known = new Set<string>();
    for (const definition of fragmentsOf(document)) {
      const name = definition.name.value;
      const first = shared.get(name);
      if (first !== undefined && first.home !== file && print(first.definition) !== print(definition)) {
        throw new UnpriceableDocumentError(`fragment ${name} has another text than in ${first.home}`);
      }
      known.add(name);
    }
    const added: FragmentDefinitionNode[] = [];
    const addFor = (node: DocumentNode | FragmentDefinitionNode): void => {
      visit(node, {
        FragmentSpread: ({ name: { value: name } }) => {
          const definition = shared.get(name)?.definition;
          if (definition === undefined || known.has(name)) return;
          known.add(name);
          added.push(definition);
          addFor(definition);
        },
      });
    };
    addFor(document);
    return { name: file, document: { ...document, definitions: [...document.definitions, ...added] } };
  };
};
