/** Replies of the API, with errors in the gateway's format. */

export type ApiAnswer = { readonly status: number; readonly body: unknown }

/** An error reply in the gateway's format. */
export function apiError(status: number, code: string, message: string): ApiAnswer {
  return { status, body: { error_code: code, message, errors: [] } }
}
