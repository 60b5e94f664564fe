/** Reads the names that the contract's files use: operation ids, tags and schema names. */
import type { Area } from '@hakiki/contract/areas';
import type { EndpointDefinition } from '@hakiki/contract/endpoint';
import type * as z from 'zod';
import type { Names } from './schemas.ts';

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null;
const isSchema = (value: unknown): value is z.core.$ZodType => isObject(value) && '_zod' in value;

export interface CallName {
  operationId: string;
  tag: string;
}

export interface ContractNames {
  findCallName: (endpoint: EndpointDefinition) => CallName | undefined;
  schemas: Names;
}

export function readContractNames(areas: readonly Area[]): ContractNames {
  const calls = new Map<unknown, CallName>();
  const schemas = new Map<z.core.$ZodType, string>();
  for (const { name: tag, parts } of areas) {
    for (const [name, value] of parts.flatMap((part) => Object.entries(part))) {
      if (isSchema(value)) {
        if (/^[A-Z]/.test(name) && !schemas.has(value)) schemas.set(value, name);
      } else if (isObject(value) && 'method' in value) calls.set(value, { operationId: name, tag });
    }
  }
  return { findCallName: (endpoint) => calls.get(endpoint), schemas };
}
