/**
 * The folder for temporary files of tests: in memory if the machine has enough. A database per test is a
 * thousand small files, and creating them on disk takes a third of the tests' time.
 */
import fs from 'node:fs'
import path from 'node:path'

const shared = '/dev/shm'
const prefix = 'tukar-tests-'
const gigabyte = 2 ** 30
/** A whole run needs about three. */
const roomMin = 6 * gigabyte
const freeMin = 8 * gigabyte

/**
 * Gives all child processes a temporary folder in memory, which is deleted when this process ends. Does
 * nothing if memory is short, or if programs may not run from there.
 */
export function useMemoryForTemporary() {
  if (process.env.TMPDIR !== undefined || !hasRoom()) return
  removeLeftovers()
  const folder = fs.mkdtempSync(path.join(shared, `${prefix}${process.pid}-`))
  // PostgreSQL does not run as root: its user needs access.
  fs.chmodSync(folder, 0o1777)
  process.env.TMPDIR = folder
  process.once('exit', () => remove(folder))
}

/** Remnants of killed runs. */
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
    // Something still writes there, or it belongs to another user: the next run tries again.
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
    // The folder or its data does not exist here.
    return false
  }
}

const read = (file) => fs.readFileSync(file, 'utf8')
