/** Checks the alert rules with Prometheus's own tool. */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

const promtool = (...args: string[]) =>
  execFileSync('promtool', args, { cwd: import.meta.dirname, encoding: 'utf8', stdio: 'pipe' });
const readText = (path: string) => readFileSync(join(import.meta.dirname, path), 'utf8');
const rules = [...readText('alerts.yml').matchAll(/^ +- alert: (\w+)$/gm)].map(([, name]) => name);

describe('the alert rules', () => {
  it('promtool accepts the rules and the example configuration [OPS-07]', () => {
    expect(promtool('check', 'config', 'prometheus.yml')).toContain(`SUCCESS: ${rules.length} rules found`);
  });

  it('the rules fire when they should, and not in a healthy hour [OPS-07]', () => {
    expect(promtool('test', 'rules', 'alerts.test.yml').trimEnd()).toMatch(/SUCCESS$/);
  });

  it('each rule has both tests, and a paragraph in the runbook [OPS-07]', () => {
    const [quiet, ...loud] = readText('alerts.test.yml').split('  - name: ').slice(1);
    const named = (text = '') => [...text.matchAll(/alertname: (\w+)/g)].map(([, name]) => name);
    expect(named(quiet)).toEqual(rules);
    expect(new Set(named(loud.join('')))).toEqual(new Set(rules));
    const runbook = readText('../../docs/runbooks/metrics.md');
    expect([...runbook.matchAll(/^### (\w+)$/gm)].map(([, name]) => name)).toEqual(rules);
  });
});
