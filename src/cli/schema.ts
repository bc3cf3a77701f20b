/** `schema`: the GraphQL schema as text. */
import { printSchemaText } from '../gateway/schema/schema.ts';
import { type Run } from './command.ts';
import { exitCodes } from './process/process-end.ts';

/** Prints the schema. */
export const runSchema: Run = async () => {
  process.stdout.write(printSchemaText());
  return exitCodes.ok;
};
