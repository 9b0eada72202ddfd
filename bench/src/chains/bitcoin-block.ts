/** A generated full bitcoin block, as plain bytes. */
import { createHash } from 'node:crypto'

/** The size of a block without witnesses: a quarter of the maximum weight. */
const blockBytesMax = 1_000_000
const version = Buffer.from('02000000', 'hex')
const lockTime = Buffer.alloc(4)
const scriptBytes = 107

/** The output script of the key hash with this number. */
export function scriptOf(number: number): Buffer {
  const hash = createHash('sha256').update(`key ${number}`).digest().subarray(0, 20)
  return Buffer.concat([Buffer.from([0, 20]), hash])
}

/** A transaction to these scripts, 10,000 satoshi each, spending two outputs that were never there. */
export function transactionTo(scripts: readonly Buffer[], salt: number): Buffer {
  const inputs = [0, 1].map((at) => inputOf(hashOf(Buffer.from(`coin ${salt} ${at}`)), at))
  return bodyOf(inputs, scripts)
}

/**
 * A block of the maximum size.
 *
 * @param ownedEvery one in this many transactions pays the scripts 0, 1, 2 and so on
 * @returns hex, with how many outputs pay them
 */
export function fullBlock(ownedEvery: number): { readonly hex: string; readonly own: number } {
  const coinbase = bodyOf([inputOf(Buffer.alloc(32), 0xffff_ffff)], [scriptOf(-1)])
  const transactions = [coinbase]
  let bytes = coinbase.length + 90
  let own = 0
  for (let at = 1; ; at += 1) {
    const isOwn = at % ownedEvery === 0
    const scripts = [isOwn ? scriptOf(own) : scriptOf(-2 * at), scriptOf(-2 * at - 1)]
    const transaction = transactionTo(scripts, at)
    bytes += transaction.length
    if (bytes > blockBytesMax) break
    if (isOwn) own += 1
    transactions.push(transaction)
  }
  const header = Buffer.alloc(80)
  rootOf(transactions.map(hashOf)).copy(header, 36)
  const block = Buffer.concat([header, countOf(transactions.length), ...transactions])
  return { hex: block.toString('hex'), own }
}

function bodyOf(inputs: readonly Buffer[], scripts: readonly Buffer[]): Buffer {
  const outputs = scripts.map((script) => {
    const amount = Buffer.alloc(8)
    amount.writeBigUInt64LE(10_000n)
    return Buffer.concat([amount, countOf(script.length), script])
  })
  return Buffer.concat([
    version,
    countOf(inputs.length),
    ...inputs,
    countOf(outputs.length),
    ...outputs,
    lockTime,
  ])
}

function inputOf(txid: Buffer, index: number): Buffer {
  const place = Buffer.alloc(4)
  place.writeUInt32LE(index)
  const sequence = Buffer.alloc(4, 0xff)
  return Buffer.concat([txid, place, countOf(scriptBytes), Buffer.alloc(scriptBytes, 1), sequence])
}

/** A count as the network writes it. */
function countOf(count: number): Buffer {
  if (count < 0xfd) return Buffer.from([count])
  const long = Buffer.alloc(3)
  long[0] = 0xfd
  long.writeUInt16LE(count, 1)
  return long
}

function hashOf(bytes: Buffer): Buffer {
  return sha256(sha256(bytes))
}

function sha256(bytes: Buffer): Buffer {
  return createHash('sha256').update(bytes).digest()
}

function rootOf(hashes: readonly Buffer[]): Buffer {
  let level = [...hashes]
  while (level.length > 1) {
    const above: Buffer[] = []
    for (let at = 0; at < level.length; at += 2) {
      const left = level[at] ?? Buffer.alloc(32)
      above.push(hashOf(Buffer.concat([left, level[at + 1] ?? left])))
    }
    level = above
  }
  return level[0] ?? Buffer.alloc(32)
}
