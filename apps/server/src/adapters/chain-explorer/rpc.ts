/** Questions to a local node: several at once, in their order; null for what has no answer. */
import { requestWithin } from '../../platform/external/request.ts'
import { type Fields, fieldsOf } from '../../platform/external/answers.ts'

const timeoutMs = 10_000
const atOnceMax = 50
/** Fifty blocks with all that is in them. */
const answerBytesMax = 64_000_000

export type Question = { readonly method: string; readonly params: readonly unknown[] }

/** Asks a node; one that is not there answers nothing. */
export type AskNode = (questions: readonly Question[]) => Promise<readonly unknown[]>

/**
 * Asks by JSON-RPC over HTTP.
 *
 * @param reach where the node listens now; null while it is not there
 */
export function createAsk(
  reach: () => { readonly url: string; readonly authorization?: string } | null,
): AskNode {
  return async (questions) => {
    const answers: unknown[] = []
    for (let at = 0; at < questions.length; at += atOnceMax) {
      answers.push(...(await askSome(reach(), questions.slice(at, at + atOnceMax))))
    }
    return answers
  }
}

async function askSome(
  reach: { readonly url: string; readonly authorization?: string } | null,
  questions: readonly Question[],
): Promise<readonly unknown[]> {
  const nothing = questions.map(() => null)
  if (reach === null) return nothing
  const { url, authorization } = reach
  const body = questions.map(({ method, params }, id) => ({ jsonrpc: '2.0', id, method, params }))
  try {
    const request = {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        ...(authorization === undefined ? {} : { authorization }),
      },
      body: JSON.stringify(body),
    }
    const { text } = await requestWithin(url, request, { timeoutMs, answerBytesMax })
    const replies: unknown = JSON.parse(text)
    const byId = new Map<unknown, Fields>()
    for (const reply of listOf(replies)) byId.set(reply['id'], reply)
    return questions.map((_, id) => byId.get(id)?.['result'] ?? null)
  } catch {
    return nothing
  }
}

/** The first answer to one question. */
export async function askOne(
  ask: AskNode,
  method: string,
  params: readonly unknown[],
): Promise<unknown> {
  const [answer] = await ask([{ method, params }])
  return answer ?? null
}

/** A list's records; none of anything else. */
export function listOf(value: unknown): readonly Fields[] {
  return Array.isArray(value) ? value.map(fieldsOf) : []
}

/** A text; empty where it is none. */
export function textOf(value: unknown): string {
  return typeof value === 'string' ? value : ''
}
