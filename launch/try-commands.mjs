/**
 * `npm run try-commands`: runs each command of the table in CONTRIBUTING.md in a fresh clone of HEAD, and
 * checks that it ends as the table says. `-- --only sim,docs` runs some of them. `-- --slice commit` runs the
 * one that the commit chooses, `-- --slice N` another. The last line is `N passed, N failed`.
 */
import { spawn } from 'node:child_process'
import fs from 'node:fs'
import { createServer } from 'node:net'
import os from 'node:os'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { ownerOf } from './data-folder.mjs'
import { requireSupported } from './platform.mjs'
import { duration, print, root, runProgram } from './steps.mjs'
import { chooseSlice } from './test/slices.mjs'
import { command, Trouble } from './trouble.mjs'

/** The first cell of a table row, and the function that tries its command in a clone. */
const cases = [
  { row: 'npm start', run: tryStart },
  { row: 'npm run sim -- --seed 7 --commands 1000000', run: trySim },
  { row: 'npm run audit', run: tryAudit },
  { row: 'npm run backup -- --to FOLDER', run: tryBackup },
  { row: 'npm run maintenance -- on', run: tryMaintenance },
  { row: 'npm run migrate', run: tryMigrate },
  { row: 'npm run passkeys', run: tryPasskeys },
  { row: 'npm run conformance -- --url http://localhost:3000', run: tryConformance },
  { row: 'npm run screenshots', run: tryScreenshots },
  { row: 'npm run docs', run: tryDocs },
  { row: 'npm run structure', run: tryStructure },
  { row: 'npm run reset', run: tryReset },
  { row: 'npm run format', run: tryFormat },
]

/** Rows that are not tried: tests and benchmarks take too long, and the last is this command. */
const rowsAside = [
  'npm test',
  'npm test -- --changed',
  'npm run test:long',
  'npm run bench',
  'npm run try-commands',
]

/** The time limit of a command, on a busy machine. */
const commandMs = 900_000
const endMs = 20_000
const startTriesMax = 3
const nameWidth = 14
const shownMax = 20_000
const programs = new Set()
const folders = new Set()
let isEnding = false

async function tryStart(clone) {
  const exchange = await clone.start()
  const { status } = await fetch(`${exchange.url}/healthz`)
  if (status !== 200) throw new Trouble(`GET /healthz answers ${status}, not 200.`)
  await exchange.stop()
}

async function trySim(clone) {
  await clone.run('npm run sim -- --seed 7 --commands 20000', {
    prints: /^seed 7: 20000 commands agree/m,
  })
}

async function tryAudit(clone) {
  await clone.run('npm run audit', { code: 1, prints: /nothing to audit in .*: start first\.$/m })
  await clone.makeData()
  await clone.run('npm run audit', { prints: /^The books are right\.$/m })
}

async function tryBackup(clone) {
  const backup = async (name) => {
    const to = path.join(clone.beside, name)
    await clone.run(`npm run backup -- --to ${to}`, { prints: /is a complete backup as of/ })
    clone.requireFile(path.join(to, 'postgres/PG_VERSION'))
  }
  await clone.run(`npm run backup -- --to ${path.join(clone.beside, 'none')}`, {
    code: 1,
    prints: /nothing to back up in .*: start first\.$/m,
  })
  const exchange = await clone.start()
  await backup('while-running')
  await exchange.stop()
  await backup('while-stopped')
}

async function tryMaintenance(clone) {
  await clone.run('npm run maintenance', { code: 1, prints: /no exchange in .*: start first\.$/m })
  await clone.makeData()
  await clone.run('npm run maintenance -- on', { prints: /^Maintenance is on\.$/m })
  await clone.run('npm run maintenance', { prints: /^Maintenance is on\.$/m })
  await clone.run('npm run maintenance -- off', { prints: /^Maintenance is off\.$/m })
}

