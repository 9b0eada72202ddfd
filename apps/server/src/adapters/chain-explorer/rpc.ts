/** Batched calls to a local node. Replies have the order of the calls; null for a call without a result. */
import { requestWithin } from '../../platform/external/request.ts'
import { type Fields, fieldsOf } from '../../platform/external/answers.ts'

const timeoutMs = 10_000
const atOnceMax = 50
/** Enough for fifty full blocks. */
const answerBytesMax = 64_000_000

export type Question = { readonly method: string; readonly params: readonly unknown[] }

/** Calls a node. Without a node the replies are empty. */
export type CallNode = (questions: readonly Question[]) => Promise<readonly unknown[]>

/**
 * Creates the calls by JSON-RPC over HTTP.
 *
 * @param reach current URL of the node; null while it does not run
 */
export function createNodeCalls(
  reach: () => { readonly url: string; readonly authorization?: string } | null,
): CallNode {
  return async (questions) => {
    const answers: unknown[] = []
    for (let at = 0; at < questions.length; at += atOnceMax) {
      answers.push(...(await callBatch(reach(), questions.slice(at, at + atOnceMax))))
    }
    return answers
  }
}

async function callBatch(
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

/** The result of one call. */
export async function callOne(
  callNode: CallNode,
  method: string,
  params: readonly unknown[],
): Promise<unknown> {
  const [answer] = await callNode([{ method, params }])
  return answer ?? null
}

/** The records of a list; empty for any other value. */
export function listOf(value: unknown): readonly Fields[] {
  return Array.isArray(value) ? value.map(fieldsOf) : []
}

/** The text of a value; empty for any other value. */
export function textOf(value: unknown): string {
  return typeof value === 'string' ? value : ''
}
