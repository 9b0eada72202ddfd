/**
 * Where tests put what they throw away: in memory where the machine has plenty. A database for each test is
 * a thousand small files, and on a disk their making takes a third of all that the tests take.
 */
import fs from 'node:fs'
import path from 'node:path'

const shared = '/dev/shm'
const prefix = 'tukar-tests-'
const gigabyte = 2 ** 30
/** A whole run takes about three. */
const roomMin = 6 * gigabyte
const freeMin = 8 * gigabyte

/**
 * Gives all programs that are started from here a folder in memory for what is temporary; it goes when this
 * process ends. Nothing is done where memory is short, or such folders may not hold programs.
 */
export function useMemoryForTemporary() {
  if (process.env.TMPDIR !== undefined || !hasRoom()) return
  removeLeftovers()
  const folder = fs.mkdtempSync(path.join(shared, `${prefix}${process.pid}-`))
  // PostgreSQL does not run as root: whom it runs as must get in.
  fs.chmodSync(folder, 0o1777)
  process.env.TMPDIR = folder
  process.once('exit', () => remove(folder))
}

/** What a run left that was killed. */
function removeLeftovers() {
  for (const name of fs.readdirSync(shared)) {
    const [, pid] = new RegExp(`^${prefix}(\\d+)-`).exec(name) ?? []
    if (pid !== undefined && !fs.existsSync(`/proc/${pid}`)) remove(path.join(shared, name))
  }
}

function remove(folder) {
  try {
    fs.rmSync(folder, { recursive: true, force: true, maxRetries: 3 })
  } catch {
    // Something still writes there, or it is another person's: the next run looks again.
  }
}

function hasRoom() {
  try {
    const mounts = read('/proc/mounts').split('\n')
    const options = mounts.find((line) => line.split(' ')[1] === shared)?.split(' ')[3] ?? 'noexec'
    const { bavail, bsize } = fs.statfsSync(shared)
    const [, free = '0'] = /^MemAvailable:\s+(\d+) kB/m.exec(read('/proc/meminfo')) ?? []
    const mayRun = !options.split(',').includes('noexec')
    return mayRun && bavail * bsize >= roomMin && Number(free) * 1_024 >= freeMin
  } catch {
    // No such folder here, or nothing is told of it.
    return false
  }
}

const read = (file) => fs.readFileSync(file, 'utf8')
