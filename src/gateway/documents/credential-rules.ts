/** Rules for operations that carry credentials, checked by their document alone. */
import {
  type ASTNode,
  type DocumentNode,
  type FieldNode,
  Kind,
  type OperationDefinitionNode,
  OperationTypeNode,
  type SelectionSetNode,
  visit,
} from 'graphql';
import { type Fragments, fragmentsOf } from './selections.ts';

/** Mutations whose input holds credentials. */
const sessionFields: ReadonlySet<string> = new Set(['signIn', 'refreshSession', 'startClientSession']);

/** Fields on the first level. Each fragment is followed once: before validation, fragments may lead anywhere, and in a circle. */
const rootFields = (selectionSet: SelectionSetNode, fragments: Fragments): readonly FieldNode[] => {
  const fields: FieldNode[] = [];
  const followed = new Set<string>();
  const follow = ({ selections }: SelectionSetNode): void => {
    for (const selection of selections) {
      if (selection.kind === Kind.FIELD) fields.push(selection);
      else if (selection.kind === Kind.INLINE_FRAGMENT) follow(selection.selectionSet);
      else if (!followed.has(selection.name.value)) {
        followed.add(selection.name.value);
        const fragment = fragments.get(selection.name.value);
        if (fragment !== undefined) follow(fragment.selectionSet);
      }
    }
  };
  follow(selectionSet);
  return fields;
};

const hasText = (...nodes: readonly ASTNode[]): boolean => {
  let found = false;
  const StringValue = (): void => {
    found = true;
  };
  for (const node of nodes) visit(node, { StringValue });
  return found;
};

const problemOf = (operation: OperationDefinitionNode, fragments: Fragments): string | null => {
  if (operation.operation !== OperationTypeNode.MUTATION) return null;
  // Client generators add `__typename` to every selection; it says nothing of a session, and reads nothing.
  const fields = rootFields(operation.selectionSet, fragments).filter(({ name }) => name.value !== '__typename');
  const session = fields.find(({ name }) => sessionFields.has(name.value));
  if (session === undefined) return null;
  if (fields.length > 1) return `"${session.name.value}" has to be alone in its operation.`;
  // A document is kept and may be logged; variables are neither.
  return hasText(session, ...(operation.variableDefinitions ?? []))
    ? `"${session.name.value}" takes credentials from variables only, not from the text of the document.`
    : null;
};

const operationsOf = (document: DocumentNode): readonly OperationDefinitionNode[] =>
  document.definitions.filter((definition) => definition.kind === Kind.OPERATION_DEFINITION);

/** Returns whether an operation of a document starts a session. */
export const carriesCredentials = (document: DocumentNode): boolean => {
  const fragments = fragmentsOf(document);
  return operationsOf(document).some(({ selectionSet }) =>
    rootFields(selectionSet, fragments).some(({ name }) => sessionFields.has(name.value)),
  );
};

/** Says what is wrong with the operations of a document that carry credentials; null when nothing is. */
export const credentialProblem = (document: DocumentNode): string | null => {
  const fragments = fragmentsOf(document);
  return (
    operationsOf(document)
      .map((operation) => problemOf(operation, fragments))
      .find((problem) => problem !== null) ?? null
  );
};
