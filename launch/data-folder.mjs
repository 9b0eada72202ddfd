/** One process owns the data folder: a lock file has its pid. */
import fs from 'node:fs'
import path from 'node:path'
import { root } from './steps.mjs'
import { Trouble } from './trouble.mjs'

const lockName = 'tukar.lock'

/** The data folder from the settings; relative to the clone. */
export function dataFolder(env = process.env) {
  return path.resolve(root, env.DATA_DIR || './data')
}

/**
 * Makes this process the folder's owner until it ends; throws with the owner's pid if another one is alive.
 * Takes over from a killed owner.
 *
 * @returns {() => void} releases the folder earlier
 */
export function takeFolder(folder) {
  fs.mkdirSync(folder, { recursive: true })
  const file = path.join(folder, lockName)
  for (;;) {
    const owner = ownerOf(folder)
    if (owner !== null) {
      throw new Trouble(`Tukar is already running as pid ${owner} on ${folder}.`)
    }
    fs.rmSync(file, { force: true })
    try {
      fs.writeFileSync(file, `${process.pid} ${beganAt(process.pid)}\n`, { flag: 'wx' })
      break
    } catch (error) {
      if (error.code !== 'EEXIST') throw error
    }
  }
  const letGo = () => {
    if (ownerOf(folder) === process.pid) fs.rmSync(file, { force: true })
  }
  process.once('exit', letGo)
  return letGo
}

/** The pid of the living process that owns the folder, or null. */
export function ownerOf(folder) {
  const file = path.join(folder, lockName)
  if (!fs.existsSync(file)) return null
  const [pid, began] = fs.readFileSync(file, 'utf8').trim().split(' ')
  return began !== undefined && beganAt(Number(pid)) === began ? Number(pid) : null
}

/**
 * Start time of a process in ticks since boot, together with the boot id: a reused pid, or one from before a
 * reboot, differs. Null if there is no such process.
 */
function beganAt(pid) {
  try {
    const stat = fs.readFileSync(`/proc/${pid}/stat`, 'utf8')
    const ticks = stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19]
    const boot = fs.readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()
    return `${ticks}@${boot}`
  } catch {
    return null
  }
}
