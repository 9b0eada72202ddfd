/** Answers of the calls, errors as the gateway words them. */

export type ApiAnswer = { readonly status: number; readonly body: unknown }

/** A refusal in the gateway's words. */
export function apiError(status: number, code: string, message: string): ApiAnswer {
  return { status, body: { error_code: code, message, errors: [] } }
}