async function tryMigrate(clone) {
  await clone.run('npm run migrate', { code: 1, prints: /no database in .*: start first\.$/m })
  await clone.makeData()
  await clone.run('npm run migrate', { prints: /^The schema is up to date/m })
}

async function tryPasskeys(clone) {
  await clone.run('npm run passkeys', {
    code: 1,
    prints: /There are no passkeys in .*: start first\.$/m,
  })
  await clone.makeData()
  await clone.run('npm run passkeys', { prints: /^No operator has a passkey yet\.$/m })
}

async function tryConformance(clone) {
  const exchange = await clone.start()
  await clone.run(`npm run conformance -- --url ${exchange.url}`, {
    prints: /^ℹ pass [1-9]\d*\n(?:ℹ .*\n)*?ℹ fail 0$/m,
  })
  await exchange.stop()
}

async function tryScreenshots(clone) {
  await clone.run('npm run screenshots -- --only trading,wallets,maintenance', {
    prints: /^16 pictures: .*index\.html$/m,
  })
  clone.requireFile('.cache/screenshots/index.html')
  clone.requireFile('.cache/screenshots/en-dark-1440/trading.png')
}

async function tryDocs(clone) {
  await clone.run('npm run docs', { prints: /^docs\/reference\/api\.md$/m })
}

async function tryStructure(clone) {
  await clone.run('npm run structure', { prints: /^figure +now +goal$/m })
}

/** The command asks for confirmation on a terminal, which `script` provides. */
async function tryReset(clone) {
  const inTerminal = ['script', '-qec', 'npm run reset', '/dev/null']
  const question = /\(yes\/no\)/
  await clone.run('npm run reset', { prints: /nothing to empty/ })
  await clone.makeData()
  await clone.run('npm run reset', { code: 1, prints: /npm run reset -- --yes/ })
  await clone.run(inTerminal, { question, answer: 'no\n', prints: /Nothing was changed\./ })
  clone.requireFile('data/postgres/PG_VERSION')
  await clone.run(inTerminal, { question, answer: 'yes\n', prints: /The data are gone/ })
  if (fs.existsSync(path.join(clone.folder, 'data')))
    throw new Trouble('The data folder still exists after the reset.')
}

/** Spoils the format of one file. The command restores it, so that the clone has no changes afterwards. */
async function tryFormat(clone) {
  const file = path.join(clone.folder, 'launch/trouble.mjs')
  const text = fs.readFileSync(file, 'utf8')
  fs.writeFileSync(file, text.replaceAll("'", '"').replaceAll('\n  ', '\n      '))
  await clone.run('npm run format', { prints: /^Formatted \d+ files/m })
}

/** A fresh clone of HEAD and the programs that run in it; `output` is everything that they printed. */
async function createClone() {
  const beside = fs.mkdtempSync(path.join(temporaryFolder(), 'tukar-commands-'))
  folders.add(beside)
  // PostgreSQL does not run as root. The user that it runs as needs access to this folder.
  fs.chmodSync(beside, 0o755)
  const folder = path.join(beside, 'tukar')
  const clone = { folder, beside, output: '' }
  clone.run = (words, expected) => runCommand(clone, words, expected)
  clone.start = () => startExchange(clone)
  clone.makeData = async () => (await clone.start()).stop()
  clone.requireFile = (file) => {
    if (!fs.existsSync(path.resolve(folder, file))) throw new Trouble(`There is no file ${file}.`)
  }
  await git(root, ['clone', '--quiet', '--no-local', '.', folder])
  return clone
}

/** Runs a command to its end; throws unless it ends with the exit code and prints what is expected. */
async function runCommand(clone, words, { code = 0, prints, question, answer = '' }) {
  const program = startProgram(clone, words)
  if (question !== undefined) await program.untilPrinted(question)
  program.child.stdin.end(answer)
  const ended = await program.ended
  if (ended !== code) throw new Trouble(`It ended with ${ended}, not with ${code}.`)
  if (!prints.test(program.output)) throw new Trouble(`It did not print ${prints}.`)
}

