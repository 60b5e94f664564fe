/** The interface between server and rendered site: the server knows the site only as this function. */
interface WebHandlerDependencies {
  site: SiteSettings;
}

/** Public settings of the site, the same for every user. */
export interface SiteSettings {
  /** The public origin, without a trailing slash. */
  origin: string;
  social: { twitter?: string; linkedin?: string; telegram?: string };
  /** Where the source code of this installation is published (AGPL-3.0, section 13). */
  sourceUrl?: string | undefined;
  /** Whether all data is invented; every page says so. */
  isDemo?: true;
  /** Demo credentials shown on the admin login; never set in production. */
  testAdmin?: { email: string; password: string };
  /** Whether the card payment sandbox is available; never in production. */
  hasSandbox?: true;
}

interface PageOptions {
  /** Marks every script of the page as trusted; removed before the page is sent. */
  nonce: string;
  /** Calls our own API in this process: anonymously for public pages, with the user's session for all others. */
  api: (request: Request) => Promise<Response>;
}

export type WebHandler = (request: Request, options: PageOptions) => Promise<Response>;

export type CreateWebHandler = (dependencies: WebHandlerDependencies) => WebHandler;
