/** Reads e-mails from the mailbox that a simulation shows on its own machine. */
import { type Client, isObject, type JsonObject, textAt } from './http.ts'
import { until } from './until.ts'

/** The e-mails to an address, newest first; empty if there is none yet. */
export async function readMailbox(client: Client, email: string): Promise<readonly JsonObject[]> {
  const answer = await client.call('GET', '/mailbox/messages', { query: { to: email } })
  const data = answer.body['data']
  if (!Array.isArray(data)) throw new Error(`mailbox: ${answer.status} ${answer.text}`)
  return data.filter(isObject)
}

/**
 * The link to this page in the newest e-mail to an address. Waits until `count` e-mails with such a link have
 * arrived.
 */
export async function mailedLink(
  client: Client,
  email: string,
  path: string,
  count = 1,
): Promise<URL> {
  let links: readonly URL[] = []
  await until(`${count} mails with ${path} to ${email}`, async () => {
    links = (await readMailbox(client, email)).flatMap((mail) =>
      linksIn(textAt(mail, 'text'), path),
    )
    return links.length >= count
  })
  const [newest] = links
  if (newest === undefined) throw new Error(`no link to ${path}`)
  return newest
}

/** The links in a text that lead to this page. */
function linksIn(text: string, path: string): readonly URL[] {
  return (text.match(/https?:\/\/\S+/g) ?? [])
    .filter((link) => URL.canParse(link))
    .map((link) => new URL(link))
    .filter(({ pathname, search }) => pathname === path && search !== '')
}
