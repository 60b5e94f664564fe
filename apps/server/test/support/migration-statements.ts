/** Reads the statements of one migration, for tests of its effect on existing rows. The name is without its number. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const folder = join(import.meta.dirname, '../..', 'migrations');

export function readMigrationStatements(name: string): string[] {
  const file = readdirSync(folder).find((one) => one.endsWith(`_${name}.sql`));
  if (!file) throw new Error(`There is no migration ${name}.`);
  return readFileSync(join(folder, file), 'utf8').split('--> statement-breakpoint');
}
