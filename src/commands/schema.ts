/** `schema`: the GraphQL schema as text. */
import { printSchemaText } from '../gateway/schema.ts';
import { exitCodes, type Run } from './command.ts';

/** Prints the schema. */
export const runSchema: Run = async () => {
  process.stdout.write(printSchemaText());
  return exitCodes.ok;
};
