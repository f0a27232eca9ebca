import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'

/** The ioctl by which ext4 stops at once and drops what was not synced, its journal as well. */
const shutdown = { request: 0x8004_587d, withoutJournal: 2 }

export type Ext4Disk = { folder: string; cutPower: () => void; start: () => void; drop: () => void }

/** A real file system in a file, whose power can be cut; undefined where a container or a user may not mount one. */
export function ext4Disk(megabytes: number): Ext4Disk | undefined {
  const place = mkdtempSync(path.join(tmpdir(), 'alajo-disk-'))
  const image = path.join(place, 'image')
  const folder = path.join(place, 'disk')
  mkdirSync(folder)
  const run = (program: string, ...args: string[]) => execFileSync(program, args, { stdio: 'pipe' })
  const start = () => run('mount', '-o', 'loop', image, folder)
  try {
    run('truncate', '-s', `${megabytes}M`, image)
    run('mkfs.ext4', '-q', '-F', image)
    start()
  } catch {
    rmSync(place, { recursive: true })
    return undefined
  }
  return {
    folder,
    /** From now on the processes that still run write nothing. End them before `start`. */
    cutPower: () => {
      const { request, withoutJournal } = shutdown
      run(
        'perl',
        '-e',
        `open my $f, '<', $ARGV[0] or die $!; my $how = pack('L', ${withoutJournal}); ioctl($f, ${request}, $how) or die $!`,
        folder,
      )
    },
    start: () => {
      run('umount', folder)
      start()
    },
    drop: () => {
      run('umount', '--lazy', folder)
      rmSync(place, { recursive: true })
    },
  }
}