/**
 * Starts the exchange on a free port and waits until it is open. `stop` sends SIGINT to the exchange alone: npm and its
 * shell would end by that signal too, and hide the exit code.
 */
async function startExchange(clone) {
  const { program, url } = await startOnFreePort(clone)
  const stop = async () => {
    process.kill(ownerOf(path.join(clone.folder, 'data')), 'SIGINT')
    const code = await program.ended
    if (code !== 0) throw new Trouble(`npm start ended with ${code} after SIGINT, not with 0.`)
    if (!/all data are kept/.test(program.output))
      throw new Trouble('npm start did not say that all data are kept.')
  }
  return { url, stop }
}

/** A free port may be taken before the start: then another one is used. */
async function startOnFreePort(clone) {
  for (let tries = startTriesMax; ; tries -= 1) {
    const program = startProgram(clone, 'npm start', { PORT: String(await freePort()) })
    try {
      const [, url] = await program.untilPrinted(/ is open on (http:\/\/\S+)/)
      return { program, url }
    } catch (error) {
      if (tries === 1 || !/is taken by another program/.test(program.output)) throw error
    }
  }
}

/** Starts a program in a clone. It leads a process group, which gets signals as from a terminal. */
function startProgram(clone, words, settings = {}) {
  const [file, ...parameters] = Array.isArray(words) ? words : words.split(' ')
  const env = { ...cleanEnvironment(), ...settings }
  const child = spawn(file, parameters, { cwd: clone.folder, env, detached: true })
  const program = { child, output: '' }
  clone.output += `$ ${[file, ...parameters].join(' ')}\n`
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text) => {
      program.output += text
      clone.output += text
      child.emit('printed')
    })
  }
  // A program that ends before it reads its input is no failure.
  child.stdin.on('error', () => {})
  const timer = setTimeout(() => signalGroup(child, 'SIGKILL'), commandMs)
  program.ended = new Promise((resolve, reject) => {
    child.once('error', (error) => reject(new Trouble(`${file} did not start: ${error.message}.`)))
    child.once('close', (code, signal) => resolve(code ?? signal))
  }).finally(() => {
    clearTimeout(timer)
    programs.delete(program)
  })
  program.untilPrinted = (pattern) => untilPrinted(program, pattern)
  programs.add(program)
  return program
}

/** Waits until a program prints something; throws if it ends without. */
async function untilPrinted(program, pattern) {
  const found = new Promise((resolve) => {
    const check = () => {
      const match = pattern.exec(program.output)
      if (match !== null) resolve(match)
    }
    program.child.on('printed', check)
    check()
  })
  const ended = program.ended.then((code) => {
    throw new Trouble(`It ended with ${code} and did not print ${pattern}.`)
  })
  ended.catch(() => {})
  return Promise.race([found, ended])
}

function signalGroup({ pid }, signal) {
  try {
    process.kill(-pid, signal)
  } catch {
    // The whole group has ended.
  }
}

/** The environment without settings of npm, of tests and of an exchange: a newcomer has none of them. */
function cleanEnvironment() {
  const set = /^(?:npm_(?!config_)|TUKAR_|INIT_CWD$|DATABASE_URL$|DATA_DIR$|HOST$|PORT$|NODE_TEST)/
  return Object.fromEntries(Object.entries(process.env).filter(([name]) => !set.test(name)))
}

/** A clone with its packages takes 1 GB, too much for the tests' folder in memory. */
function temporaryFolder() {
  return os.tmpdir().startsWith('/dev/shm') ? '/tmp' : os.tmpdir()
}

function freePort() {
  return new Promise((resolve, reject) => {
    const server = createServer()
    server.once('error', reject)
    server.listen(0, () => {
      const { port } = server.address()
      server.close(() => resolve(port))
    })
  })
}

