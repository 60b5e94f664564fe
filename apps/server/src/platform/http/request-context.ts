/** Data about a request that the server collects while it processes it. */
export interface RequestContext {
  requestId: string;
  /** The client's IP address, for rate limits only: it is never logged or stored. */
  clientIp: string;
  /** The path pattern from the contract, once it is known. */
  route?: string;
  /** True once the session is known to belong to a moderator or administrator. */
  isStaff?: boolean;
}
