/** Forms with files, as a browser sends them. */
import { type Answer, isObject, type Json, type JsonObject } from './http.ts'

/** A file of a form, with its own file name. */
export type FormFile = { readonly content: Buffer; readonly fileName: string }

/** Sends a form. A value that is not a text is sent as a file. */
export async function sendForm(
  base: string,
  path: string,
  token: string | null,
  fields: Readonly<Record<string, string | FormFile>>,
): Promise<Answer> {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) {
    if (typeof value === 'string') form.append(name, value)
    else form.append(name, new Blob([new Uint8Array(value.content)]), value.fileName)
  }
  const response = await fetch(new URL(path, base), {
    method: 'POST',
    headers: token === null ? {} : { JWT: token },
    body: form,
  })
  const text = await response.text()
  return { status: response.status, headers: response.headers, body: objectIn(text), text }
}

function objectIn(text: string): JsonObject {
  try {
    const value = JSON.parse(text) as Json
    return isObject(value) ? value : {}
  } catch {
    return {}
  }
}
