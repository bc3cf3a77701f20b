/** Which nodes of a selection `@skip` and `@include` leave. */
import { GraphQLIncludeDirective, GraphQLSkipDirective, getDirectiveValues, type SelectionNode } from 'graphql';

/**
 * Returns whether a node is selected with these variables.
 *
 * @throws GraphQLError when a variable is null that may not be
 */
export const isSelected = (node: SelectionNode, variables: Readonly<Record<string, unknown>>): boolean =>
  node.directives === undefined ||
  node.directives.length === 0 ||
  (getDirectiveValues(GraphQLSkipDirective, node, variables)?.['if'] !== true &&
    getDirectiveValues(GraphQLIncludeDirective, node, variables)?.['if'] !== false);
