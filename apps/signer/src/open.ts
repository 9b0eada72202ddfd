/** Opens a signer on its folder: takes the lock, opens seed and book, and computes the state. */
import { mkdir, realpath } from 'node:fs/promises'
import { hasBook, openBook } from './book/book.ts'
import { lockFolder } from './book/lock.ts'
import { emptyState, applyRecord } from './book/state.ts'
import { type Cost, hasSeed, keyFor, makeSeed, openSeed } from './keys/seed.ts'
import { growKeys, type KeyTree } from './keys/tree.ts'
import { findReset } from './reset.ts'
import type { Settings } from './settings.ts'
import { createSigner, type Signer } from './signer.ts'

export type OpenOptions = {
  readonly folder: string
  readonly passphrase: string
  readonly approvalKey: Buffer
  readonly settings: Settings
  /** In live mode a person creates the seed, once, and stores a copy. */
  readonly mayMakeSeed: boolean
  readonly cost?: Cost
  readonly nowMs?: () => number
}

export type OpenSigner = {
  readonly signer: Signer
  readonly tree: KeyTree
  /** Releases the folder. */
  readonly close: () => Promise<void>
}

/** Opens a signer; throws if another process has the folder, or its content is invalid. */
export async function openSigner(options: OpenOptions): Promise<OpenSigner> {
  const { passphrase, settings, approvalKey, nowMs } = options
  await mkdir(options.folder, { recursive: true, mode: 0o700 })
  const folder = await realpath(options.folder)
  const letGo = await lockFolder(folder)
  try {
    if (!(await hasSeed(folder))) await makeFirstSeed(folder, options)
    const seed = await openSeed(folder, passphrase)
    const tree = growKeys(seed, settings.bitcoinNetwork)
    const resetKey = keyFor(seed, 'reset')
    const { book, records } = await openBook(folder, keyFor(seed, 'book'))
    seed.fill(0)
    const state = emptyState()
    for (const record of records) applyRecord(state, record)
    const signer = createSigner({
      tree,
      settings,
      approvalKey,
      book,
      state,
      findReset: (trip) => findReset(folder, resetKey, trip),
      ...(nowMs === undefined ? {} : { nowMs }),
    })
    const close = async (): Promise<void> => {
      await book.close()
      await letGo()
    }
    return { signer, tree, close }
  } catch (error) {
    await letGo()
    throw error
  }
}

async function makeFirstSeed(folder: string, options: OpenOptions): Promise<void> {
  // With a new seed, ids of the book would sign for other money.
  if (await hasBook(folder)) throw new Error('there is a book, but its seed is missing')
  if (!options.mayMakeSeed)
    throw new Error('there is no seed yet: create one with the command init')
  await makeSeed(folder, options.passphrase, options.cost)
}
