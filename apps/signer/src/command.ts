/**
 * Commands for a signer, run with the same environment as its process:
 *
 *   node apps/signer/dist/command.js init
 *     creates the seed of a live installation; store copies of seed.json and the passphrase safely
 *   node apps/signer/dist/command.js reset --by NAME --why TEXT
 *     resets a signer that stopped itself, whether it is running or not
 */
import { mkdir, readFile } from 'node:fs/promises'
import { parseArgs } from 'node:util'
import { bookFile, hasBook, readLines } from './book/book.ts'
import { emptyState, applyRecord } from './book/state.ts'
import { readFolder, readPassphrase } from './environment.ts'
import { keyFor, makeSeed, openSeed } from './keys/seed.ts'
import { writeReset } from './reset.ts'

const commands: Readonly<Record<string, (args: string[]) => Promise<string>>> = { init, reset }

async function init(): Promise<string> {
  const folder = readFolder(process.env)
  if (await hasBook(folder)) throw new Error('there is a book, but its seed is missing')
  await mkdir(folder, { recursive: true, mode: 0o700 })
  await makeSeed(folder, (await readPassphrase(process.env)).text)
  return 'The seed is made. Without seed.json or without its passphrase all money is lost: copy both.'
}

async function reset(args: string[]): Promise<string> {
  const options = { by: { type: 'string' }, why: { type: 'string' } } as const
  const { by = '', why = '' } = parseArgs({ args, options }).values
  const folder = readFolder(process.env)
  const seed = await openSeed(folder, (await readPassphrase(process.env)).text)
  const { records } = readLines(await readFile(bookFile(folder)), keyFor(seed, 'book'))
  const state = emptyState()
  for (const record of records) applyRecord(state, record)
  if (state.trip === null) return 'The signer has not stopped itself.'
  const { number, cap, currency, id } = state.trip
  await writeReset(folder, keyFor(seed, 'reset'), number, { by, why })
  return `Reset: it stopped at ${cap} of ${currency}, asked to sign ${id}. It goes on when asked next.`
}

async function run(): Promise<void> {
  const [name = '', ...args] = process.argv.slice(2)
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined
  if (command === undefined) throw new Error('the commands are init and reset')
  process.stdout.write(`${await command(args)}\n`)
}

run().catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
  process.exitCode = 1
})
