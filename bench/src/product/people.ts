/** Many people with a session each, registered over the calls. */
import type { Client } from '@tukar/e2e/harness/http'
import { newPerson, type Person } from '@tukar/e2e/harness/people'

const atOnce = 8

/** Cancels all open orders of these people, so that the next load starts without any. */
export async function cancelAll(client: Client, tokens: readonly string[]): Promise<void> {
  for (const token of tokens) {
    const answer = await client.call('POST', '/obooks/cancel-all', { token, body: {} })
    if (answer.body['success'] !== 1) throw new Error(`cancel-all: ${answer.text}`)
  }
}

/** Registers a number of people, a few concurrently. */
export async function registerCrowd(client: Client, count: number): Promise<readonly Person[]> {
  const people: Person[] = []
  const worker = async () => {
    while (people.length < count) {
      const person = await newPerson(client, 'beban')
      if (people.length < count) people.push(person)
    }
  }
  await Promise.all(Array.from({ length: atOnce }, worker))
  return people
}
