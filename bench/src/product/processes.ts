/** Processor time and memory of a process and its children, from /proc. */
import { readdirSync, readFileSync } from 'node:fs'

/** Clock ticks a second on Linux. */
const ticksPerSecond = 100

type Stat = { readonly parent: number; readonly cpuSeconds: number }

function readStat(pid: number): Stat | null {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8')
    const fields = text.slice(text.lastIndexOf(')') + 2).split(' ')
    const ticks = Number(fields[11]) + Number(fields[12])
    return { parent: Number(fields[1]), cpuSeconds: ticks / ticksPerSecond }
  } catch {
    return null
  }
}

function allPids(): number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
}

/** A process and all its descendants. */
export function findDescendants(pid: number): number[] {
  const parents = new Map<number, number>()
  for (const one of allPids()) {
    const stat = readStat(one)
    if (stat !== null) parents.set(one, stat.parent)
  }
  const family = [pid]
  for (let i = 0; i < family.length; i++) {
    for (const [child, parent] of parents) if (parent === family[i]) family.push(child)
  }
  return family
}

/** Processor time that these processes have used so far, in seconds. */
function readCpuSeconds(pids: readonly number[]): number {
  return pids.reduce((sum, pid) => sum + (readStat(pid)?.cpuSeconds ?? 0), 0)
}

/**
 * Memory of these processes in MB: the proportional share, so that memory shared by PostgreSQL's processes is
 * counted once.
 */
export function readResidentMb(pids: readonly number[]): number {
  let kb = 0
  for (const pid of pids) {
    try {
      const text = readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8')
      kb += Number(/^Pss:\s+(\d+)/m.exec(text)?.[1] ?? 0)
    } catch {
      continue
    }
  }
  return kb / 1_024
}

/** The share of one core that these processes used while `work` ran. */
export async function coreShareDuring(
  pids: () => readonly number[],
  work: () => Promise<void>,
): Promise<number> {
  const before = readCpuSeconds(pids())
  const begin = performance.now()
  await work()
  return (readCpuSeconds(pids()) - before) / ((performance.now() - begin) / 1_000)
}
