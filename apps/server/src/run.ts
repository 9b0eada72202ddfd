/** The process: reads the settings, starts the exchange, prints how to open it, and stops it cleanly. */
import './platform/processes/quick-ticks.ts'
import { type Opened, type RunningExchange, startExchange } from './main.ts'
import { readSettings, type Settings } from './platform/config/settings.ts'
import { findClusterDir } from './platform/database/embedded.ts'
import { readAddress } from './platform/database/hosts.ts'
import { nameSources } from './platform/logging/source-lines.ts'

const stepNameWidth = 24
/** npm forwards a Ctrl-C that the terminal has sent already: signals this close count as one. */
const sameSignalMs = 500
const endedBySignalCode = 130
const loopback = new Set(['127.0.0.1', '::1', 'localhost'])

const print = (line = ''): void => {
  process.stdout.write(`${line}\n`)
}

const duration = (tookMs: number): string =>
  tookMs < 1_000 ? `${tookMs} ms` : `${(tookMs / 1_000).toFixed(1)} s`

const running: { exchange: RunningExchange | null; stoppingSinceMs: number } = {
  exchange: null,
  stoppingSinceMs: 0,
}

/** The first signal stops cleanly; a later one stops at once, and the next start recovers. */
function onSignal(): void {
  const nowMs = performance.now()
  const { exchange, stoppingSinceMs } = running
  if (exchange === null) process.exit(endedBySignalCode)
  if (stoppingSinceMs > 0) {
    if (nowMs - stoppingSinceMs > sameSignalMs) process.exit(endedBySignalCode)
    return
  }
  running.stoppingSinceMs = nowMs
  print('Stopping. Ctrl-C again ends at once.')
  void exchange.stop().then(() => {
    print(`Stopped after ${duration(Math.round(performance.now() - nowMs))}; all data are kept.`)
    process.exit(0)
  })
}

function fieldOf(error: unknown, name: string): unknown {
  return error instanceof Error ? Reflect.get(error, name) : undefined
}

/** The error as a sentence that tells the operator what to do. */
function sentenceOf(error: unknown, settings: Settings | null): string {
  const code = fieldOf(error, 'code')
  const file = fieldOf(error, 'path')
  const port = settings?.port ?? 0
  if (code === 'EADDRINUSE') {
    const usedPort = fieldOf(error, 'port')
    return usedPort === settings?.localListener?.port
      ? `Port ${String(usedPort)} of TUKAR_LOCAL_PORT is taken by another program.`
      : `Port ${port} is taken by another program: PORT=${port + 2} npm start takes another.`
  }
  if (code === 'EADDRNOTAVAIL') return `HOST ${settings?.host} is not an address of this machine.`
  if (code === 'EACCES' && file === undefined) {
    return `This user may not listen on port ${port}: PORT=3000 npm start takes a free one.`
  }
  if (code === 'ENOSPC' || code === '53100') {
    return `The disk of ${settings?.dataDir} is full: free some space, then start again.`
  }
  if (code === 'EACCES' || code === 'EPERM') return `This user may not use ${String(file)}.`
  if (code === 'ECONNREFUSED' || code === 'ENOTFOUND') {
    return 'The database of DATABASE_URL does not answer: is it running, and is the address right?'
  }
  return error instanceof Error ? error.message : String(error)
}

/** The location of the data, without the password. */
function roleText({ databaseUrl, dataDir }: Settings): string {
  if (databaseUrl === null) return findClusterDir(dataDir)
  return `${readAddress(databaseUrl).place} (DATABASE_URL)`
}

function urlOf({ host, port }: Settings): string {
  return `http://${host === '127.0.0.1' ? 'localhost' : host}:${port}`
}

/** The address of the pages for this machine. */
const localUrl = (port: number): string => `http://localhost:${port}`

/** The output of a standby that waits until the leader has stopped. */
function standbyLines(settings: Settings, localPort: number | null): readonly string[] {
  const details = localPort === null ? '' : ` on ${localUrl(localPort)}`
  return [
    `${settings.product} stands by on ${urlOf(settings)}`,
    '',
    'Another server leads on this database. This one takes over once that one stops, and says so here.',
    `Until then it answers 503; /livez, /readyz and /metrics${details} show its state.`,
    '',
    `Data: ${roleText(settings)}`,
    'Ctrl-C stops it; the other server goes on.',
  ]
}

/** The output of an open exchange: how to enter, what is simulated, where the data is. */
function openLines(settings: Settings, { demoPeople, localPort }: Opened): readonly string[] {
  const url = urlOf(settings)
  const lines = [`${settings.product} is open on ${url}`, '']
  if (demoPeople.length > 0) {
    lines.push('To sign in, open one of these and click once:')
    for (const { name, role } of demoPeople) {
      const roleLabel = role === 'operator' ? 'operator, at /executor' : role
      lines.push(`  ${url}/auth/login?demo=${encodeURIComponent(name)}  ${roleLabel}`)
    }
    lines.push('')
  }
  if (settings.smtpUrl === null && localPort !== null)
    lines.push(`Mails arrive at ${localUrl(localPort)}/mailbox`, '')
  if (settings.mode === 'simulation') {
    lines.push('Simulated: funds, demo people, market makers and their history.')
    lines.push('Real: matching, ledger, charges and records.', '')
  }
  lines.push(`Data: ${roleText(settings)}`)
  if (settings.databaseUrl === null) lines.push('npm run reset empties them, after asking.')
  lines.push('Ctrl-C stops; the next start keeps all data.')
  return lines
}

function printBox(lines: readonly string[]): void {
  const width = Math.max(...lines.map((line) => line.length))
  print()
  print(`┌${'─'.repeat(width + 2)}┐`)
  for (const line of lines) print(`│ ${line.padEnd(width)} │`)
  print(`└${'─'.repeat(width + 2)}┘`)
}

function printOpen(settings: Settings, opened: Opened): void {
  printBox(openLines(settings, opened))
  if (loopback.has(settings.host)) return
  print(
    `Warning: HOST ${settings.host} opens the exchange to others. Browsers give sign-in cookies, ` +
      'camera and captcha only to secure pages: put https in front.',
  )
}

async function run(): Promise<void> {
  // An uncaught error ends the process, and Node prints it.
  process.on('uncaughtExceptionMonitor', nameSources)
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, onSignal)
  let settings: Settings | null = null
  try {
    const read = readSettings()
    settings = read
    running.exchange = await startExchange(read, {
      step: (name, tookMs) => print(`  ${name.padEnd(stepNameWidth)}${duration(tookMs)}`),
      standsBy: (localPort) => printBox(standbyLines(read, localPort)),
      opens: (opened) => printOpen(read, opened),
    })
  } catch (error) {
    process.stderr.write(`${sentenceOf(error, settings)}\n`)
    process.exit(1)
  }
}

await run()
