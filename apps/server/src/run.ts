/** The process: reads the settings, starts the exchange, shows how to get in, ends it cleanly. */
import { startExchange } from './main.ts'
import { readSettings } from './platform/config/settings.ts'

const print = (line: string): void => {
  process.stdout.write(`${line}\n`)
}

try {
  const exchange = await startExchange(readSettings(), (step, tookMs) =>
    print(`  ${step} ${tookMs} ms`),
  )
  print(`Tukar is open on ${exchange.url}`)
  for (const name of exchange.demoNames) print(`  ${name}: ${exchange.url}/auth/login?demo=${name}`)
  const stop = (): void => {
    void exchange.stop().then(() => process.exit(0))
  }
  process.once('SIGINT', stop)
  process.once('SIGTERM', stop)
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
  process.exitCode = 1
}
