/** An engine in a process of its own, to be killed or paused; each state it comes to is a line. */
import { startTestEngine } from './start.ts'
import { creditOf, listing } from './listing.ts'

const databaseUrl = process.argv[2]
if (databaseUrl === undefined) throw new Error('no database given')
const say = (word: string) => process.stdout.write(`${word}\n`)
const engine = await startTestEngine({ databaseUrl, seeds: listing })
engine.onStateChanged(({ state }) => say(state))
say(engine.status().state)
/** A credit of one unit at each line of its input; the outcome is a line. */
process.stdin.on('data', () => {
  void engine.submit(creditOf(1001, 1, 1), null).then(({ status }) => say(`credit ${status}`))
})