async function git(cwd, parameters) {
  const { code, output } = await runProgram('git', parameters, { cwd })
  if (code !== 0) throw new Trouble(`git ${parameters[0]} failed: ${output.trim()}`)
  return output
}

/** Tries one command in a fresh clone and prints the result; returns whether it passed. */
async function runCase({ name, run }) {
  const beganMs = performance.now()
  const took = () => duration(performance.now() - beganMs)
  let clone = null
  try {
    clone = await createClone()
    await run(clone)
    const changes = await git(clone.folder, ['status', '--porcelain'])
    if (changes !== '') throw new Trouble(`It changed files of the clone:\n${changes.trimEnd()}`)
    print(`  ${name.padEnd(nameWidth)}passed  ${took()}`)
    return true
  } catch (error) {
    if (isEnding) await new Promise(() => {})
    print((clone?.output ?? '').slice(-shownMax).trimEnd())
    print(`  ${name.padEnd(nameWidth)}FAILED  ${took()}  ${error.message}`)
    return false
  } finally {
    if (!isEnding) await removeAll()
  }
}

/** Ends all programs that still run and removes their clones. */
async function removeAll() {
  const ends = [...programs].map(async ({ child, ended }) => {
    signalGroup(child, 'SIGINT')
    const timer = setTimeout(() => signalGroup(child, 'SIGKILL'), endMs)
    await ended.catch(() => {})
    clearTimeout(timer)
  })
  await Promise.all(ends)
  for (const folder of folders) fs.rmSync(folder, { recursive: true, force: true, maxRetries: 3 })
  folders.clear()
}

async function endBySignal() {
  if (isEnding) return
  isEnding = true
  await removeAll()
  process.exit(130)
}

/** The sentences for rows without a case, and for cases without a row. */
function mismatches() {
  const text = fs.readFileSync(path.join(root, 'CONTRIBUTING.md'), 'utf8')
  const rows = [...text.matchAll(/^\| `([^`]+)` \|/gm)].map(([, row]) => row)
  const known = [...cases.map(({ row }) => row), ...rowsAside]
  return [
    ...rows
      .filter((row) => !known.includes(row))
      .map((row) => `CONTRIBUTING.md has \`${row}\`, which launch/try-commands.mjs does not try.`),
    ...known
      .filter((row) => !rows.includes(row))
      .map((row) => `launch/try-commands.mjs has \`${row}\`, which CONTRIBUTING.md does not have.`),
  ]
}

/** The cases with their names (`npm run sim -- …` is `sim`) that the options choose. */
function chosenCases() {
  const { values } = parseArgs({ options: { only: { type: 'string' }, slice: { type: 'string' } } })
  const named = cases.map(({ row, run }) => ({ name: /^npm (?:run )?(\S+)/.exec(row)[1], run }))
  if (values.only !== undefined) {
    const only = values.only.split(',')
    const unknown = only.filter((name) => !named.some((one) => one.name === name))
    if (unknown.length > 0) {
      const known = named.map(({ name }) => name).join(', ')
      throw new Trouble(`There is no command ${unknown.join(', ')}; there are ${known}.`)
    }
    return named.filter(({ name }) => only.includes(name))
  }
  if (values.slice === undefined) return named
  const { slice, why } = chooseSlice(values.slice === 'commit' ? undefined : values.slice)
  if (slice === 'all') return named
  print(`  slice ${slice} of the commands (${why})`)
  return [named[Number.parseInt(slice, 10) % named.length]]
}

await command(async () => {
  requireSupported()
  process.chdir(root)
  const chosen = chosenCases()
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => void endBySignal())
  const wrong = mismatches()
  for (const sentence of wrong) print(sentence)
  let passed = 0
  for (const one of chosen) if (await runCase(one)) passed += 1
  const failed = chosen.length - passed + wrong.length
  print(`${passed} passed, ${failed} failed`)
  process.exitCode = failed === 0 ? 0 : 1
})
