/** An engine in a separate process, to be killed or suspended; each state is printed as a line. */
import { startTestEngine } from './start.ts'
import { creditOf, listing } from './listing.ts'

const databaseUrl = process.argv[2]
if (databaseUrl === undefined) throw new Error('no database given')
const printLine = (word: string) => process.stdout.write(`${word}\n`)
const engine = await startTestEngine({ databaseUrl, seeds: listing })
engine.onStateChanged(({ state }) => printLine(state))
printLine(engine.status().state)
/** Credits one unit for each input line; prints the outcome as a line. */
process.stdin.on('data', () => {
  void engine.submit(creditOf(1001, 1, 1), null).then(({ status }) => printLine(`credit ${status}`))
})
