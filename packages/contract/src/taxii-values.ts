/** Addresses of the TAXII server, without their schemas. */

/** TAXII fixes where its discovery is. */
export const taxiiDiscoveryPath = '/taxii2/';
export const taxiiRootPath = '/api/taxii2/';
/** UUIDv5 of `taxii:indicators` in the namespace of the other formats; never changes. */
export const taxiiCollectionId = '3a7afa6b-a859-52bf-b335-6d0097d7783a';
export const TAXII_TYPE = 'application/taxii+json;version=2.1';
export const TAXII_PAGE_SIZE = 1000;
