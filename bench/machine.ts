/** Describes the kind of machine of the measurements, without identifying it. */
import { spawnSync } from 'node:child_process';
import { arch, cpus, platform, totalmem } from 'node:os';
import { nginxBinary } from '../ops/nginx/edge.ts';

export function describeMachine(): string {
  const day = new Date().toISOString().slice(0, 10);
  const memory = Math.round(totalmem() / 1024 ** 3);
  const nginx = /nginx\/([\d.]+)/.exec(spawnSync(nginxBinary, ['-v'], { encoding: 'utf8' }).stderr)?.[1];
  return (
    `${day}, ${platform()} ${arch()}, ${cpus().length} cores shared by load, server and database, ${memory} GB of memory; ` +
    `Node ${process.versions.node}, nginx ${nginx}.`
  );
}
