/** The interface between the server and the rendered site: the server knows the site only as this function. */
interface WebHandlerDependencies {
  site: SiteSettings;
}

/** Public facts the pages print; nothing here differs from person to person. */
export interface SiteSettings {
  /** The public address, without a trailing slash. */
  origin: string;
  social: { twitter?: string; linkedin?: string; telegram?: string };
  /** What the admin login shows to people who try the product; never set in production. */
  testAdmin?: { email: string; password: string };
  /** Whether the sandbox of card payments is there; never in production. */
  hasSandbox?: true;
}

interface PageOptions {
  /** Marks every script of the page as the server's own; it is taken off before the page leaves. */
  nonce: string;
  /** Asks our own API in this process: as a visitor for pages that everybody shares, as the person who asks for all others. */
  api: (request: Request) => Promise<Response>;
}

export type WebHandler = (request: Request, options: PageOptions) => Promise<Response>;

export type CreateWebHandler = (dependencies: WebHandlerDependencies) => WebHandler;
