/** Complete replies as a test expects them for a row, with every field spelled out; compare them with toEqual. */
import type { User } from '@hakiki/contract/accounts';
import type { EndpointDefinition } from '@hakiki/contract/endpoint';
import { endpoints } from '@hakiki/contract/endpoints';
import { type ErrorReply, errors } from '@hakiki/contract/errors';
import { type FieldError, fieldErrors as sentences, type PlainFieldCode } from '@hakiki/contract/field-errors';
import { expect } from 'vitest';
import * as z from 'zod';
import type { users } from '../../src/modules/accounts/tables.ts';
import { getEndpointName } from './contract-rules.ts';

export const toUserReply = (row: typeof users.$inferSelect): User => ({
  id: row.id,
  firstName: row.firstName,
  lastName: row.lastName,
  email: row.email,
  profileImageUrl: row.profileImageUrl,
  subscriptionTier: row.subscriptionTier,
  userType: row.userType,
  subscriptionStatus: row.subscriptionStatus,
  subscriptionEndsAt: row.subscriptionEndsAt?.toISOString() ?? null,
  isAdmin: row.isAdmin,
  isModerator: row.isModerator,
  referralCode: row.referralCode,
  createdAt: row.createdAt.toISOString(),
});

/** Looks up the code of each message; pass `fieldErrors` for messages with placeholders. */
export const toInvalidInputReply = (
  fields: Record<string, string>,
  fieldErrors: Record<string, FieldError> = toFieldErrors(fields),
): ErrorReply => ({
  code: 'INVALID_INPUT',
  message: errors.INVALID_INPUT.message,
  fields,
  fieldErrors,
});

const toFieldErrors = (fields: Record<string, string>): Record<string, FieldError> =>
  Object.fromEntries(Object.entries(fields).map(([name, sentence]) => [name, { code: findFieldCode(sentence) }]));

function findFieldCode(sentence: string): PlainFieldCode {
  const found = Object.entries(sentences).find(([, known]) => known === sentence);
  return (found?.[0] ?? 'INVALID_VALUE') as PlainFieldCode;
}

/** Fields in the response to a decision. */
export const decisionFields = ({ canUndo }: { canUndo: boolean }) => ({ decisionId: expect.any(String), canUndo });

/** The hash of a public text. */
export const anyTextHash = expect.stringMatching(/^[0-9a-f]{64}$/);

/**
 * The complete reply of an endpoint, or one row of a list reply: the given values, and for every other field of the
 * contract a matcher of its schema. An additional or a missing field fails; an optional field must be absent unless it
 * is given.
 */
export function expectedReply(name: string, expectedValue: unknown): unknown {
  const endpoint = (endpoints as readonly EndpointDefinition[]).find((one) => getEndpointName(one) === name);
  if (!endpoint) throw new Error(`The contract has no ${name}.`);
  const { def } = (endpoint.reply as z.core.$ZodTypes)._zod;
  return fillFromSchema(
    def.type === 'array' && !Array.isArray(expectedValue) ? def.element : endpoint.reply,
    expectedValue,
  );
}

const isMatcher = (expectedValue: object): boolean => 'asymmetricMatch' in expectedValue;

function fillFromSchema(schema: z.core.$ZodType, expectedValue: unknown): unknown {
  const { def } = (schema as z.core.$ZodTypes)._zod;
  if (expectedValue === undefined) return matchesSchema(schema);
  if (typeof expectedValue !== 'object' || expectedValue === null || isMatcher(expectedValue)) return expectedValue;
  if (def.type === 'optional' || def.type === 'nullable') return fillFromSchema(def.innerType, expectedValue);
  if (def.type === 'array' && Array.isArray(expectedValue))
    return expectedValue.map((item: unknown) => fillFromSchema(def.element, item));
  if (def.type !== 'object') return expectedValue;
  const fields = Object.entries(def.shape).flatMap(([key, inner]) => {
    const value = (expectedValue as Record<string, unknown>)[key];
    const isAbsent = value === undefined && (inner as z.core.$ZodTypes)._zod.def.type === 'optional';
    return isAbsent ? [] : [[key, fillFromSchema(inner, value)]];
  });
  // A given field that the contract lacks stays, and fails.
  return { ...expectedValue, ...Object.fromEntries(fields) };
}

const matchesSchema = (schema: z.core.$ZodType) => ({
  $$typeof: Symbol.for('jest.asymmetricMatcher'),
  asymmetricMatch: (value: unknown) => z.core.safeParse(schema, value).success,
  toAsymmetricMatcher: () => 'as the contract says',
});
