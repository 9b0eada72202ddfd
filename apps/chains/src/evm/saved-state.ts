/**
 * A chain's state as a file. The node writes its own only when it ends in peace; this one is whole after
 * every block, as the data of other nodes are, so a killed node comes back where it was.
 */
import { existsSync, mkdirSync, readFileSync, renameSync } from 'node:fs'
import { open } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import { gunzip } from 'node:zlib'
import { fieldsOf } from '../fields.ts'
import type { Call } from '../rpc.ts'

const unpacked = promisify(gunzip)

export type KeptState = {
  /** Null while nothing was kept. */
  file(): string | null
  /** The file for a node that begins now, of one chain alone; null while nothing was kept. */
  fileToBegin(): Promise<string | null>
  /** Writes what the node holds now; one at a time, whoever asks meanwhile gets the next. */
  save(): Promise<void>
}

/** The state of one chain under a folder. */
export function createKeptState(folder: string, name: string, call: Call): KeptState {
  const file = path.join(folder, `${name}.json`)
  mkdirSync(folder, { recursive: true })
  let running: Promise<void> | null = null
  let next: Promise<void> | null = null

  const write = async (): Promise<void> => {
    const dumped = String(await call('anvil_dumpState'))
    await replace(await unpacked(Buffer.from(dumped.slice(2), 'hex')))
  }
  const replace = async (text: string | Uint8Array): Promise<void> => {
    const handle = await open(`${file}.new`, 'w')
    try {
      await handle.writeFile(text)
      await handle.sync()
    } finally {
      await handle.close()
    }
    renameSync(`${file}.new`, file)
  }
  const begin = (): Promise<void> => {
    next = null
    running = write().finally(() => {
      running = null
    })
    return running
  }
  return {
    file: () => (existsSync(file) ? file : null),
    async fileToBegin() {
      if (!existsSync(file)) return null
      const cleaned = withOneFirstBlock(readFileSync(file, 'utf8'))
      if (cleaned !== null) await replace(cleaned)
      return file
    },
    async save() {
      if (running === null) return begin()
      next ??= running.catch(() => undefined).then(begin)
      return next
    },
  }
}

/**
 * A node makes a first block whenever it begins, and keeps it beside the one that it then loads: of several
 * it would serve any as block 0 the next time, and be another chain to whoever knows it. The oldest is the
 * right one. Null where there is only that.
 */
function withOneFirstBlock(text: string): string | null {
  const state = fieldsOf(JSON.parse(text))
  const { blocks } = state
  if (!Array.isArray(blocks)) return null
  const all: readonly unknown[] = blocks
  const timeOf = (block: unknown) => Number(fieldsOf(fieldsOf(block)['header'])['timestamp'])
  const isFirst = (block: unknown) => Number(fieldsOf(fieldsOf(block)['header'])['number']) === 0
  const firsts = all.filter(isFirst)
  if (firsts.length < 2) return null
  const oldest = firsts.toSorted((one, other) => timeOf(one) - timeOf(other))[0]
  const kept = all.filter((block) => block === oldest || !isFirst(block))
  return JSON.stringify({ ...state, blocks: kept })
}
