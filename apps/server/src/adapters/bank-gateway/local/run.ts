/**
 * Runs the local bank in its own process, for tests that kill the exchange but not its bank:
 *
 * DATABASE_URL=… PORT=4000 TUKAR_BANK_KEY=… TUKAR_BANK_CALLBACK_TOKEN=… \ CALLBACK_BASE=http://127.0.0.1:3000
 * node dist/adapters/bank-gateway/local/run.js
 *
 * Start the exchange with `TUKAR_BANK_URL=http://127.0.0.1:4000/simulation/bank` and the same key and token.
 * The process prints one line once it listens.
 */
import { readBankSettings } from '../../../platform/config/bank-settings.ts'
import { readNumber, readText } from '../../../platform/config/environment.ts'
import { migrate } from '../../../platform/database/migrate.ts'
import { openDatabase } from '../../../platform/database/pool.ts'
import { createHttpHost } from '../../../platform/http/host.ts'
import { createLog } from '../../../platform/logging/log.ts'
import { methodsOf } from '../open.ts'
import { localBankRoot, registerLocalBank } from './index.ts'
import { webFolder } from '../../../platform/http/web-folder.ts'

const host = '127.0.0.1'

async function run(env: NodeJS.ProcessEnv): Promise<void> {
  const product = readText(env, 'TUKAR_PRODUCT', 'Tukar')
  const port = readNumber(env, 'PORT', 4_000, [0, 65_535])
  const databaseUrl = readText(env, 'DATABASE_URL', '')
  const callbackBase = readText(env, 'CALLBACK_BASE', 'http://127.0.0.1:3000')
  const log = createLog(readText(env, 'TUKAR_LOG_LEVEL', 'warn'))
  // The process serves the gateway at this URL. Naming a gateway makes its key and token mandatory settings.
  const url = `http://${host}:${port}${localBankRoot}`
  const bank = readBankSettings({ ...env, TUKAR_BANK_URL: url }, 'simulation')
  const publicUrl = `http://localhost:${port}`
  await migrate(databaseUrl)
  const database = openDatabase(databaseUrl, log)
  const http = await createHttpHost({
    log,
    allowedOrigins: [],
    trustedProxies: [],
    connectSources: [],
    captchaSources: [],
    product,
    clientConfig: {},
    webFolder,
  })
  const local = await registerLocalBank(http, {
    ...bank,
    database,
    log,
    publicUrl,
    merchant: product,
    callbackBase: () => callbackBase,
    methods: methodsOf({ bank, product, publicUrl }),
    callbackBackoffMs: readNumber(env, 'CALLBACK_PAUSE_MS', 1_000, [1, 60_000]),
  })
  const stop = async (): Promise<void> => {
    await http.close()
    await local.stop()
    await database.end()
  }
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => void stop())
  await http.listen({ host, port })
  process.stdout.write(`the simulated bank is open on ${url}\n`)
}

await run(process.env)
