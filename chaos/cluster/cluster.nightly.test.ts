/** The drill of `npm run cluster`, at night. Needs the built site and packages of Debian. */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { useRealHashes } from '../../apps/server/test/support/cheap-hashes.ts';
import { renderDatabaseMachine, renderHaproxy } from '../../ops/cluster/render.ts';
import { runDrill } from './drill.ts';
import { clusterTools } from './packages.ts';
import { listProblems, formatDrillTable } from './drill-result.ts';

// The tested processes are real ones, which need the real hash.
useRealHashes();

describe('the files of the reference deployment', () => {
  const folder = mkdtempSync(join(tmpdir(), 'hakiki-cluster-files-'));
  afterAll(() => rmSync(folder, { recursive: true }));
  const machines = ['one', 'two', 'three'].map((name, n) => ({ name, host: `10.0.0.${n + 1}` }));

  it('HAProxy accepts the rendered configuration [OPS-05]', () => {
    const { command, env } = clusterTools().haproxy;
    const { status, stderr, stdout } = spawnSync(command, ['-c', '-f', renderHaproxy({ folder, machines })], {
      env,
      encoding: 'utf8',
    });
    expect({ status, said: (stdout + stderr).trim() }).toEqual({ status: 0, said: 'Configuration file is valid' });
  });

  it('the rendered files contain the machine, its peers and the allowed network [OPS-05]', () => {
    const { etcd, patroni } = renderDatabaseMachine({ folder, machines, machineName: 'two', network: '10.0.0.0/24' });
    const members = 'one=http://10.0.0.1:2380,two=http://10.0.0.2:2380,three=http://10.0.0.3:2380';
    expect(readFileSync(etcd, 'utf8')).toContain(`initial-cluster: '${members}'\n`);
    const written = readFileSync(patroni, 'utf8');
    expect(written).toContain(`hosts: '10.0.0.1:2379,10.0.0.2:2379,10.0.0.3:2379'\n`);
    expect(written).toContain(`connect_address: '10.0.0.2:5432'\n`);
    expect(written).toContain(`- 'host replication replicator 10.0.0.0/24 scram-sha-256'\n`);
  });

  it('rejects an unknown machine name', () => {
    expect(() => renderDatabaseMachine({ folder, machines, machineName: 'four', network: '10.0.0.0/24' })).toThrow(
      `There is no machine 'four': one, two, three`,
    );
  });
});

describe('the reference deployment', () => {
  it(
    'the deployment loses each of its parts and no acknowledged write [OPS-05]',
    { timeout: 45 * 60_000 },
    async () => {
      const seen = await runDrill({ seconds: 600, seed: 5 }, () => undefined);
      console.log(formatDrillTable(seen));
      expect(listProblems(seen)).toEqual([]);
    },
  );
});
