/** Stores files as bytes under names that we choose: in a folder of this machine or in an S3 bucket. */
export interface Storage {
  /** Replaces an existing file. When it resolves, the bytes are durable. */
  put: (name: string, bytes: Uint8Array) => Promise<void>;
  get: (name: string) => Promise<Buffer | undefined>;
  /** Succeeds also if the file does not exist. */
  delete: (name: string) => Promise<void>;
}
