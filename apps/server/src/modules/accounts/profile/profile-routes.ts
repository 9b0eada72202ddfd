/** The own profile (API-06, API-07): read whole, of which the nickname alone is changed (SRV-26). */
import { calls, type IdentityFigures, nicknameOf, nicknameRow, profileRow } from '@tukar/wire'
import { type HttpHost, success } from '../../../platform/http/host.ts'
import { Refusal } from '../../../platform/http/refusal.ts'
import { route } from '../../../platform/http/route.ts'
import { parseLine } from '../../../platform/text/plain-text.ts'
import { acceptedText } from '../../../platform/text/refused-text.ts'
import { isDemoPerson } from '../demo-people/demo-people-store.ts'
import type { AccountsParts } from '../parts.ts'
import { findUser, updateNickname } from './profile-store.ts'

/** In characters (DEC-38). */
const nicknameLengthMax = 50
const nicknameFaults = {
  empty: 'profile.nickname',
  long: 'profile.nickname_long',
  letter: 'profile.nickname_letter',
} as const

export type ProfileParts = Pick<AccountsParts, 'database' | 'sessions'> & {
  /** What identity check and agreement know of a person. */
  readonly identityFiguresOf: (userId: number) => Promise<IdentityFigures>
}

/** Serves `GET` and `POST /users/mydata`. */
export function registerProfile(
  http: HttpHost,
  { database, sessions, identityFiguresOf }: ProfileParts,
): void {
  route(http, sessions, calls.profile, async ({ request, userId }) => {
    const user = await findUser(database, userId)
    if (user === null) throw new Refusal('session.invalid')
    return success(request, { data: profileRow(user, await identityFiguresOf(userId)) })
  })

  route(http, sessions, calls.updateProfile, async ({ request, userId, input }) => {
    const read = parseLine(nicknameOf(input), nicknameLengthMax)
    const nickname = acceptedText(read, nicknameFaults, nicknameLengthMax)
    // A demo person is many people: each would be told what another one wrote.
    if (await isDemoPerson(database, userId)) throw new Refusal('profile.demo_person')
    // The account may have been deleted since the session was looked at.
    const isUpdated = await updateNickname(database, userId, nickname)
    if (!isUpdated) throw new Refusal('session.invalid')
    return success(request, { data: nicknameRow(nickname) }, { code: 'profile.done' })
  })
}
