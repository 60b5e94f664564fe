import type { DocumentKind } from '@hakiki/contract/business-values';
import { m } from '../../paraglide/messages.js';

const labels: Record<DocumentKind, () => string> = {
  registration: m.business_document_registration,
  licence: m.business_document_licence,
  address: m.business_document_address,
  audit: m.business_document_audit,
  other: m.business_document_other,
};

export const documentKindLabel = (kind: DocumentKind): string => labels[kind]();
