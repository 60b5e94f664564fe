import * as z from 'zod/mini';

/** The input of an endpoint as JSON Schema, for documentation generated on the server. */
export const toInputJsonSchema = (schema: z.core.$ZodType) =>
  z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' });
