/** Command ids as clients send them: mostly new ones, some again, some of another account. */
import type { Command, CommandId, Envelope } from '../index.ts'
import type { Random } from './random.ts'

/** How many sent commands can be sent again: more than the core remembers. */
const sentMax = 800

/** Gives each drawn command its id, or sends an earlier one again. */
export function createSender(random: Random): (draw: () => Command) => Envelope {
  const sent: { command: Command; id: CommandId }[] = []
  const newId = (command: Command): CommandId => {
    const scope = 'accountId' in command && command.accountId > 0 ? command.accountId : 0
    const words = [random.word(), random.word(), random.word(), random.word()] as const
    return { scope: Number.isSafeInteger(scope) ? scope : 0, words, body: bodyOf(random) }
  }
  return (draw) => {
    const again = sent.length > 0 && random.chance(0.05) ? random.pick(sent) : null
    if (again !== null && random.chance(0.8)) return again
    const command = draw()
    if (random.chance(0.4)) return { command, id: null }
    const { words } = again?.id ?? newId(command)
    const id = { ...newId(command), words }
    if (sent.length < sentMax) sent.push({ command, id })
    else sent[random.below(sentMax)] = { command, id }
    return { command, id }
  }
}

function bodyOf(random: Random): readonly [number, number] {
  return [random.word(), random.word()]
}
