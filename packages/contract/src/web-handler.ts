/** The seam between the server and the rendered site: the server knows the site only as this function. */
export interface WebHandlerDependencies {
  /** Asks our own API in this process, as a visitor. */
  api: (request: Request) => Promise<Response>;
  site: SiteSettings;
}

/** Public facts the pages print; nothing here differs from person to person. */
export interface SiteSettings {
  /** The public address, without a trailing slash. */
  origin: string;
  social: { twitter?: string; linkedin?: string; telegram?: string };
}

/** The nonce goes into every inline script of the page and into its content security policy. */
export type WebHandler = (request: Request, options: { nonce: string }) => Promise<Response>;

export type CreateWebHandler = (dependencies: WebHandlerDependencies) => WebHandler;
