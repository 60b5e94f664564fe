/**
 * Renders the configuration of the three database machines and of HAProxy, so that `npm run cluster` tests the deployed
 * files.
 *
 *   node ops/cluster/render.ts --folder /var/lib/hakiki-cluster --this one --network 10.0.0.0/24 \
 *     --machine one=10.0.0.1 --machine two=10.0.0.2 --machine three=10.0.0.3
 */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { renderTemplate } from '../nginx/render.ts';

/** One of three. Ports differ only if all of them run on one machine. */
export interface DatabaseMachine {
  name: string;
  host: string;
  etcdPort?: number;
  etcdPeerPort?: number;
  restPort?: number;
  postgresPort?: number;
}

interface RenderOptions {
  /** Target folder of the rendered files. */
  folder: string;
  machines: readonly DatabaseMachine[];
}

const defaultPorts = { etcdPort: 2379, etcdPeerPort: 2380, restPort: 8008, postgresPort: 5432 };
const withPorts = (machine: DatabaseMachine): Required<DatabaseMachine> => ({ ...defaultPorts, ...machine });

function write(folder: string, file: string, values: Record<string, string>): string {
  mkdirSync(folder, { recursive: true });
  const path = join(folder, file);
  writeFileSync(path, renderTemplate(readFileSync(join(import.meta.dirname, file), 'utf8'), values));
  return path;
}

interface DatabaseMachineOptions extends RenderOptions {
  /** Name of the machine to render for. */
  machineName: string;
  /** Network of the database and application machines; other addresses are rejected. */
  network: string;
  /** Folder of the PostgreSQL binaries. Default: Debian's. */
  binaries?: string;
}

/** The folder also stores the data of etcd and PostgreSQL. */
export function renderDatabaseMachine({ folder, machines, machineName, network, binaries }: DatabaseMachineOptions) {
  const all = machines.map(withPorts);
  const machine = all.find(({ name }) => name === machineName);
  if (!machine) throw new Error(`There is no machine '${machineName}': ${all.map(({ name }) => name).join(', ')}`);
  const { name, host, ...ports } = machine;
  const values = {
    name,
    host,
    ...Object.fromEntries(Object.entries(ports).map(([key, port]) => [key, String(port)])),
    folder,
    network,
    binaries: binaries ?? '/usr/lib/postgresql/15/bin',
    etcdHosts: all.map((one) => `${one.host}:${one.etcdPort}`).join(','),
    etcdMembers: all.map((one) => `${one.name}=http://${one.host}:${one.etcdPeerPort}`).join(','),
  };
  return { etcd: write(folder, 'etcd.yml', values), patroni: write(folder, 'patroni.yml', values) };
}

interface HaproxyOptions extends RenderOptions {
  leaderPort?: number;
  replicaPort?: number;
}

export function renderHaproxy({ folder, machines, leaderPort = 5000, replicaPort = 5001 }: HaproxyOptions): string {
  const servers = machines
    .map(withPorts)
    .map(({ name, host, postgresPort, restPort }) => `  server ${name} ${host}:${postgresPort} check port ${restPort}`);
  return write(folder, 'haproxy.cfg', {
    leaderPort: String(leaderPort),
    replicaPort: String(replicaPort),
    servers: servers.join('\n'),
  });
}

if (import.meta.main) {
  const { values } = parseArgs({
    options: {
      folder: { type: 'string' },
      this: { type: 'string' },
      network: { type: 'string' },
      machine: { type: 'string', multiple: true, default: [] },
    },
  });
  const machines = values.machine.map((text) => {
    const [name = '', host = ''] = text.split('=');
    return { name, host };
  });
  if (!values.folder || machines.length !== 3 || (values.this && !values.network)) {
    console.error(
      `Usage: node ops/cluster/render.ts --folder FOLDER --machine NAME=ADDRESS (three times) [--this NAME --network BLOCK]
With --this the files of that database machine, without it those of an application machine.`,
    );
    process.exitCode = 1;
  } else {
    const folder = resolve(values.folder);
    if (values.this) {
      const { etcd, patroni } = renderDatabaseMachine({
        folder,
        machines,
        machineName: values.this,
        network: values.network!,
      });
      console.log(`${etcd}\n${patroni}`);
    } else console.log(renderHaproxy({ folder, machines }));
  }
}
