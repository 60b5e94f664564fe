import { DeleteObjectCommand, GetObjectCommand, NoSuchKey, PutObjectCommand, S3Client } from '@aws-sdk/client-s3';
import type { Settings } from '../config/settings.ts';
import type { Storage } from './storage.ts';

type S3Settings = NonNullable<Settings['evidence']['s3']>;

/** A hanging storage fails an upload, not the server. */
const timeouts = { connectionTimeout: 3000, requestTimeout: 20_000, throwOnRequestTimeout: true };

export function createS3Storage({ endpoint, region, bucket, accessKeyId, secretAccessKey }: S3Settings): Storage {
  const client = new S3Client({
    region,
    credentials: { accessKeyId, secretAccessKey },
    // Servers other than Amazon's need path-style addressing.
    ...(endpoint && { endpoint, forcePathStyle: true }),
    requestHandler: timeouts,
  });
  const toLocation = (name: string) => ({ Bucket: bucket, Key: name });

  return {
    async put(name, bytes) {
      await client.send(
        new PutObjectCommand({ ...toLocation(name), Body: bytes, ContentType: 'application/octet-stream' }),
      );
    },

    async get(name) {
      try {
        const { Body } = await client.send(new GetObjectCommand(toLocation(name)));
        return Body && Buffer.from(await Body.transformToByteArray());
      } catch (error) {
        if (error instanceof NoSuchKey) return undefined;
        throw error;
      }
    },

    async delete(name) {
      await client.send(new DeleteObjectCommand(toLocation(name)));
    },
  };
}
