/**
 * A person's reset of a signer that stopped itself: a file in its folder, proven with a key of the seed. The
 * server, which has neither folder nor passphrase in live mode, cannot write it.
 */
import { createHmac, timingSafeEqual } from 'node:crypto'
import { readFile, rename, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { isRecord, parseJson } from './shape.ts'

export type ResetWord = { readonly by: string; readonly why: string }

const textLengthMax = 500

function resetFile(folder: string): string {
  return path.join(folder, 'reset.json')
}

function createProof(key: Buffer, trip: number, { by, why }: ResetWord): Buffer {
  const text = JSON.stringify(['tukar reset 1', trip, by, why])
  return createHmac('sha256', key).update(text).digest()
}

/**
 * Writes the reset; the signer reads it with the next request.
 *
 * @param trip number of the record with which it stopped: the reset is valid for that one only
 */
export async function writeReset(
  folder: string,
  key: Buffer,
  trip: number,
  word: ResetWord,
): Promise<void> {
  if (![word.by, word.why].every((text) => text.trim() !== '' && text.length <= textLengthMax)) {
    throw new Error(`--by and --why are required, with at most ${textLengthMax} characters`)
  }
  const proof = createProof(key, trip, word).toString('hex')
  const made = `${resetFile(folder)}.new`
  await rm(made, { force: true })
  await writeFile(made, JSON.stringify({ trip, ...word, proof }), { mode: 0o600 })
  await rename(made, resetFile(folder))
}

/** The reset of one stop; null if there is none, or its proof does not match. */
export async function findReset(
  folder: string,
  key: Buffer,
  trip: number,
): Promise<ResetWord | null> {
  const text = await readFile(resetFile(folder), 'utf8').catch(() => '')
  const value = parseJson(text)
  if (!isRecord(value) || value['trip'] !== trip) return null
  const { by, why, proof } = value
  if (typeof by !== 'string' || typeof why !== 'string' || typeof proof !== 'string') return null
  const given = Buffer.from(proof, 'hex')
  const right = createProof(key, trip, { by, why })
  return given.length === right.length && timingSafeEqual(given, right) ? { by, why } : null
}
