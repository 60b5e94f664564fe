import * as z from 'zod/mini';

/** What a call takes, as JSON Schema; for documentation that is made on the server. */
export const inputSchemaOf = (schema: z.core.$ZodType) =>
  z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' });
