import S3rver from '@20minutes/s3rver';

/** What its one bucket is opened with. */
export const bucket = { bucket: 'evidence', accessKeyId: 'S3RVER', secretAccessKey: 'S3RVER' };

/** A real S3 server with one bucket, in a folder. It refuses a wrong secret. */
export async function startBucket(folder: string, port = 0) {
  const server = new S3rver({
    address: '127.0.0.1',
    port,
    silent: true,
    directory: folder,
    configureBuckets: [{ name: bucket.bucket }],
  });
  const { port: chosen } = await server.run();
  return { endpoint: `http://127.0.0.1:${chosen}`, stop: () => server.close() };
}
