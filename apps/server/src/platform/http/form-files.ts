/** Reads the files of a multipart/form-data body. Other fields are ignored. */
import { AppError } from '../app-error.ts';

export interface FormFile {
  name: string;
  bytes: Buffer;
}

export async function readFormFiles(body: Uint8Array<ArrayBuffer>, contentType: string | null): Promise<FormFile[]> {
  const form = await new Response(body, { headers: { 'Content-Type': contentType ?? '' } })
    .formData()
    .catch((cause: unknown) => {
      throw new AppError('INVALID_INPUT', { cause, fields: { files: { code: 'NOT_MULTIPART' } } });
    });
  const files = [...form.values()].filter((value) => typeof value !== 'string');
  return Promise.all(files.map(async (file) => ({ name: file.name, bytes: Buffer.from(await file.arrayBuffer()) })));
}
