/** What the server learns about a request while it is answered. */
export interface RequestContext {
  requestId: string;
  /** Where the request comes from, for limits only: never logged, never kept. */
  address: string;
  /** The contract's path, once known. */
  route?: string;
  /** The session of the request was found to be staff's. */
  isStaff?: boolean;
}
