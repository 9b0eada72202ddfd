/**
 * For tests of live mode: a node that the exchange did not start, a signer with its own passphrase file, and
 * the settings by which a server reaches both. Bank and providers are configured, but do not exist.
 */
import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { createInterface } from 'node:readline'
import { promisify } from 'node:util'
import { temporaryChains, type TemporaryChains } from '../adapters/chain-nodes/testing/chains.ts'
import { deriveStatementKey } from '../engine/index.ts'
import { testEngineSecret } from '../platform/secrets/testing/secrets.ts'
import type { Lasting } from './desk.ts'

const signerPrograms = path.join(import.meta.dirname, '../../../signer/dist')
const signerKey = 'what-opens-the-signer-of-these-tests'
const approvalKey = 'what-the-signer-of-these-tests-believes'
/** No server listens there. */
const nobody = 'http://127.0.0.1:9'
const caps = { transaction: '10', hour: '100', day: '1000', fee: '0.1' }

export const secretKey = Buffer.from('a secret for tests of live mode, long enough')

export type LiveExchange = {
  readonly chains: TemporaryChains
  readonly settings: Readonly<Record<string, string>>
}

/** Starts node and signer; both end with the test. */
export async function startLiveExchange(test: Lasting): Promise<LiveExchange> {
  const chains = await temporaryChains({ only: ['ethereum'], epochSlots: 4 })
  test.after(() => chains.end())
  const node = chains.nodes.evm.ethereum
  if (node === undefined) throw new Error('there is no node')
  const { address, decimals } = node.token
  const port = await startSigner(test, { contract: address, decimals })
  return {
    chains,
    settings: {
      TUKAR_MODE: 'live',
      TUKAR_SYNCHRONOUS: 'local',
      TUKAR_PUBLIC_URL: 'https://tukar.example',
      TUKAR_SECRET_KEY: secretKey.toString('base64'),
      TUKAR_ENGINE_KEY: testEngineSecret.toString('base64'),
      TUKAR_SMTP_URL: 'smtp://127.0.0.1:9',
      TUKAR_BANK_URL: nobody,
      TUKAR_BANK_KEY: 'a-key-of-the-bank-gateway',
      TUKAR_BANK_CALLBACK_TOKEN: 'a-token-of-its-callbacks',
      TUKAR_IDENTITY_URL: nobody,
      TUKAR_IDENTITY_KEY: 'a-key-of-the-provider-here',
      TUKAR_IDENTITY_CALLBACK_SECRET: 'a-secret-of-its-callbacks',
      TUKAR_ETHEREUM_URL: node.url,
      TUKAR_CHAIN_TOKENS: `USDT@ethereum=${address}/${decimals}`,
      TUKAR_SIGNER_URL: `http://127.0.0.1:${port}`,
      TUKAR_SIGNER_KEY: signerKey,
      TUKAR_SIGNER_APPROVAL_KEY: approvalKey,
    },
  }
}

/** Starts a signer as its operator would: settings, passphrase, seed, process; returns its port. */
async function startSigner(
  test: Lasting,
  token: { readonly contract: string; readonly decimals: number },
): Promise<number> {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'tukar-live-signer-'))
  test.after(() => fs.rmSync(folder, { recursive: true, force: true }))
  const coin = { chain: 'evm:1', currency: 'ETH', contract: null, decimals: 18 }
  const assets = [
    { ...coin, chain: 'bitcoin', currency: 'BTC', decimals: 8 },
    coin,
    { chain: 'evm:1', currency: 'USDT', ...token },
  ]
  const settings = {
    enginePublicKey: deriveStatementKey(testEngineSecret),
    bitcoinNetwork: 'mainnet',
    assets,
    caps: { BTC: caps, ETH: caps, USDT: { ...caps, transaction: '50', fee: '0' } },
    votes: 'unverified',
  }
  const at = (name: string) => path.join(folder, name)
  fs.writeFileSync(at('settings.json'), JSON.stringify(settings))
  fs.writeFileSync(at('passphrase'), 'a passphrase that its operator chose\n', { mode: 0o600 })
  const env = {
    PATH: process.env['PATH'] ?? '',
    SIGNER_MODE: 'live',
    SIGNER_FOLDER: at('signer'),
    SIGNER_SETTINGS_FILE: at('settings.json'),
    SIGNER_PASSPHRASE_FILE: at('passphrase'),
    SIGNER_KEY: signerKey,
    SIGNER_APPROVAL_KEY: approvalKey,
  }
  await promisify(execFile)(process.execPath, [path.join(signerPrograms, 'command.js'), 'init'], {
    env,
  })
  const child = spawn(process.execPath, [path.join(signerPrograms, 'run.js')], {
    env,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  test.after(() => void child.kill('SIGKILL'))
  const [line] = await once(createInterface({ input: child.stdout }), 'line')
  const { port } = Object(JSON.parse(String(line)))
  return Number(port)
}
