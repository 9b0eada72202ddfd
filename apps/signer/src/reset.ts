/**
 * A person's word that a signer which stopped itself may go on: a file in its folder, proven with a key
 * of the seed. The server, which has neither folder nor passphrase in live mode, cannot write it.
 */
import { createHmac, timingSafeEqual } from 'node:crypto'
import { readFile, rename, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { isRecord, parsed } from './shape.ts'

export type ResetWord = { readonly by: string; readonly why: string }

const textLengthMax = 500

function resetFile(folder: string): string {
  return path.join(folder, 'reset.json')
}

function proofOf(key: Buffer, trip: number, { by, why }: ResetWord): Buffer {
  const text = JSON.stringify(['tukar reset 1', trip, by, why])
  return createHmac('sha256', key).update(text).digest()
}

/**
 * Writes the word; the signer finds it when it is asked the next time.
 *
 * @param trip  number of the record by which it stopped: the word is good for that one alone
 */
export async function writeReset(
  folder: string,
  key: Buffer,
  trip: number,
  word: ResetWord,
): Promise<void> {
  if (![word.by, word.why].every((text) => text.trim() !== '' && text.length <= textLengthMax)) {
    throw new Error(`say who resets it and why, in at most ${textLengthMax} characters`)
  }
  const proof = proofOf(key, trip, word).toString('hex')
  const made = `${resetFile(folder)}.new`
  await rm(made, { force: true })
  await writeFile(made, JSON.stringify({ trip, ...word, proof }), { mode: 0o600 })
  await rename(made, resetFile(folder))
}

/** The word for one stop; null where there is none, or its proof does not fit. */
export async function findReset(
  folder: string,
  key: Buffer,
  trip: number,
): Promise<ResetWord | null> {
  const text = await readFile(resetFile(folder), 'utf8').catch(() => '')
  const value = parsed(text)
  if (!isRecord(value) || value['trip'] !== trip) return null
  const { by, why, proof } = value
  if (typeof by !== 'string' || typeof why !== 'string' || typeof proof !== 'string') return null
  const given = Buffer.from(proof, 'hex')
  const right = proofOf(key, trip, { by, why })
  return given.length === right.length && timingSafeEqual(given, right) ? { by, why } : null
}
