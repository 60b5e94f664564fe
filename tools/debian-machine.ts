/**
 * An empty Debian or Ubuntu for tests: its own file tree by mmdebstrap, started by its own systemd in its own
 * namespaces. It shares only the network, and with it the ports, with this machine. Needs root.
 */
import { execFileSync, spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';

export interface DebianMachine {
  /** Runs a shell script in it as root, without our environment variables. */
  run: (script: string) => Promise<{ code: number; output: string }>;
  stop: () => Promise<void>;
}

const BOOT_SECONDS = 60;

/** Mounts that a kernel would have prepared for systemd. */
const boot = `set -e
cd "$1"
mount --make-rprivate /
mount --bind . .
cd "$1"
mount -t proc proc proc
mount -t sysfs -o ro sysfs sys
mount -t cgroup2 cgroup2 sys/fs/cgroup
mount -t tmpfs -o mode=755 tmpfs run
mount -t tmpfs -o mode=755 tmpfs dev
mkdir dev/pts dev/shm
mount -t devpts -o newinstance,ptmxmode=666 devpts dev/pts
mount -t tmpfs tmpfs dev/shm
for device in null zero full random urandom tty; do touch dev/$device; mount --bind /dev/$device dev/$device; done
ln -s pts/ptmx dev/ptmx
ln -s /proc/self/fd dev/fd
exec env -i container=trial PATH=/usr/sbin:/usr/bin:/sbin:/bin chroot . /lib/systemd/systemd --log-target=null
`;

const ENVIRONMENT = ['HOME=/root', 'PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin', 'LANG=C.UTF-8'];

/** `trixie`, `bookworm`, or a release of Ubuntu such as `noble`, which needs the package ubuntu-keyring. */
export function createDebianTree(folder: string, suite: string, mirror: string): void {
  const include = '--include=apt,systemd,systemd-sysv,dbus';
  const components = mirror.includes('ubuntu') ? 'main,universe' : 'main';
  const what = ['--variant=minbase', include, `--components=${components}`, suite, folder, mirror];
  execFileSync('mmdebstrap', what, { stdio: 'pipe' });
  // Resolves host names as this machine does.
  execFileSync('cp', ['/etc/resolv.conf', `${folder}/etc/resolv.conf`]);
}

export async function startDebianMachine(folder: string): Promise<DebianMachine> {
  const spaces = ['--mount', '--pid', '--uts', '--ipc', '--cgroup', '--fork', '--kill-child'];
  const parent = spawn('unshare', [...spaces, 'sh', '-c', boot, 'boot', folder], {
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const ended = new Promise<void>((resolve) => parent.once('exit', () => resolve()));
  const endWithUs = () => parent.kill('SIGKILL');
  process.once('exit', endWithUs);
  const childOf = (pid: number) => readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim();

  const run = (script: string) =>
    new Promise<{ code: number; output: string }>((resolve) => {
      const inside = ['--target', childOf(parent.pid!), '--all', '--root', '--wd'];
      const child = spawn('nsenter', [...inside, 'env', '-i', ...ENVIRONMENT, 'sh', '-c', script], {
        stdio: ['ignore', 'pipe', 'pipe'],
      });
      let output = '';
      for (const stream of [child.stdout, child.stderr])
        stream.on('data', (part: Buffer) => (output += part.toString()));
      child.once('close', (code) => resolve({ code: code ?? 1, output }));
    });

  for (let second = 0; ; second += 1) {
    await pause(1000);
    const { output } = await run('systemctl is-system-running');
    if (/^(?:running|degraded)$/m.test(output)) break;
    if (second > BOOT_SECONDS || parent.exitCode !== null) throw new Error(`The machine does not start: ${output}`);
  }
  return {
    run,
    stop: async () => {
      process.off('exit', endWithUs);
      parent.kill('SIGKILL');
      await ended;
    },
  };
}
