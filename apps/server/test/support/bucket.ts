import S3rver from '@20minutes/s3rver';

/** Credentials of the only bucket. */
export const bucketSettings = { bucket: 'evidence', accessKeyId: 'S3RVER', secretAccessKey: 'S3RVER' };

/** Starts a real S3 server with one bucket in a folder. It rejects a wrong secret. */
export async function startS3Server(folder: string, port = 0) {
  const server = new S3rver({
    address: '127.0.0.1',
    port,
    silent: true,
    directory: folder,
    configureBuckets: [{ name: bucketSettings.bucket }],
  });
  const { port: chosen } = await server.run();
  return { endpoint: `http://127.0.0.1:${chosen}`, stop: () => server.close() };
}
