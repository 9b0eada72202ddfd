/** Signs a page in without the forms. */
import type { Visitor } from './browser.ts'
import type { Person } from './people.ts'

/** Puts a person's session into the browser, as a sign-in does, without the form. */
export async function signInAs(
  { context }: Pick<Visitor, 'context'>,
  { token, usid }: Person,
): Promise<void> {
  const cookie = { domain: '127.0.0.1', path: '/', secure: true, sameSite: 'Lax' } as const
  await context.addCookies([
    { ...cookie, name: 'jwt', value: token },
    { ...cookie, name: 'usid', value: String(usid) },
  ])
}
