import * as z from 'zod/mini';

/** The input of an endpoint as JSON Schema, for documentation generated on the server. */
export const toInputJsonSchema = (schema: z.core.$ZodType) =>
  z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' });

/** The response of an endpoint as JSON Schema, for documentation generated on the server. */
export const toReplyJsonSchema = (schema: z.core.$ZodType) =>
  z.toJSONSchema(schema, { io: 'output', unrepresentable: 'any' });
