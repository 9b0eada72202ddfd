/** Requests for tests: valid in every field, changed by the test. */
import { createPrivateKey, randomBytes, sign } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { TestContext } from 'node:test'
import { type Approval, macOfApproval } from '../approval.ts'
import { type HoldStatement, textOfStatement } from '../hold.ts'
import type { KeyTree } from '../keys/tree.ts'
import { type OpenSigner, openSigner } from '../open.ts'
import type { BitcoinSpend, EvmSpend, SignRequest } from '../request.ts'
import { parseSettings, type Settings } from '../settings.ts'

export const approvalKey = Buffer.alloc(32, 'the key of the approving step')
export const passphrase = 'a passphrase of tests alone'
export const usdt = '0xdAC17F958D2ee523a2206206994597C13D831ec7'
export const strangerEvm = '0x9858EfFD232B4033E47d90003D41EC34EcaEda94'
export const strangerBitcoin = 'bcrt1qcr8te4kr609gcawutmrza0j4xv80jy8zeqchgx'
/** Cheap, because it protects nothing. */
export const cost = { logN: 4, r: 8, p: 1 } as const

/** PKCS8 of an Ed25519 key, up to its seed. */
const keyHead = Buffer.from('302e020100300506032b657004220420', 'hex')

/** The engine's key of a seed. */
export function engineKeyOf(seed: Buffer) {
  return createPrivateKey({ key: Buffer.concat([keyHead, seed]), format: 'der', type: 'pkcs8' })
}

export const engineSeed = Buffer.alloc(32, 'the seed of the engine of tests')

/** The content of the settings file. */
export const settingsText = {
  enginePublicKey: 'fbe4a5eb423874c290f9b4126486886e569d4bb84e88ae88033f853c2d3a85c4',
  bitcoinNetwork: 'regtest',
  assets: [
    { chain: 'bitcoin', currency: 'BTC', contract: null, decimals: 8 },
    { chain: 'evm:1', currency: 'ETH', contract: null, decimals: 18 },
    { chain: 'evm:1', currency: 'USDT', contract: usdt, decimals: 6 },
    { chain: 'evm:56', currency: 'BNB', contract: null, decimals: 18 },
    { chain: 'evm:56', currency: 'USDT', contract: usdt, decimals: 18 },
  ],
  caps: {
    BTC: { transaction: '1', hour: '2', day: '5', fee: '0.001' },
    ETH: { transaction: '10', hour: '20', day: '50', fee: '0.1' },
    BNB: { transaction: '10', hour: '20', day: '50', fee: '0.1' },
    USDT: { transaction: '1000', hour: '2500', day: '4000', fee: '0' },
  },
}

export const settings: Settings = parseSettings(settingsText)
export const nowMs = Date.UTC(2026, 10, 22, 8)

/** Creates a folder that is removed with the test. */
export async function folderOf(test: TestContext): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), 'signer-'))
  test.after(() => rm(folder, { recursive: true }))
  return folder
}

/** A signer for a test, which can be reopened on the same folder. */
export async function signerIn(
  folder: string,
  options: { readonly nowMs?: () => number; readonly settings?: Settings } = {},
): Promise<OpenSigner> {
  const given = { folder, passphrase, approvalKey, mayMakeSeed: true, cost }
  return openSigner({ ...given, settings, nowMs: () => nowMs, ...options })
}

/** A signer on a new folder, closed with the test. */
export async function freshSigner(
  test: TestContext,
  options: Parameters<typeof signerIn>[1] = {},
): Promise<OpenSigner & { readonly folder: string }> {
  const folder = await folderOf(test)
  const open = await signerIn(folder, options)
  test.after(() => open.close())
  return { ...open, folder }
}

export const bitcoinApproval: Approval = {
  kind: 'payout',
  id: 'withdrawal-1',
  chain: 'bitcoin',
  currency: 'BTC',
  contract: null,
  destination: strangerBitcoin,
  amount: 20_000_000n,
  feeMax: 50_000n,
  hold: 'hold-1',
  approvedBy: 'rule:small',
  approvedAtMs: nowMs - 1_000,
  notAfterMs: nowMs + 3_600_000,
}

export const tokenApproval: Approval = {
  ...bitcoinApproval,
  chain: 'evm:1',
  currency: 'USDT',
  contract: usdt,
  destination: strangerEvm,
  amount: 250_000_000n,
  feeMax: 10n ** 16n,
}

export const coinApproval: Approval = {
  ...tokenApproval,
  currency: 'ETH',
  contract: null,
  amount: 10n ** 18n,
}

/**
 * One input of 0.5 BTC of a deposit address; all but the amount and a fee of 1,000 satoshi returns as change.
 */
export const bitcoinSpend: BitcoinSpend = {
  family: 'bitcoin',
  inputs: [inputOf(1, 50_000_000n)],
  change: { key: { branch: 1, index: 1 }, amount: 29_999_000n },
  own: null,
}

export const evmSpend: EvmSpend = {
  family: 'evm',
  from: { branch: 1, index: 0 },
  nonce: 7,
  gasLimit: 100_000n,
  gasPrice: { kind: 'dynamic', max: 20_000_000_000n, priority: 1_000_000_000n },
  own: null,
}

/** An output of ours by a number. */
export function inputOf(number: number, amount: bigint): BitcoinSpend['inputs'][number] {
  const txid = number.toString(16).padStart(64, '0')
  return { txid, vout: 0, amount, key: { branch: 0, index: number } }
}

/** The engine's statement about the hold of an approval: exactly what it pays, at the time of approval. */
export function stated(
  approval: Approval,
  changes: Partial<HoldStatement> = {},
  seed = engineSeed,
): HoldStatement {
  const { hold, currency, chain, amount: left, approvedAtMs: atMs } = approval
  const { decimals = 0 } =
    settings.assets.find((asset) => asset.chain === chain && asset.currency === currency) ?? {}
  const said = { owner: 1_001, currency, decimals, left, row: 7, atMs }
  const all = { hold: hold ?? 'none', ...said, ...changes }
  const signature = sign(null, Buffer.from(textOfStatement(all)), engineKeyOf(seed))
  return { ...all, signature: signature.toString('hex') }
}

/** A request with a proven approval and a stated hold. */
export function requestFor(
  approval: Approval,
  spend: SignRequest['spend'],
  more: Partial<SignRequest> = {},
): SignRequest {
  const mac = macOfApproval(approvalKey, approval)
  const statement = approval.hold === null ? null : stated(approval)
  return { approval, mac, statement, votes: [], spend, epoch: 1, bookAtLeast: 0, ...more }
}

/** The body of an HTTP request. */
export function bodyOf(request: object): string {
  return JSON.stringify(request, (_, value: unknown) =>
    typeof value === 'bigint' ? String(value) : value,
  )
}

/** The nth small bitcoin payout, with its own inputs and hold. */
export function payoutNo(number: number, amount = 1_000_000n): SignRequest {
  const approval = { ...bitcoinApproval, id: `payout-${number}`, hold: `hold-${number}`, amount }
  const inputs = [inputOf(number, amount + 10_000n)]
  return requestFor(approval, { ...bitcoinSpend, inputs, change: null })
}

/** The address of one of our keys. */
export function ownAddress(tree: KeyTree, branch: 0 | 1, index: number): string {
  return tree.address('evm', { branch, index })
}

/** A text that is unique across tests. */
export function unique(): string {
  return randomBytes(16).toString('hex')
}
