/** JSON-RPC over HTTP to a local node. */
import { fieldsOf } from './fields.ts'

const timeoutMsDefault = 30_000

/** The error that a node answered. */
export class RpcError extends Error {
  readonly code: number

  constructor(method: string, code: number, message: string) {
    super(`${method}: ${message}`)
    this.code = code
  }
}

export type Call = (method: string, parameters?: readonly unknown[]) => Promise<unknown>

/**
 * Creates calls to the node at an address.
 *
 * @param authorization the `Authorization` header; null sends none
 * @throws RpcError if the node refuses; the errors of `fetch` if it does not answer
 */
export function rpcTo(url: string, authorization: string | null = null): Call {
  const headers: Record<string, string> = { 'content-type': 'application/json' }
  if (authorization !== null) headers['authorization'] = authorization
  let id = 0
  return async (method, parameters = []) => {
    id += 1
    const answer = await fetch(url, {
      method: 'POST',
      headers,
      body: JSON.stringify({ jsonrpc: '2.0', id, method, params: parameters }),
      signal: AbortSignal.timeout(timeoutMsDefault),
    })
    const text = await answer.text()
    if (text === '') throw new RpcError(method, 0, `status ${answer.status}`)
    const { result, error } = fieldsOf(JSON.parse(text))
    if (error !== undefined && error !== null) {
      const { code, message } = fieldsOf(error)
      throw new RpcError(method, Number(code), String(message))
    }
    return result
  }
}
