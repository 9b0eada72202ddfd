/**
 * The master seed at rest: 32 random bytes, sealed with AES-256-GCM under a key that scrypt derives from a
 * passphrase. The file is written once and never changed; without it or its passphrase the money is lost. All
 * other keys are derived from the seed, so that a new passphrase changes none of them.
 */
import { createCipheriv, createDecipheriv, hkdfSync, randomBytes, scrypt } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { exists, writeNew } from '../book/files.ts'
import { isRecord, isWhole } from '../shape.ts'

/** The cost of scrypt; stored in the file, so that older files open after the default changes. */
export type Cost = { readonly logN: number; readonly r: number; readonly p: number }

/** 128 MB and about 0.4 s, once per start. */
export const costDefault: Cost = { logN: 17, r: 8, p: 1 }
/** For a passphrase of 32 random bytes, which cannot be guessed: a fast start. */
export const costForRandom: Cost = { logN: 10, r: 8, p: 1 }
const costMax: Cost = { logN: 20, r: 16, p: 4 }

const cipher = 'aes-256-gcm'
const seedBytes = 32
const saltBytes = 32
const nonceBytes = 12
const tagBytes = 16
const keyBytes = 32
/** Shorter ones are guessed. */
export const passphraseLengthMin = 16

/** The sealed seed's path in the signer's folder. */
export function seedFile(folder: string): string {
  return path.join(folder, 'seed.json')
}

/** Whether the folder has a seed. */
export function hasSeed(folder: string): Promise<boolean> {
  return exists(seedFile(folder))
}

/**
 * Creates a seed and stores it sealed; throws if the folder has one already.
 *
 * @param passphrase at least 16 characters
 */
export async function makeSeed(
  folder: string,
  passphrase: string,
  cost: Cost = costDefault,
): Promise<void> {
  if (passphrase.length < passphraseLengthMin) {
    throw new Error(`the passphrase needs at least ${passphraseLengthMin} characters`)
  }
  const salt = randomBytes(saltBytes)
  const nonce = randomBytes(nonceBytes)
  const seed = randomBytes(seedBytes)
  const sealing = createCipheriv(cipher, await deriveKey(passphrase, salt, cost), nonce)
  sealing.setAAD(createHead(cost))
  const body = Buffer.concat([sealing.update(seed), sealing.final(), sealing.getAuthTag()])
  seed.fill(0)
  const text = {
    version: 1,
    cipher,
    scrypt: cost,
    salt: salt.toString('hex'),
    nonce: nonce.toString('hex'),
    sealed: body.toString('hex'),
  }
  await writeNew(seedFile(folder), `${JSON.stringify(text, null, 2)}\n`)
}

/** Opens the seed; throws for another passphrase, or a file that was changed. */
export async function openSeed(folder: string, passphrase: string): Promise<Buffer> {
  const parts = readSealed(await readFile(seedFile(folder), 'utf8'))
  if (parts === null) throw new Error('the seed file is not valid')
  const { cost, salt, nonce, sealed } = parts
  const end = sealed.length - tagBytes
  const key = await deriveKey(passphrase, salt, cost)
  const opening = createDecipheriv(cipher, key, nonce, { authTagLength: tagBytes })
  opening.setAAD(createHead(cost))
  opening.setAuthTag(sealed.subarray(end))
  try {
    return Buffer.concat([opening.update(sealed.subarray(0, end)), opening.final()])
  } catch {
    throw new Error('the seed cannot be opened: the passphrase is wrong, or the file was changed')
  }
}

/** A key of the signer for one purpose, derived from the seed. */
export function keyFor(seed: Uint8Array, purpose: 'book' | 'reset'): Buffer {
  return Buffer.from(hkdfSync('sha256', seed, '', `tukar signer ${purpose}`, keyBytes))
}

function createHead({ logN, r, p }: Cost): Buffer {
  return Buffer.from(`tukar seed 1 ${logN} ${r} ${p}`)
}

function deriveKey(passphrase: string, salt: Buffer, { logN, r, p }: Cost): Promise<Buffer> {
  const n = 2 ** logN
  const options = { N: n, r, p, maxmem: 256 * n * r + 2 ** 20 }
  return new Promise((resolve, reject) => {
    scrypt(passphrase.normalize('NFKC'), salt, keyBytes, options, (error, key) =>
      error === null ? resolve(key) : reject(error),
    )
  })
}

function readSealed(text: string) {
  const file: unknown = JSON.parse(text)
  if (!isRecord(file) || file['version'] !== 1 || file['cipher'] !== cipher) return null
  const { scrypt: cost, salt, nonce, sealed } = file
  if (!isRecord(cost)) return null
  const { logN, r, p } = cost
  if (!isWhole(logN, costMax.logN) || !isWhole(r, costMax.r) || !isWhole(p, costMax.p)) return null
  const bytes = [salt, nonce, sealed].map((hex) =>
    Buffer.from(typeof hex === 'string' ? hex : '', 'hex'),
  )
  const [saltRead, nonceRead, sealedRead] = bytes
  if (saltRead?.length !== saltBytes || nonceRead?.length !== nonceBytes) return null
  if (sealedRead?.length !== seedBytes + tagBytes) return null
  return { cost: { logN, r, p }, salt: saltRead, nonce: nonceRead, sealed: sealedRead }
}
