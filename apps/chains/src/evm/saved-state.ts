/**
 * A chain's state as a file. The node writes its own file only at a clean stop. This file is complete after
 * every block, so that a killed node restarts where it was.
 */
import { existsSync, mkdirSync, readFileSync, renameSync } from 'node:fs'
import { open } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import { gunzip } from 'node:zlib'
import { fieldsOf } from '../fields.ts'
import type { Call } from '../rpc.ts'

const unpacked = promisify(gunzip)

export type SavedState = {
  /** The file; null while nothing is saved. */
  file(): string | null
  /** The file for a node that starts now, reduced to one chain; null while nothing is saved. */
  fileToBegin(): Promise<string | null>
  /** Saves the node's current state. Saves run one at a time; concurrent callers share the next one. */
  save(): Promise<void>
}

/** The state of one chain under a folder. */
export function createSavedState(folder: string, name: string, call: Call): SavedState {
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
 * Keeps only the oldest block 0. A node makes a first block whenever it starts, and saves it beside the one
 * that it then loads. With several, it would serve any of them as block 0 at the next start and look like
 * another chain. Null if there is only one.
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
