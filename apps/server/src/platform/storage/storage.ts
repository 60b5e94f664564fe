/** Where files are kept, under names we choose: a folder of this machine, or a bucket that speaks S3. What it keeps is bytes. */
export interface Storage {
  /** Replaces what was there. When it resolves, the bytes are safe. */
  put: (name: string, bytes: Uint8Array) => Promise<void>;
  get: (name: string) => Promise<Buffer | undefined>;
  /** Also when nothing was there. */
  delete: (name: string) => Promise<void>;
}
